/* cross.h - one case on every variant of an op, and the tally of each. */
#ifndef TETRAD_TESTS_CROSS_H
#define TETRAD_TESTS_CROSS_H

#include "measure/trial.h"

enum { MOST_VARIANTS = 128 };

struct tally { /* of one variant */
    int target;
    const struct variant *variant;
    struct choice choice;
    size_t cases, refused, wrong;
    char first[1024]; /* of the wrong ones */
    char lacks[320];  /* what it needs and this machine has not */
};

struct cross {
    struct targets targets;
    const struct op *op;
    const char *backends; /* names, with commas between; NULL: all */
    const char *except;   /* how variants begin that are left out, or NULL */
    bool best;            /* no other variants */
    bool tight;           /* no guards around arrays, for memory checkers */
    bool slow;            /* under a tool that slows launches */
    bool thin;            /* few types and phases of a grid */
    bool used[MOST_TARGETS];
    struct tally tallies[MOST_VARIANTS];
    struct trial trials[MOST_VARIANTS];
    int count;
    size_t block_cases; /* of the block under way */
    size_t golden, golden_bad;
};

/* The case under way. */
struct attempt {
    const struct problem *problem;
    size_t offset, skew;        /* elements, as dataset_wants says */
    const char *name;           /* of the golden case or grid */
    const void *out[OP_ARRAYS]; /* golden, or NULL */
};

/* Turns to an op: its variants that can run here, their tallies empty. */
void cross_begin(struct cross *, const struct op *);
/* Every variant at least twice into the same scratch: rounding ones on the
 * exact twin and on real data, the rest on other inputs, unless they are large,
 * and on real data. */
void cross_case(struct cross *, const struct attempt *);
/* Whether every name in the list of backends is one of theirs. */
bool cross_backends_known(const struct cross *c);

/* A result a variant; a skip a backend that is not here. */
void cross_end(const struct cross *);

#endif

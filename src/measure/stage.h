/* stage.h - one case set up: its inputs and outputs on every place in use,
 * and its right answer.
 *
 * The inputs are made once in host memory; other places get copies. The
 * outputs of a place are shared by the variants that run there, one after
 * another. */
#ifndef TETRAD_STAGE_H
#define TETRAD_STAGE_H

#include "measure/buffer.h"
#include "plan/bench.h"

enum { STAGE_SITES = 4, STAGE_SETS = 4 };

struct arrays { /* one set of a problem's */
    struct buffer in[OP_ARRAYS], out[OP_ARRAYS];
};

struct site { /* one place */
    const struct place *place;
    struct device *device;
    enum status status; /* not OK: it could not be set up, because `why` */
    struct reason why;
    struct arrays set[STAGE_SETS]; /* alike; runs rotate over them */
    int sets;
    /* Host memory that copies to and from this place run fastest with; NULL
     * unless pins were wanted. */
    void *pinned_in[OP_ARRAYS], *pinned_out[OP_ARRAYS];
};

struct stage_wants {
    size_t offset; /* elements that every array is off 256-byte alignment, */
    size_t skew;   /* and that all but the first input are off it besides */
    bool rotate;   /* as many sets as half the last-level cache holds, at most
                      STAGE_SETS; else one */
    bool pins;     /* pinned host memory for transfers, where places have it */
};

struct stage {
    struct problem problem;
    bool twin; /* the inputs now on stage are the exact twin */
    struct stage_wants wants;
    struct device *host;
    struct site sites[STAGE_SITES]; /* [0] is the host */
    int site_count;
    uint64_t digest[OP_ARRAYS];
    void *want;
    void *got[OP_ARRAYS];        /* host memory for results of other places, */
    size_t got_bytes[OP_ARRAYS]; /* and how much of it the run had written */
    void *landed[OP_ARRAYS];     /* pageable memory that transfers end in; NULL
                                unless pins were wanted */
    unsigned poisonings;         /* picks the pattern */
    struct reason why;
};

/* A stage for the problem on the places of the given seats, still without
 * data. A place that has no room is marked in its site; the host's failure is
 * the stage's. wants NULL: nothing of it. */
enum status stage_open(struct stage *, const struct problem *,
                       const struct bench *, const bool *seat_used,
                       const struct stage_wants *wants, struct reason *why);
/* Makes the inputs, or their exact twin, and the right answer. */
enum status stage_load(struct stage *, bool twin, struct reason *why);
void stage_close(struct stage *);

struct site *stage_site(struct stage *, const struct place *);
/* Readies outputs for a run: `from` copies made, the others poisoned with one
 * of two patterns in turn (both of them NaN or huge as floats), so that an
 * output which is not written is not right twice. */
enum status stage_ready(struct stage *, struct site *, struct reason *why);
/* Overwrites the inputs of a place's first set, so that a run which is to copy
 * them there must. */
enum status stage_spoil(struct stage *, struct site *, struct reason *why);
enum status stage_restore(struct stage *, struct site *); /* site->why */
/* Checks every output, all guards and that inputs are unchanged. A verdict
 * that is not ok has its text; a status that is not OK means it could not be
 * checked. */
enum status stage_check(struct stage *, struct site *, const struct promise *,
                        struct verdict *, struct reason *why);
/* Bytes of outputs that the run which was checked last had written. */
size_t stage_written(const struct stage *);
/* A hash of all outputs, each as far as it was written, for `repeatable`. */
enum status stage_outputs(struct stage *, struct site *, uint64_t *digest,
                          struct reason *why);

#endif

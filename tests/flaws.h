/* flaws.h - what can be wrong with any implementation of any operation.
 *
 * A flaw runs a right variant, and spoils what that left. It tells whether it
 * did: the tail that is dropped may hold what was there before. */
#ifndef TETRAD_TESTS_FLAWS_H
#define TETRAD_TESTS_FLAWS_H

#include "mutants.h"

/* Which arrays of a problem a flaw is in, one after another. */
enum part {
    IN_OUTPUTS,
    IN_COUNTED, /* outputs whose length depends on the data */
    IN_INPUTS,  /* but those in place, which change */
    IN_NONE     /* in none: it runs once */
};

struct flaw {
    const char *name;
    enum fate fate;
    enum part part;
    unsigned traits;
    bool pairs;  /* in arrays of two elements or more */
    bool floats; /* in arrays of floats alone */
    bool seldom; /* takes many runs to show: in a few cases alone */
    enum status (*run)(struct job *);
};

extern const struct flaw flaws[]; /* each ends with a NULL name */
extern const struct flaw memory_flaws[];

/* The flaw under way. */
struct flawed {
    const struct variant *right; /* the variant that it spoils */
    int array;                   /* which input or output it is in */
    size_t runs;                 /* so far */
    bool harm;                   /* something was left that is not right */
};

extern struct flawed flawed;

/* What the right variant asks for, and some of the flaw's own. */
size_t flawed_scratch(const struct job *);

#endif

/* mutants.h - planted wrong implementations, a table an op. */
#ifndef TETRAD_TESTS_MUTANTS_H
#define TETRAD_TESTS_MUTANTS_H

#include "op.h"

enum fate {
    FATE_WRONG,  /* must be caught */
    FATE_FAILED, /* must be caught, as a failure: its answer was right */
    FATE_RIGHT,  /* must pass, so that the test can fail both ways */
    FATE_UNEVEN  /* right within the bound, but not the same every run */
};

struct mutant {
    const char *flaw;
    enum fate fate;
    const char *settings[4]; /* "operator=max"; NULL ends */
    const char *dist;        /* whose inputs bring it out; NULL: any */
    unsigned types;
    size_t least;            /* the size from which it matters */
    size_t most;             /* up to which rounding cannot hide it; 0: any */
    enum status (*run)(struct job *);
    double (*depth)(const struct job *);   /* NULL: as of a variant */
    size_t (*scratch)(const struct job *); /* NULL: none */
};

/* Each ends with a NULL flaw. */
extern const struct mutant mutants_reduce[], mutants_extrema[];
extern const struct mutant mutants_sgemm[];

#endif

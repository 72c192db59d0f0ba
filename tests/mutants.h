/* mutants.h - planted wrong implementations, a table an op. */
#ifndef TETRAD_TESTS_MUTANTS_H
#define TETRAD_TESTS_MUTANTS_H

#include "op.h"

enum fate {
    FATE_WRONG,  /* must be caught */
    FATE_FAILED, /* must be caught, as a failure: its answer was right */
    FATE_RIGHT,  /* must pass, so that the test can fail both ways */
    FATE_UNEVEN, /* right within the bound, but not the same every run */
    FATE_UNSEEN  /* of a flaw of flaws.h, by its name, which need not be seen
                    in these cases: then it must not be, or the line goes */
};

struct mutant {
    const char *flaw;
    enum fate fate;
    const char *settings[4]; /* "operator=max"; NULL ends */
    const char *dist;        /* whose inputs bring it out; NULL: any */
    unsigned types;
    size_t least;    /* the size from which it matters */
    size_t most;     /* up to which rounding cannot hide it; 0: any */
    unsigned traits; /* what it promises, of enum trait */
    enum status (*run)(struct job *);
    double (*depth)(const struct job *);   /* NULL: as of a variant */
    size_t (*scratch)(const struct job *); /* NULL: none */
};

/* Of each op, in mutants_<op>.c: the table, which ends with a NULL flaw, and
 * the values of --size it runs at, which end with 0. */
#define OPERATION(stem, ...)                                                  \
    extern const struct op op_##stem;                                         \
    extern const struct mutant mutants_##stem[];                              \
    extern const size_t mutants_##stem##_sizes[];
#include "matrix.def"
#undef OPERATION
extern const struct mutant mutants_extrema[]; /* of reduce, too */
extern const struct mutant mutants_maxima[];  /* of scan, too */

#endif

/* on_bench.h - the machine, for groups of tests that run on it: opened before
 * the first, closed after the last. */
#ifndef TETRAD_TESTS_ON_BENCH_H
#define TETRAD_TESTS_ON_BENCH_H

#include "unit.h"

#include "bed.h"

static struct bench bench;
static int bench_threads; /* to be set by main(); 0: one a core */

static inline int open_bench(void **state)
{
    (void)state;
    bed_open(&bench, bench_threads);
    return 0;
}

static inline int close_bench(void **state)
{
    (void)state;
    bed_close(&bench);
    return 0;
}

#endif

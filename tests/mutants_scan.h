/* mutants_scan.h - running totals for the mutants of scan and tile-scan, in
 * long double: each mutant has the one flaw it is named for. */
#ifndef TETRAD_TESTS_MUTANTS_SCAN_H
#define TETRAD_TESTS_MUTANTS_SCAN_H

#include "mutants_reduce.h"

/* Writes the running sums of elements [begin, end), what comes before them
 * being `total`; returns the last. */
static inline long double sums(const struct job *job, size_t begin, size_t end,
                               long double total)
{
    for (size_t i = begin; i < end; i++) {
        total += at(job, i);
        put(job, 0, (long)i, total);
    }
    return total;
}

/* An element of the output, other ones with other seeds; not the first. */
static inline size_t some_place(const struct job *job)
{
    const uint64_t random = job->problem->seed * 0x9e3779b97f4a7c15u;
    return (size_t)(random >> 16) % (count_of(job) - 1) + 1;
}

static inline double shallow(const struct job *job)
{
    (void)job;
    return 8;
}

#endif

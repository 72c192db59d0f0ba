/* mutants_scan.h - running totals for the mutants of scan and tile-scan, in
 * long double: each mutant has the one flaw it is named for. */
#ifndef TETRAD_TESTS_MUTANTS_SCAN_H
#define TETRAD_TESTS_MUTANTS_SCAN_H

#include "mutants_parts.h"

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

#endif

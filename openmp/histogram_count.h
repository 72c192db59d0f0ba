/* histogram_count.h - samples counted by one thread. */
#ifndef TETRAD_OPENMP_HISTOGRAM_COUNT_H
#define TETRAD_OPENMP_HISTOGRAM_COUNT_H

#include "op.h"
#include "ops/histogram.h"

enum { HISTOGRAM_WAYS_MOST = 8 };

/* Tables of a thread: samples take turns between them. Behind the counters of a
 * table is one for the samples that have no bin, and then room, so that the
 * same bin of two tables is never in the same set of a cache. */
struct histogram_tables {
    uint32_t *counts;
    size_t stride; /* counters from table to table */
    int ways;      /* tables: 1, 2, 4 or 8 */
};

/* Counters of a table of `bins`, and what is behind them. */
size_t openmp_histogram_stride(size_t bins);

/* Adds samples [begin, end), fewer than 2^32, to the tables, as the rule
 * says. */
void openmp_histogram_count(const struct histogram_rule *, enum elem,
                            const void *samples, size_t begin, size_t end,
                            struct histogram_tables);

/* The bins of `count` samples from `begin` on; those that have none: `bins`. */
void openmp_histogram_bins(const struct histogram_rule *, enum elem,
                           const void *samples, size_t begin, size_t count,
                           uint32_t *bin);

#endif

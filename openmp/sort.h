/* sort.h - what is sorted on all cores, and by whom. */
#ifndef TETRAD_OPENMP_SORT_H
#define TETRAD_OPENMP_SORT_H

#include <stdbool.h>

#include "op.h"
#include "ops/sort.h"

/* Keys, and the values that they carry; NULL: none. */
struct sort_items {
    void *keys, *values;
};

/* Where items are: what is IN is only read. */
enum sort_where { SORT_IN, SORT_OUT, SORT_SPARE, SORT_PLACES };

struct sort_work {
    struct sort_items at[SORT_PLACES];
    size_t n, size, width; /* items, bytes of a key and of a value */
    uint64_t flip;
    void *rest; /* scratch besides */
};

struct sort_work openmp_sort_work(const struct job *);
/* With so many bytes for the caller. */
size_t openmp_sort_scratch(const struct job *, size_t rest);

/* Most significant digit first by the team, then each bin by one thread. */
void openmp_sort_radix(const struct sort_work *, size_t form);
size_t openmp_sort_radix_scratch(const struct sort_work *);

/* Stable: halves sorted, then merged, in parts. */
void openmp_sort_merge(const struct sort_work *, size_t form);
/* Partitioned by one thread, then both sides at once. Not stable. */
void openmp_sort_quick(const struct sort_work *, size_t form);

#endif

/* sort_chunks.h - keys of 4 bytes sorted by all cores' vectors. */
#ifndef TETRAD_OPENMP_SORT_CHUNKS_H
#define TETRAD_OPENMP_SORT_CHUNKS_H

#include "sort_radix.h"

/* Sorts keys from SORT_IN to SORT_OUT, all but the ranges of *left, of
 * *left_count, which are where they belong but too large for a cache. False:
 * nothing was done, as it does not pay, or a sample shows keys that are in
 * order, or many alike, or there are both -0 and +0. `rest` has
 * openmp_sort_chunks_scratch() bytes, `spare` openmp_sort_spare() a thread. */
bool openmp_sort_chunks(const struct sort_work *, bool is_float, void *rest,
                        char *spare, struct range **left, size_t *left_count);
size_t openmp_sort_chunks_scratch(const struct sort_work *);

#endif

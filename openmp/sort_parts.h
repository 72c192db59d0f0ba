/* sort_parts.h - keys of 4 bytes parted into bins in cache. */
#ifndef TETRAD_OPENMP_SORT_PARTS_H
#define TETRAD_OPENMP_SORT_PARTS_H

#include "sort_vectors.h"

/* The ranks of n keys, at least one, to `to`, bin after bin: of bin 0 are those
 * below pivots[0], of bin b those from pivots[b - 1] on. Bin b begins at
 * to[begins[b]], bin `bins` where all ends. spare has room for 2 n. Where
 * openmp_sort_vectors_pay(). */
struct key_look openmp_sort_parts(const uint32_t *from, size_t n,
                                  struct key_order order,
                                  const uint32_t *pivots, size_t bins,
                                  uint32_t *spare, uint32_t *to,
                                  uint32_t *begins);

#endif

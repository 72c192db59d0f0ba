/* sort_parts.h - keys of 4 bytes parted into bins in cache. */
#ifndef TETRAD_OPENMP_SORT_PARTS_H
#define TETRAD_OPENMP_SORT_PARTS_H

#include "sort.h"
#include "sort_vectors.h"

/* n keys, at least one, to `to`, bin after bin: in bin 0 are those whose ranks
 * are below pivots[0], in bin b those from pivots[b - 1] on, in the order that
 * they had. Bin b begins at to[begins[b]], bin `bins` where all ends. Of keys
 * alone the ranks are written; keys that have values, of 4 bytes, stay keys.
 * spare has room for 2 n keys and values. Where openmp_sort_vectors_pay(). */
struct key_look openmp_sort_parts(struct sort_items from, size_t n,
                                  struct key_order order,
                                  const uint32_t *pivots, size_t bins,
                                  uint32_t *spare, struct sort_items to,
                                  uint32_t *begins);

#endif

/* sort_vectors.h - keys of 4 bytes sorted in cache by one thread's vectors. */
#ifndef TETRAD_OPENMP_SORT_VECTORS_H
#define TETRAD_OPENMP_SORT_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this CPU has them, and is faster so. */
bool openmp_sort_vectors_pay(void);

/* Sorts n keys, at least one, of floats or not, by sort_flip(), from one place
 * to another or the same; spare has room for 2 n. False: nothing was done, as
 * there are both -0 and +0, whose order is to stay. */
bool openmp_sort_vectors(const uint32_t *from, uint32_t *to, size_t n,
                         uint32_t flip, bool is_float, uint32_t *spare);

#endif

/* segscan_kernel.h - segscan by one thread. */
#ifndef TETRAD_OPENMP_SEGSCAN_KERNEL_H
#define TETRAD_OPENMP_SEGSCAN_KERNEL_H

#include <stdbool.h>

#include "op.h"

/* Scans n elements with a sum of `before` in front of them (its bytes, then
 * zeros, as in prefix.h); the sum behind them is returned. late: exclusive.
 * stream: past the caches. */
typedef uint64_t segscan_kernel(const void *x, const uint8_t *flags, void *y,
                                size_t n, uint64_t before, bool late,
                                bool stream);

/* For the widest vectors of this CPU; of signed types and floats. */
segscan_kernel *openmp_segscan_kernel(enum elem);

#endif

/* split_kernel.h - split by one thread's vectors. */
#ifndef TETRAD_OPENMP_SPLIT_KERNEL_H
#define TETRAD_OPENMP_SPLIT_KERNEL_H

#include <stdbool.h>

#include "op.h"

struct split_kernel {
    /* How many of n flags are set. */
    size_t (*count)(const uint8_t *flags, size_t n);
    /* Writes n elements to y: the next of x where the flag is set, else 0,
     * past the caches when `stream` says so. n elements can be read at x,
     * however many flags are set. */
    void (*spread)(const void *x, const uint8_t *flags, size_t n, void *y,
                   bool stream);
};

/* For the widest vectors of this CPU; of i32, f32 and f64. */
const struct split_kernel *openmp_split_kernel(enum elem);

#endif

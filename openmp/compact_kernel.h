/* compact_kernel.h - compact by one thread's vectors. */
#ifndef TETRAD_OPENMP_COMPACT_KERNEL_H
#define TETRAD_OPENMP_COMPACT_KERNEL_H

#include <stdbool.h>

#include "op.h"

struct compact_kernel {
    /* How many of n elements exceed *t. */
    size_t (*count)(const void *x, size_t n, const void *t);
    /* Writes those to y, which has room for n; what is behind them there is
     * spoilt. y may be x. Returns how many they are. */
    size_t (*pack)(const void *x, size_t n, const void *t, void *y);
    /* Copies bytes, the whole lines among them past the caches when `stream`
     * says so: a line whose other bytes other threads write is written as any
     * memory is. */
    void (*move)(void *to, const void *from, size_t bytes, bool stream);
};

/* For the widest vectors of this CPU; of i32, f32 and f64. */
const struct compact_kernel *openmp_compact_kernel(enum elem);

#endif

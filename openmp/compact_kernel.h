/* compact_kernel.h - compact and partition by one thread's vectors. */
#ifndef TETRAD_OPENMP_COMPACT_KERNEL_H
#define TETRAD_OPENMP_COMPACT_KERNEL_H

#include <stdbool.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "op.h"

struct compact_kernel {
    /* How many of n elements exceed *t. */
    size_t (*count)(const void *x, size_t n, const void *t);
    /* Writes those to y, which has room for n; what is behind them there is
     * spoilt. y may be x. Returns how many they are. */
    size_t (*pack)(const void *x, size_t n, const void *t, void *y);
    /* Writes those to `above` and the others to `rest`, each of which has room
     * for n; what is behind them there is spoilt. Returns how many exceed. */
    size_t (*divide)(const void *x, size_t n, const void *t, void *above,
                     void *rest);
    /* Copies bytes, the whole lines among them past the caches when `stream`
     * says so: a line whose other bytes other threads write is written as any
     * memory is. What was moved so is seen by others after drain(). */
    void (*move)(void *to, const void *from, size_t bytes, bool stream);
};

/* Stores past the caches are ordered by nothing but a fence: once a thread
 * has moved all that it is to move. */
static inline void drain(bool stream)
{
#ifdef __x86_64__
    if (stream)
        _mm_sfence();
#else
    (void)stream;
#endif
}

/* For the widest vectors of this CPU; of i32, f32 and f64. */
const struct compact_kernel *openmp_compact_kernel(enum elem);

#endif

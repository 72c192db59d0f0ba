/* places.h - indices as one thread of gather or scatter reads them, and whole
 * lines as it writes them. */
#ifndef TETRAD_OPENMP_PLACES_H
#define TETRAD_OPENMP_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

enum {
    FAR_BYTES = 4096, /* a step across more than a page: no core's prefetchers
                         follow it */
    LOOKS = 16        /* steps that are looked at */
};

INLINE size_t place_at(const void *index, size_t i, bool wide)
{
    return wide ? (size_t)((const uint64_t *)index)[i]
                : ((const uint32_t *)index)[i];
}

/* Both from where a line begins; `stream`: around the caches, and then a
 * drain() is to follow. */
INLINE void copy_line(void *to, const void *from, bool stream)
{
#ifdef __x86_64__
    if (stream) {
        for (size_t k = 0; k < LINE_BYTES / sizeof(__m128i); k++)
            _mm_stream_si128((__m128i *)to + k,
                             _mm_load_si128((const __m128i *)from + k));
        return;
    }
#endif
    (void)stream;
    memcpy(to, from, LINE_BYTES);
}

/* Whether elements of `size` bytes lie at random places, as some of indices
 * [begin, end) tell: most steps from one index to the next are far. */
static inline bool places_are_far(const void *index, bool wide, size_t begin,
                                  size_t end, size_t size)
{
    const size_t length = end - begin, looks = least(length / 2, LOOKS);
    size_t far = 0;
    for (size_t k = 0; k < looks; k++) {
        const size_t i = begin + k * (length / looks);
        const size_t a = place_at(index, i, wide);
        const size_t b = place_at(index, i + 1, wide);
        far += (a < b ? b - a : a - b) * size > FAR_BYTES;
    }
    return 2 * far > looks;
}

#endif

/* weak_stores.h - stores past the caches that nobody sees before a fence, as
 * they may be: what is compiled with this before all else keeps them until its
 * thread has a fence. A thread that forgets it leaves nothing at all. */
#ifndef TETRAD_TESTS_WEAK_STORES_H
#define TETRAD_TESTS_WEAK_STORES_H

#include <stddef.h>
#include <immintrin.h>

void weak_store(void *to, const void *vector, size_t bytes);
void weak_fence(void);

#define WEAK_STORE(to, v)                                                     \
    do {                                                                      \
        const __auto_type weak_vector = (v);                                  \
        weak_store((to), &weak_vector, sizeof weak_vector);                   \
    } while (0)
#define _mm_stream_si128(to, v) WEAK_STORE(to, v)
#define _mm_stream_ps(to, v) WEAK_STORE(to, v)
#define _mm256_stream_si256(to, v) WEAK_STORE(to, v)
#define _mm256_stream_ps(to, v) WEAK_STORE(to, v)
#define _mm512_stream_si512(to, v) WEAK_STORE(to, v)
#define _mm512_stream_ps(to, v) WEAK_STORE(to, v)
#define _mm_sfence() weak_fence()

#endif

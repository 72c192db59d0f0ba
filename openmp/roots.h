/* roots.h - 1 / sqrt(x) of vectors of floats, within 2 u, and exact for powers
 * of 4. */
#ifndef TETRAD_OPENMP_ROOTS_H
#define TETRAD_OPENMP_ROOTS_H

#ifdef __x86_64__
#include <immintrin.h>
#else
#include <math.h>
#endif

typedef float roots_vector __attribute__((vector_size(16), may_alias));

static inline roots_vector inverse_root_16(roots_vector x)
{
#ifdef __x86_64__
    return 1 / _mm_sqrt_ps(x);
#else
    for (int l = 0; l < 4; l++)
        x[l] = 1 / sqrtf(x[l]);
    return x;
#endif
}

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f")))

AVX2 static inline __m256 inverse_root_32(__m256 x)
{
    return 1 / _mm256_sqrt_ps(x);
}

/* The first 14 bits, and a step of Newton's method for the rest; of powers of 4
 * the step is exact, since it squares what is wrong. */
AVX512 static inline __m512 inverse_root_64(__m512 x)
{
    const __m512 first = _mm512_rsqrt14_ps(x);
    const __m512 rest = 1 - x * first * first;
    return first + 0.5f * first * rest;
}
#endif

#endif

/* compact_kernel.c - compact and partition by one thread's vectors.
 *
 * A vector is compared with the threshold, its lanes that exceed it move to
 * its front, and all of it is stored where the next element goes: the lanes
 * behind those kept are overwritten by the next vector, and never lie beyond
 * the elements that were read. So no branch depends on the data. The other
 * lanes go the same way, by the inverse of the mask. AVX-512 has
 * an instruction that moves lanes; AVX2 a permutation by a table of 16 rows,
 * four lanes at a time; else elements go one by one. */
#include "compact_kernel.h"

#include <stdint.h>
#include <string.h>

#include "team.h"
#include "simd.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* As far ahead as prefix.c's prefetches. */
enum { AHEAD = 4096 }; /* bytes */

#define INLINE static inline __attribute__((always_inline))

/* What counts is compiled for each level of CPUs by itself. */
#define ELEM_TEMPLATE "openmp/compact_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

/* --- a vector ------------------------------------------------------------- */

/* Of a vector's lanes, as bits of a mask, the lowest first: above() tells
 * which exceed t; put() stores those of a mask to the front of y, and any lanes
 * behind them. */

#ifdef __x86_64__

#define AVX2 __attribute__((target("avx2,popcnt")))
#define AVX512 __attribute__((target("avx512f,popcnt")))

/* The lanes of each mask of four, the lowest first; then any. */
#define FOUR_LANES(ROW)                                                       \
    ROW(0, 0, 0, 0)                                                           \
    ROW(0, 0, 0, 0)                                                           \
    ROW(1, 0, 0, 0)                                                           \
    ROW(0, 1, 0, 0)                                                           \
    ROW(2, 0, 0, 0)                                                           \
    ROW(0, 2, 0, 0)                                                           \
    ROW(1, 2, 0, 0)                                                           \
    ROW(0, 1, 2, 0)                                                           \
    ROW(3, 0, 0, 0)                                                           \
    ROW(0, 3, 0, 0)                                                           \
    ROW(1, 3, 0, 0)                                                           \
    ROW(0, 1, 3, 0)                                                           \
    ROW(2, 3, 0, 0) ROW(0, 2, 3, 0) ROW(1, 2, 3, 0) ROW(0, 1, 2, 3)

#define WORDS_OF(a, b, c, d) { a, b, c, d },
#define PAIRS_OF(a, b, c, d)                                                  \
    { 2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1 },
static const _Alignas(16) int32_t four_words[16][4] = { FOUR_LANES(WORDS_OF) };
static const _Alignas(32) int32_t four_pairs[16][8] = { FOUR_LANES(PAIRS_OF) };

AVX2 INLINE void put_words(void *y, __m128 v, unsigned mask)
{
    const __m128i lanes = _mm_load_si128((const __m128i *)four_words[mask]);
    _mm_storeu_ps(y, _mm_permutevar_ps(v, lanes));
}

AVX2 INLINE void put_4_32(void *y, __m256i v, unsigned mask)
{
    const __m256 words = _mm256_castsi256_ps(v);
    const int low = _mm_popcnt_u32(mask & 15);
    put_words(y, _mm256_castps256_ps128(words), mask & 15);
    put_words((char *)y + low * 4, _mm256_extractf128_ps(words, 1), mask >> 4);
}

AVX2 INLINE void put_8_32(void *y, __m256i v, unsigned mask)
{
    const __m256i lanes = _mm256_load_si256((const __m256i *)four_pairs[mask]);
    _mm256_storeu_si256(y, _mm256_permutevar8x32_epi32(v, lanes));
}

AVX2 INLINE unsigned i32_above_32(__m256i v, int32_t t)
{
    const __m256i above = _mm256_cmpgt_epi32(v, _mm256_set1_epi32(t));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(above));
}

AVX2 INLINE unsigned f32_above_32(__m256i v, float t)
{
    return (unsigned)_mm256_movemask_ps(
        _mm256_cmp_ps(_mm256_castsi256_ps(v), _mm256_set1_ps(t), _CMP_GT_OQ));
}

AVX2 INLINE unsigned f64_above_32(__m256i v, double t)
{
    return (unsigned)_mm256_movemask_pd(
        _mm256_cmp_pd(_mm256_castsi256_pd(v), _mm256_set1_pd(t), _CMP_GT_OQ));
}

/* A register of zeros that the compiler does not know to be: it would make a
 * zero-masked compress of one merged into zeros, and that waits for the last
 * one on AMD's Zen 4; one to memory is microcode there. */
AVX512 INLINE __m512i zeros(void)
{
    __m512i zero = _mm512_setzero_si512();
    __asm__("" : "+v"(zero));
    return zero;
}

AVX512 INLINE void put_4_64(void *y, __m512i v, unsigned mask)
{
    _mm512_storeu_si512(
        y, _mm512_mask_compress_epi32(zeros(), (__mmask16)mask, v));
}

AVX512 INLINE void put_8_64(void *y, __m512i v, unsigned mask)
{
    _mm512_storeu_si512(
        y, _mm512_mask_compress_epi64(zeros(), (__mmask8)mask, v));
}

AVX512 INLINE unsigned i32_above_64(__m512i v, int32_t t)
{
    return _mm512_cmpgt_epi32_mask(v, _mm512_set1_epi32(t));
}

AVX512 INLINE unsigned f32_above_64(__m512i v, float t)
{
    return _mm512_cmp_ps_mask(_mm512_castsi512_ps(v), _mm512_set1_ps(t),
                              _CMP_GT_OQ);
}

AVX512 INLINE unsigned f64_above_64(__m512i v, double t)
{
    return _mm512_cmp_pd_mask(_mm512_castsi512_pd(v), _mm512_set1_pd(t),
                              _CMP_GT_OQ);
}

#endif

/* --- many of them --------------------------------------------------------- */

#define ELEM_TEMPLATE "openmp/compact_width_tmpl.h"

#define LANES 1
#define VECTOR T
#define LOAD(x) (*(x))
#define ABOVE(v, t) ((v) > (t))
#define PUT(y, v, mask) (*(y) = (v), (void)(mask))
#define TAKEN(mask) (mask)
#define WIDTH 16
#include "width.h"
#include "compact_move_tmpl.h"
#include "elem_each_taught.h"
#undef WIDTH
#undef LANES
#undef VECTOR
#undef LOAD
#undef ABOVE
#undef PUT
#undef TAKEN

#ifdef __x86_64__
#define LANES (WIDTH / sizeof(T))
#define ABOVE(v, t) AT_WIDTH(NAME(above))(v, t)
#define PUT(y, v, mask)                                                       \
    (sizeof(T) == 4 ? AT_WIDTH(put_4)(y, v, mask)                             \
                    : AT_WIDTH(put_8)(y, v, mask))
#define TAKEN(mask) _mm_popcnt_u32(mask)

#define VECTOR __m256i
#define LOAD(x) _mm256_loadu_si256((const __m256i *)(const void *)(x))
#define WIDTH 32
#include "width.h"
#undef TARGET
#define TARGET AVX2
#include "compact_move_tmpl.h"
#include "elem_each_taught.h"
#undef WIDTH
#undef VECTOR
#undef LOAD

#define VECTOR __m512i
#define LOAD(x) _mm512_loadu_si512(x)
#define WIDTH 64
#include "width.h"
#undef TARGET
#define TARGET AVX512
#include "compact_move_tmpl.h"
#include "elem_each_taught.h"
#undef WIDTH
#endif

#undef ELEM_TEMPLATE

const struct compact_kernel *openmp_compact_kernel(enum elem type)
{
    static const struct compact_kernel *const narrow[ELEM_COUNT] =
        EACH(TAUGHT, kernel_16);
#ifdef __x86_64__
    static const struct compact_kernel *const wide[ELEM_COUNT] =
        EACH(TAUGHT, kernel_32);
    static const struct compact_kernel *const widest[ELEM_COUNT] =
        EACH(TAUGHT, kernel_64);
    if (__builtin_cpu_supports("avx512f"))
        return widest[type];
    if (__builtin_cpu_supports("avx2"))
        return wide[type];
#endif
    return narrow[type];
}

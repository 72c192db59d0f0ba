/* split_kernel.c - split by one thread's vectors.
 *
 * A vector of packed elements is read from the next one on, and its lanes move
 * up to where flags are set, zeros to the others; then as many are used up as
 * flags were set. So no branch depends on the data, and never is an element
 * read that lies beyond those that are written. AVX-512 has an instruction
 * that moves lanes; AVX2 a permutation by a table of 16 rows, four lanes at a
 * time; else elements go one by one. */
#include "split_kernel.h"

#include <stdint.h>
#include <string.h>

#include "simd.h"
#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* Bytes are counted in bytes, as many at a time as cannot overflow. */
SIMD_CLONES
static size_t count_flags(const uint8_t *flags, size_t n)
{
    enum { LANES = 64, ROWS = UINT8_MAX };
    size_t count = 0, i = 0;
    while (i + LANES <= n) {
        uint8_t lane[LANES] = { 0 };
        for (size_t r = 0; r < ROWS && i + LANES <= n; r++, i += LANES)
            for (size_t l = 0; l < LANES; l++)
                lane[l] = (uint8_t)(lane[l] + (flags[i + l] != 0));
        for (size_t l = 0; l < LANES; l++)
            count += lane[l];
    }
    for (; i < n; i++)
        count += flags[i] != 0;
    return count;
}

/* --- a vector ------------------------------------------------------------- */

/* take() makes a vector of the elements at x, as flags say, and adds to `set`
 * how many of them are set. */

#ifdef __x86_64__

#define AVX2 __attribute__((target("avx2,popcnt")))
#define AVX512 __attribute__((target("avx512f,popcnt")))

/* Which of four lanes goes to each, of each mask of four; any where the mask
 * has none. */
#define FOUR_RANKS(ROW)                                                       \
    ROW(0, 0, 0, 0)                                                           \
    ROW(0, 0, 0, 0)                                                           \
    ROW(0, 0, 0, 0)                                                           \
    ROW(0, 1, 0, 0)                                                           \
    ROW(0, 0, 0, 0)                                                           \
    ROW(0, 0, 1, 0)                                                           \
    ROW(0, 0, 1, 0)                                                           \
    ROW(0, 1, 2, 0)                                                           \
    ROW(0, 0, 0, 0)                                                           \
    ROW(0, 0, 0, 1)                                                           \
    ROW(0, 0, 0, 1)                                                           \
    ROW(0, 1, 0, 2)                                                           \
    ROW(0, 0, 0, 1) ROW(0, 0, 1, 2) ROW(0, 0, 1, 2) ROW(0, 1, 2, 3)

#define WORDS_OF(a, b, c, d) { a, b, c, d },
#define PAIRS_OF(a, b, c, d)                                                  \
    { 2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1 },
static const _Alignas(16) int32_t four_words[16][4] = { FOUR_RANKS(WORDS_OF) };
static const _Alignas(32) int32_t four_pairs[16][8] = { FOUR_RANKS(PAIRS_OF) };

AVX2 INLINE __m128 take_words(const float *x, unsigned mask)
{
    const __m128i lanes = _mm_load_si128((const __m128i *)four_words[mask]);
    return _mm_permutevar_ps(_mm_loadu_ps(x), lanes);
}

AVX2 INLINE __m256i take_4_32(const void *x, const uint8_t *flags, size_t *set)
{
    const __m256i clear = _mm256_cmpeq_epi32(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)flags)),
        _mm256_setzero_si256());
    const unsigned mask =
        (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(clear)) ^ 255;
    const int low = _mm_popcnt_u32(mask & 15);
    const __m128 first = take_words(x, mask & 15);
    const __m128 second = take_words((const float *)x + low, mask >> 4);
    *set += (size_t)_mm_popcnt_u32(mask);
    return _mm256_andnot_si256(
        clear, _mm256_castps_si256(_mm256_set_m128(second, first)));
}

AVX2 INLINE __m256i take_8_32(const void *x, const uint8_t *flags, size_t *set)
{
    int32_t four;
    memcpy(&four, flags, sizeof four);
    const __m256i clear = _mm256_cmpeq_epi64(
        _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four)), _mm256_setzero_si256());
    const unsigned mask =
        (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(clear)) ^ 15;
    const __m256i lanes = _mm256_load_si256((const __m256i *)four_pairs[mask]);
    *set += (size_t)_mm_popcnt_u32(mask);
    return _mm256_andnot_si256(
        clear, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(x), lanes));
}

AVX512 INLINE __m512i take_4_64(const void *x, const uint8_t *flags,
                                size_t *set)
{
    const __m512i words =
        _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)flags));
    const __mmask16 mask = _mm512_test_epi32_mask(words, words);
    *set += (size_t)_mm_popcnt_u32(mask);
    return _mm512_maskz_expand_epi32(mask, _mm512_loadu_si512(x));
}

AVX512 INLINE __m512i take_8_64(const void *x, const uint8_t *flags,
                                size_t *set)
{
    const __m512i words =
        _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)flags));
    const __mmask8 mask = _mm512_test_epi64_mask(words, words);
    *set += (size_t)_mm_popcnt_u32(mask);
    return _mm512_maskz_expand_epi64(mask, _mm512_loadu_si512(x));
}

#endif

/* --- many of them --------------------------------------------------------- */

#define ELEM_TEMPLATE "openmp/split_width_tmpl.h"

#define WIDTH 16
#include "width.h"
#include "elem_each_taught.h"
#undef WIDTH

#ifdef __x86_64__
#define TAKE(x, flags, set)                                                   \
    (sizeof(T) == 4 ? AT_WIDTH(take_4)(x, flags, set)                         \
                    : AT_WIDTH(take_8)(x, flags, set))
#define VECTOR __m256i
#define WIDTH 32
#include "width.h"
#undef TARGET
#define TARGET AVX2
#include "elem_each_taught.h"
#undef WIDTH
#undef VECTOR

#define VECTOR __m512i
#define WIDTH 64
#include "width.h"
#undef TARGET
#define TARGET AVX512
#include "elem_each_taught.h"
#undef WIDTH
#endif

#undef ELEM_TEMPLATE

const struct split_kernel *openmp_split_kernel(enum elem type)
{
    static const struct split_kernel *const narrow[ELEM_COUNT] =
        EACH(TAUGHT, kernel_16);
#ifdef __x86_64__
    static const struct split_kernel *const wide[ELEM_COUNT] =
        EACH(TAUGHT, kernel_32);
    static const struct split_kernel *const widest[ELEM_COUNT] =
        EACH(TAUGHT, kernel_64);
    if (__builtin_cpu_supports("avx512f"))
        return widest[type];
    if (__builtin_cpu_supports("avx2"))
        return wide[type];
#endif
    return narrow[type];
}

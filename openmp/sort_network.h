/* sort_network.h - up to 256 numbers without a sign sorted in AVX-512's
 * registers: Batcher's merges (1968). */
#ifndef TETRAD_OPENMP_SORT_NETWORK_H
#define TETRAD_OPENMP_SORT_NETWORK_H

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AVX512 __attribute__((target("avx512f,popcnt")))
#define INLINE static inline __attribute__((always_inline))

enum {
    LANES = 16,
    ROWS = 16,   /* vectors in a network, at most: half of the registers */
    ALL = 0xffff /* lanes, in a mask */
};

AVX512 INLINE __m512i each(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}

AVX512 INLINE __m512i numbers(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                             15);
}

/* Those whose number has the bit. */
INLINE __mmask16 lanes_with(unsigned bit)
{
    unsigned lanes = 0;
#pragma GCC unroll 16
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= lane & bit ? 1u << lane : 0;
    return (__mmask16)lanes;
}

/* Those that hold elements from `at` on, of n. */
INLINE __mmask16 lanes_of(size_t n, size_t at)
{
    const size_t left = n > at ? n - at : 0;
    return (__mmask16)(left < LANES ? (1u << left) - 1 : ALL);
}

/* Element lane * rows + row of what is sorted is in that row and lane, so that
 * most comparisons are of rows. Each lane is sorted by itself, by odd-even
 * merges; then ever more of them are merged: the first is compared with the
 * last, the second with the last but one, and so on, then each half's halves,
 * in turn. */

/* The lower ranks to the first. */
AVX512 INLINE void compare(__m512i *a, __m512i *b)
{
    const __m512i low = _mm512_min_epu32(*a, *b);
    *b = _mm512_max_epu32(*a, *b);
    *a = low;
}

/* Whether an odd-even merge of twice `part` rows compares row r with the one
 * that is d behind it. */
INLINE bool are_compared(unsigned r, unsigned d, unsigned part)
{
    const unsigned begin = d % part;
    return r >= begin && !((r - begin) & d) &&
        r / (2 * part) == (r + d) / (2 * part);
}

AVX512 INLINE void sort_lanes(__m512i *v, unsigned rows)
{
#pragma GCC unroll 4
    for (unsigned part = 1; part < rows; part *= 2)
#pragma GCC unroll 4
        for (unsigned d = part; d > 0; d /= 2)
#pragma GCC unroll 16
            for (unsigned r = 0; r + d < rows; r++)
                if (are_compared(r, d, part))
                    compare(&v[r], &v[r + d]);
}

/* Rows that are d apart. */
AVX512 INLINE void compare_rows(__m512i *v, unsigned rows, unsigned d)
{
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++)
        if (!(r & d))
            compare(&v[r], &v[r + d]);
}

/* Of v and w the lower ranks, but the higher in lanes that have the bit. */
AVX512 INLINE __m512i lower_or_higher(__m512i v, __m512i w, unsigned bit)
{
    const __m512i low = _mm512_min_epu32(v, w);
    return _mm512_mask_max_epu32(low, lanes_with(bit), v, w);
}

/* Lanes that are d apart. */
AVX512 INLINE void compare_lanes(__m512i *v, unsigned rows, unsigned d)
{
    const __m512i other = _mm512_xor_si512(numbers(), each(d));
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++)
        v[r] = lower_or_higher(v[r], _mm512_permutexvar_epi32(other, v[r]), d);
}

/* Of 2 d lanes, and all their rows, the first with the last. */
AVX512 INLINE void compare_ends(__m512i *v, unsigned rows, unsigned d)
{
    const __m512i last = _mm512_xor_si512(numbers(), each(2 * d - 1));
#pragma GCC unroll 8
    for (unsigned r = 0; r < rows / 2; r++) {
        const __m512i a = v[r], b = v[rows - 1 - r];
        v[r] = lower_or_higher(a, _mm512_permutexvar_epi32(last, b), d);
        v[rows - 1 - r] =
            lower_or_higher(b, _mm512_permutexvar_epi32(last, a), d);
    }
}

/* From lane after lane to row after row, as in memory: the number of a place is
 * its row's bits, then its lane's; each step moves them round by one. */
AVX512 INLINE void transpose(__m512i *v, unsigned rows)
{
    const __m512i half = _mm512_srli_epi32(numbers(), 1);
    const __m512i low =
        _mm512_mask_add_epi32(half, lanes_with(1), half, each(LANES));
    const __m512i high = _mm512_add_epi32(low, each(LANES / 2));
#pragma GCC unroll 4
    for (unsigned step = 1; step < rows; step *= 2) {
        __m512i w[ROWS];
#pragma GCC unroll 16
        for (unsigned r = 0; r < rows / 2; r++) {
            const __m512i a = v[r], b = v[r + rows / 2];
            w[2 * r] = _mm512_permutex2var_epi32(a, low, b);
            w[2 * r + 1] = _mm512_permutex2var_epi32(a, high, b);
        }
#pragma GCC unroll 16
        for (unsigned r = 0; r < rows; r++)
            v[r] = w[r];
    }
}

/* Of 2, 4, 8 or 16 rows. */
AVX512 INLINE void network(__m512i *v, unsigned rows)
{
    sort_lanes(v, rows);
#pragma GCC unroll 4
    for (unsigned half = 1; half < LANES; half *= 2) {
        compare_ends(v, rows, half);
#pragma GCC unroll 4
        for (unsigned d = half / 2; d > 0; d /= 2)
            compare_lanes(v, rows, d);
#pragma GCC unroll 4
        for (unsigned d = rows / 2; d > 0; d /= 2)
            compare_rows(v, rows, d);
    }
    transpose(v, rows);
}

#endif

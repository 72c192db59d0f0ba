/* sort_partition.h - ranks of keys parted by vectors: the lanes of a vector are
 * pressed together for either side (Bramas 2017). */
#ifndef TETRAD_OPENMP_SORT_PARTITION_H
#define TETRAD_OPENMP_SORT_PARTITION_H

#include "sort_network.h"
#include "sort_vectors.h"

enum {
    VECTORS = 4 /* that are read before the first is written */
};

/* Ranks in x, and room for as many in y, which are both spoilt; where they or
 * their keys go; what no rank is below or above. */
struct piece {
    uint32_t *x, *y, *to;
    size_t n;
    uint32_t least, most;
};

/* --- keys and ranks ------------------------------------------------------- */

AVX512 INLINE __m512i turned(__m512i bits, bool is_float)
{
    const __m512i sign = _mm512_srai_epi32(bits, 31);
    return is_float ? _mm512_xor_si512(bits, _mm512_srli_epi32(sign, 1))
                    : bits;
}

/* sort_ranked_32(), and back. */
AVX512 INLINE __m512i ranks_of(__m512i keys, struct key_order order)
{
    return _mm512_xor_si512(turned(keys, order.is_float), each(order.flip));
}

AVX512 INLINE __m512i keys_of(__m512i ranks, struct key_order order)
{
    return turned(_mm512_xor_si512(ranks, each(order.flip)), order.is_float);
}

/* The keys of a piece's ranks to where they go. */
AVX512 INLINE void unrank(const struct piece *p, struct key_order order)
{
    for (size_t i = 0; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        const __m512i ranks = _mm512_maskz_loadu_epi32(in, p->x + i);
        _mm512_mask_storeu_epi32(p->to + i, in, keys_of(ranks, order));
    }
}

/* n keys to a piece's ranks, and its bounds. */
AVX512 INLINE struct key_look rank(const uint32_t *from,
                                   struct key_order order, struct piece *p)
{
    __mmask16 plus = 0, minus = 0, falls = 0;
    __m512i least = each(~0u), most = each(0), before = each(0);
    for (size_t i = 0; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        const __m512i keys = _mm512_maskz_loadu_epi32(in, from + i);
        const __m512i ranks = ranks_of(keys, order);
        const __m512i last = _mm512_alignr_epi32(ranks, before, LANES - 1);
        plus |= _mm512_mask_cmpeq_epi32_mask(in, keys, each(0));
        minus |= _mm512_mask_cmpeq_epi32_mask(in, keys, each(1u << 31));
        falls |= _mm512_mask_cmplt_epu32_mask(in, ranks, last);
        least = _mm512_mask_min_epu32(least, in, least, ranks);
        most = _mm512_mask_max_epu32(most, in, most, ranks);
        _mm512_mask_storeu_epi32(p->x + i, in, ranks);
        before = ranks;
    }
    p->least = (uint32_t)_mm512_reduce_min_epu32(least);
    p->most = (uint32_t)_mm512_reduce_max_epu32(most);
    return (struct key_look){ order.is_float && plus, order.is_float && minus,
                              falls, p->least, p->most };
}

/* --- partitions ----------------------------------------------------------- */

/* The lanes `which` of v to `to` on, and nothing behind them. */
AVX512 INLINE void press_few(uint32_t *to, __mmask16 which, __m512i v)
{
    const size_t n = (size_t)_mm_popcnt_u32(which);
    _mm512_mask_storeu_epi32(to, lanes_of(n, 0),
                             _mm512_maskz_compress_epi32(which, v));
}

/* The same, and whatever behind them, to a whole vector. */
AVX512 INLINE void press(uint32_t *to, __mmask16 which, __m512i v)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(which, v));
}

/* Ranks v, which were x[i] on: those below the pivot to y[below] on, the others
 * to x[i - below] on. What is written behind them was read before, or is
 * written again. */
AVX512 INLINE size_t divide(const struct piece *p, __m512i v, __m512i pivot,
                            size_t i, size_t below)
{
    const __mmask16 low = _mm512_cmplt_epu32_mask(v, pivot);
    press(p->y + below, low, v);
    press(p->x + (i - below), _mm512_knot(low), v);
    return below + (size_t)_mm_popcnt_u32(low);
}

/* Those of a piece below the pivot to y, the others to the front of x, either
 * in the order that they had. Returns how many are below. */
AVX512 INLINE size_t partition(const struct piece *p, uint32_t pivot)
{
    const __m512i middle = each(pivot);
    size_t i = 0, below = 0;
    for (; i + LANES * VECTORS <= p->n; i += LANES * VECTORS) {
        __m512i v[VECTORS];
#pragma GCC unroll 4
        for (size_t a = 0; a < VECTORS; a++)
            v[a] = _mm512_loadu_si512(p->x + i + a * LANES);
#pragma GCC unroll 4
        for (size_t a = 0; a < VECTORS; a++)
            below = divide(p, v[a], middle, i + a * LANES, below);
    }
    for (; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        const __m512i v = _mm512_maskz_loadu_epi32(in, p->x + i);
        const __mmask16 low = _mm512_mask_cmplt_epu32_mask(in, v, middle);
        press_few(p->x + (i - below), _mm512_kandn(low, in), v);
        press_few(p->y + below, low, v);
        below += (size_t)_mm_popcnt_u32(low);
    }
    return below;
}

#endif

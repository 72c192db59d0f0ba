/* sort_vectors.c - keys of 4 bytes sorted in cache by vectors: quicksort, whose
 * partitions press the lanes of a vector together for either side (Bramas
 * 2017), down to what registers hold, which a bitonic network sorts (Batcher
 * 1968).
 *
 * What is sorted are ranks: numbers without a sign for the bits of keys. It is
 * not stable, and need not be, as no two keys have one rank but equal ones. */
#include "sort_vectors.h"

#ifdef __x86_64__

#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,popcnt")))
#define INLINE static inline __attribute__((always_inline))

enum {
    LANES = 16,
    ROWS = 16,   /* vectors in a network, at most: half of the registers */
    AHEAD = 4,   /* vectors that are read before the first is written */
    DEPTH = 2,   /* pivots that a sample gives, for each bit of n; then they
                      halve what ranks are possible */
    ALL = 0xffff /* lanes, in a mask */
};

/* How keys become ranks, and ranks keys again. */
struct order {
    uint32_t flip;
    bool is_float;
};

/* Ranks in x, and room for as many in y, which are both spoilt; where the keys
 * go; what no rank is below or above. */
struct piece {
    uint32_t *x, *y, *to;
    size_t n;
    uint32_t least, most;
};

/* --- lanes ---------------------------------------------------------------- */

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

AVX512 INLINE __m512i turned(__m512i bits, bool is_float)
{
    const __m512i sign = _mm512_srai_epi32(bits, 31);
    return is_float ? _mm512_xor_si512(bits, _mm512_srli_epi32(sign, 1))
                    : bits;
}

/* RANKED() and BITS() of ops/sort_each.h. */
AVX512 INLINE __m512i ranks_of(__m512i keys, struct order order)
{
    return _mm512_xor_si512(turned(keys, order.is_float), each(order.flip));
}

AVX512 INLINE __m512i keys_of(__m512i ranks, struct order order)
{
    return turned(_mm512_xor_si512(ranks, each(order.flip)), order.is_float);
}

/* --- a network ------------------------------------------------------------ */

/* Element lane * rows + row of what is sorted is in that row and lane: most
 * comparisons are then of rows. Lanes that are to fall have the complements of
 * their ranks, so that all rise. */

AVX512 INLINE void complement(__m512i *v, unsigned rows, __mmask16 lanes)
{
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++)
        v[r] = _mm512_mask_xor_epi32(v[r], lanes, v[r], each(~0u));
}

/* Of rows that are d apart the lower ranks to the first, or to the second where
 * a row's number has the bit `falls`. */
AVX512 INLINE void compare_rows(__m512i *v, unsigned rows, unsigned d,
                                unsigned falls)
{
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++)
        if (!(r & d)) {
            const __m512i low = _mm512_min_epu32(v[r], v[r + d]);
            const __m512i high = _mm512_max_epu32(v[r], v[r + d]);
            v[r] = r & falls ? high : low;
            v[r + d] = r & falls ? low : high;
        }
}

/* Of lanes that are d apart the lower rank to the first. */
AVX512 INLINE void compare_lanes(__m512i *v, unsigned rows, unsigned d)
{
    const __m512i other = _mm512_xor_si512(numbers(), each(d));
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++) {
        const __m512i w = _mm512_permutexvar_epi32(other, v[r]);
        const __m512i low = _mm512_min_epu32(v[r], w);
        v[r] = _mm512_mask_max_epu32(low, lanes_with(d), v[r], w);
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

/* Each lane, then ever more of them together. */
AVX512 INLINE void network(__m512i *v, unsigned rows)
{
    complement(v, rows, lanes_with(1));
#pragma GCC unroll 4
    for (unsigned k = 2; k <= rows; k *= 2)
#pragma GCC unroll 4
        for (unsigned d = k / 2; d > 0; d /= 2)
            compare_rows(v, rows, d, k);
#pragma GCC unroll 4
    for (unsigned k = 2; k <= LANES; k *= 2) {
        complement(v, rows, lanes_with(k / 2) ^ lanes_with(k));
#pragma GCC unroll 4
        for (unsigned d = k / 2; d > 0; d /= 2)
            compare_lanes(v, rows, d);
#pragma GCC unroll 4
        for (unsigned d = rows / 2; d > 0; d /= 2)
            compare_rows(v, rows, d, 0);
    }
    transpose(v, rows);
}

/* A piece of rows * LANES at most. */
AVX512 INLINE void sort_rows(const struct piece *p, struct order order,
                             unsigned rows)
{
    __m512i v[ROWS];
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++)
        v[r] = _mm512_mask_loadu_epi32(each(~0u), lanes_of(p->n, r * LANES),
                                       p->x + r * LANES);
    network(v, rows);
#pragma GCC unroll 16
    for (unsigned r = 0; r < rows; r++)
        _mm512_mask_storeu_epi32(p->to + r * LANES, lanes_of(p->n, r * LANES),
                                 keys_of(v[r], order));
}

AVX512 static void sort_2_rows(const struct piece *p, struct order order)
{
    sort_rows(p, order, 2);
}

AVX512 static void sort_4_rows(const struct piece *p, struct order order)
{
    sort_rows(p, order, 4);
}

AVX512 static void sort_8_rows(const struct piece *p, struct order order)
{
    sort_rows(p, order, 8);
}

AVX512 static void sort_16_rows(const struct piece *p, struct order order)
{
    sort_rows(p, order, ROWS);
}

static void sort_few(const struct piece *p, struct order order)
{
    if (p->n > 8 * LANES)
        sort_16_rows(p, order);
    else if (p->n > 4 * LANES)
        sort_8_rows(p, order);
    else if (p->n > 2 * LANES)
        sort_4_rows(p, order);
    else
        sort_2_rows(p, order);
}

/* --- partitions ----------------------------------------------------------- */

/* The median of LANES of a piece's ranks, evenly taken. */
AVX512 static uint32_t median(const struct piece *p)
{
    const size_t step = p->n / LANES;
    uint32_t sample[LANES];
    __m512i v;
    for (unsigned i = 0; i < LANES; i++)
        sample[i] = p->x[i * step + step / 2];
    v = _mm512_loadu_si512(sample);
    network(&v, 1);
    _mm512_storeu_si512(sample, v);
    return sample[LANES / 2];
}

/* What is above the least, and not above the most. */
static uint32_t pivot_of(const struct piece *p, unsigned depth)
{
    const uint32_t pivot =
        depth ? median(p) : p->least + (p->most - p->least) / 2;
    return pivot > p->least ? pivot : p->least + 1;
}

/* Ranks v, which were x[i] on: those below the pivot to y[below] on, the others
 * to x[i - below] on. What is written behind them was read before, or is
 * written again. */
AVX512 INLINE size_t divide(const struct piece *p, __m512i v, __m512i pivot,
                            size_t i, size_t below)
{
    const __mmask16 low = _mm512_cmplt_epu32_mask(v, pivot);
    const __mmask16 rest = _mm512_knot(low);
    _mm512_storeu_si512(p->y + below, _mm512_maskz_compress_epi32(low, v));
    _mm512_storeu_si512(p->x + (i - below),
                        _mm512_maskz_compress_epi32(rest, v));
    return below + (size_t)_mm_popcnt_u32(low);
}

/* Those of a piece below the pivot to y, the others to the front of x. Returns
 * how many are below. */
AVX512 static size_t partition(const struct piece *p, uint32_t pivot)
{
    const __m512i middle = each(pivot);
    size_t i = 0, below = 0;
    for (; i + LANES * AHEAD <= p->n; i += LANES * AHEAD) {
        __m512i v[AHEAD];
#pragma GCC unroll 4
        for (size_t a = 0; a < AHEAD; a++)
            v[a] = _mm512_loadu_si512(p->x + i + a * LANES);
#pragma GCC unroll 4
        for (size_t a = 0; a < AHEAD; a++)
            below = divide(p, v[a], middle, i + a * LANES, below);
    }
    for (; i < p->n; i++) {
        const uint32_t rank = p->x[i];
        if (rank < pivot)
            p->y[below++] = rank;
        else
            p->x[i - below] = rank;
    }
    return below;
}

/* Of one rank. */
AVX512 static void fill(const struct piece *p, struct order order)
{
    const __m512i key = keys_of(each(p->least), order);
    for (size_t i = 0; i < p->n; i += LANES)
        _mm512_mask_storeu_epi32(p->to + i, lanes_of(p->n, i), key);
}

static void quicksort(struct piece p, struct order order, unsigned depth)
{
    while (p.n > LANES * ROWS && p.least < p.most) {
        const uint32_t pivot = pivot_of(&p, depth);
        const size_t below = partition(&p, pivot), rest = p.n - below;
        const struct piece low = { p.y,   p.x + rest, p.to,
                                   below, p.least,    pivot - 1 };
        depth -= depth > 0;
        quicksort(low, order, depth);
        p = (struct piece){
            p.x, p.y + below, p.to + below, rest, pivot, p.most
        };
    }
    if (p.least < p.most)
        sort_few(&p, order);
    else
        fill(&p, order);
}

/* --- all of it ------------------------------------------------------------ */

/* What keys are like. */
struct look {
    __mmask16 plus, minus; /* zeros of either sign, in any vector */
    __mmask16 falls;       /* a rank below the one before */
};

/* n keys to a piece's ranks, and its bounds. */
AVX512 static struct look rank(const uint32_t *from, struct order order,
                               struct piece *p)
{
    struct look look = { 0, 0, 0 };
    __m512i least = each(~0u), most = each(0), before = each(0);
    for (size_t i = 0; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        const __m512i keys = _mm512_maskz_loadu_epi32(in, from + i);
        const __m512i ranks = ranks_of(keys, order);
        const __m512i last = _mm512_alignr_epi32(ranks, before, LANES - 1);
        look.plus |= _mm512_mask_cmpeq_epi32_mask(in, keys, each(0));
        look.minus |= _mm512_mask_cmpeq_epi32_mask(in, keys, each(1u << 31));
        look.falls |= _mm512_mask_cmplt_epu32_mask(in, ranks, last);
        least = _mm512_mask_min_epu32(least, in, least, ranks);
        most = _mm512_mask_max_epu32(most, in, most, ranks);
        _mm512_mask_storeu_epi32(p->x + i, in, ranks);
        before = ranks;
    }
    p->least = (uint32_t)_mm512_reduce_min_epu32(least);
    p->most = (uint32_t)_mm512_reduce_max_epu32(most);
    return look;
}

AVX512 static void copy(const struct piece *p, struct order order)
{
    for (size_t i = 0; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        const __m512i ranks = _mm512_maskz_loadu_epi32(in, p->x + i);
        _mm512_mask_storeu_epi32(p->to + i, in, keys_of(ranks, order));
    }
}

bool openmp_sort_vectors(const uint32_t *from, uint32_t *to, size_t n,
                         uint32_t flip, bool is_float, uint32_t *spare)
{
    const struct order order = { flip, is_float };
    const unsigned bits = 64 - (unsigned)__builtin_clzll(n);
    struct piece p = { spare, spare + n, to, n, 0, 0 };
    const struct look look = rank(from, order, &p);
    if (is_float && look.plus && look.minus)
        return false;
    if (look.falls)
        quicksort(p, order, DEPTH * bits);
    else
        copy(&p, order);
    return true;
}

/* On a Zen 4, which takes two turns for 64 bytes, radix passes are ahead: what
 * is done in cache of 2^26 u32 took them 0.65 of the time, and 1.5 of it on
 * Sapphire Rapids. */
bool openmp_sort_vectors_pay(void)
{
    return __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_is("intel");
}

#else

bool openmp_sort_vectors_pay(void)
{
    return false;
}

bool openmp_sort_vectors(const uint32_t *from, uint32_t *to, size_t n,
                         uint32_t flip, bool is_float, uint32_t *spare)
{
    (void)from, (void)to, (void)n, (void)flip, (void)is_float, (void)spare;
    return false;
}

#endif

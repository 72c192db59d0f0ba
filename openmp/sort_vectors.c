/* sort_vectors.c - keys of 4 bytes sorted in cache by vectors: quicksort, whose
 * partitions press the lanes of a vector together for either side (Bramas
 * 2017), down to what registers hold, which a network sorts (Batcher 1968).
 *
 * What a radix sort left to a cache is often spread evenly over its range:
 * pivots are where that would make leaves of one size, nearly full, until a
 * partition shows that it is not so; then they are medians of samples.
 *
 * What is sorted are ranks: numbers without a sign for the bits of keys. It is
 * not stable, and need not be, as no two keys have one rank but equal ones. */
#include "sort_vectors.h"

#ifdef __x86_64__

#include "sort_network.h"
#include "team.h"

enum {
    FILL = 220, /* ranks that a leaf is to have: a few leaves are too large */
    UNEVEN = 4, /* no side has less than its part of what is spread evenly */
    SAMPLE = 2 * LANES, /* ranks, of which a pivot is the median */
    AHEAD = 4,          /* vectors that are read before the first is written */
    DEPTH = 2           /* pivots that a sample gives, for each bit of n */
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

/* --- keys and ranks ------------------------------------------------------- */

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

/* --- what registers hold -------------------------------------------------- */

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

/* How pivots are found: where ranks that are spread evenly are parted, or of
 * samples, of so many in turn; then they halve what ranks are possible. */
struct pivots {
    bool even;
    unsigned samples;
};

/* The median of SAMPLE of a piece's ranks, evenly taken. */
AVX512 static uint32_t median(const struct piece *p)
{
    const size_t step = p->n / SAMPLE;
    uint32_t sample[SAMPLE];
    __m512i v[SAMPLE / LANES];
    for (unsigned i = 0; i < SAMPLE; i++)
        sample[i] = p->x[i * step + step / 2];
    for (unsigned r = 0; r < SAMPLE / LANES; r++)
        v[r] = _mm512_loadu_si512(sample + r * LANES);
    network(v, SAMPLE / LANES);
    _mm512_storeu_si512(sample, v[SAMPLE / LANES / 2]);
    return sample[0];
}

/* What is above the least, and not above the most. */
static uint32_t pivot_of(const struct piece *p, struct pivots by)
{
    const uint64_t range = p->most - p->least;
    const size_t leaves = p->n / FILL + 1;
    uint32_t pivot = p->least + (uint32_t)(range / 2);
    if (by.even)
        return p->least + 1 + (uint32_t)(range * (leaves / 2) / leaves);
    if (by.samples)
        pivot = median(p);
    return pivot > p->least ? pivot : p->least + 1;
}

/* How to go on where a side has so many of n. */
static struct pivots pivots_after(struct pivots by, size_t n, size_t side)
{
    if (!by.even)
        by.samples -= by.samples > 0;
    by.even = by.even && least(side, n - side) >= n / UNEVEN;
    return by;
}

/* The lanes `which` of v to `to` on. Returns how many they are. */
AVX512 INLINE size_t press(uint32_t *to, __mmask16 which, __m512i v)
{
    const size_t n = (size_t)_mm_popcnt_u32(which);
    _mm512_mask_storeu_epi32(to, lanes_of(n, 0),
                             _mm512_maskz_compress_epi32(which, v));
    return n;
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
    for (; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        const __m512i v = _mm512_maskz_loadu_epi32(in, p->x + i);
        const __mmask16 low = _mm512_mask_cmplt_epu32_mask(in, v, middle);
        press(p->x + (i - below), _mm512_kandn(low, in), v);
        below += press(p->y + below, low, v);
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

static void quicksort(struct piece p, struct order order, struct pivots by)
{
    while (p.n > LANES * ROWS && p.least < p.most) {
        const uint32_t pivot = pivot_of(&p, by);
        const size_t below = partition(&p, pivot), rest = p.n - below;
        const struct piece low = { p.y,   p.x + rest, p.to,
                                   below, p.least,    pivot - 1 };
        by = pivots_after(by, p.n, below);
        quicksort(low, order, by);
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
        quicksort(p, order, (struct pivots){ true, DEPTH * bits });
    else
        copy(&p, order);
    return true;
}

/* Of 32 Ki keys in cache that differ in all bits a Zen 4, which takes two turns
 * for 64 bytes, takes 0.74 of the time of radix passes, of floats 0.62; of keys
 * that differ in 16 bits 1.1 times as long. */
bool openmp_sort_vectors_pay(void)
{
    return __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("popcnt");
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

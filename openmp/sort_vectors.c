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

#include "sort_partition.h"
#include "team.h"

enum {
    FILL = 220, /* ranks that a leaf is to have: a few leaves are too large */
    UNEVEN = 4, /* no side has less than its part of what is spread evenly */
    SAMPLE = 2 * LANES, /* ranks, of which a pivot is the median */
    DEPTH = 2           /* pivots that a sample gives, for each bit of n */
};

/* --- what registers hold -------------------------------------------------- */

/* A piece of rows * LANES at most. */
AVX512 INLINE void sort_rows(const struct piece *p, struct key_order order,
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

AVX512 static void sort_2_rows(const struct piece *p, struct key_order order)
{
    sort_rows(p, order, 2);
}

AVX512 static void sort_4_rows(const struct piece *p, struct key_order order)
{
    sort_rows(p, order, 4);
}

AVX512 static void sort_8_rows(const struct piece *p, struct key_order order)
{
    sort_rows(p, order, 8);
}

AVX512 static void sort_16_rows(const struct piece *p, struct key_order order)
{
    sort_rows(p, order, ROWS);
}

static void sort_few(const struct piece *p, struct key_order order)
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

/* Of one rank. */
AVX512 static void fill(const struct piece *p, struct key_order order)
{
    const __m512i key = keys_of(each(p->least), order);
    for (size_t i = 0; i < p->n; i += LANES)
        _mm512_mask_storeu_epi32(p->to + i, lanes_of(p->n, i), key);
}

AVX512 static void quicksort(struct piece p, struct key_order order,
                             struct pivots by)
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

/* Pivots until samples are no better. */
static struct pivots pivots_of(size_t n)
{
    return (struct pivots){ true,
                            DEPTH * (64 - (unsigned)__builtin_clzll(n)) };
}

AVX512 bool openmp_sort_vectors(const uint32_t *from, uint32_t *to, size_t n,
                                struct key_order order, uint32_t *spare)
{
    struct piece p = { spare, spare + n, to, n, 0, 0 };
    const struct key_look look = rank(from, order, &p);
    if (look.plus && look.minus)
        return false;
    if (look.falls)
        quicksort(p, order, pivots_of(n));
    else
        unrank(&p, order);
    return true;
}

AVX512 void openmp_sort_vectors_ranks(uint32_t *spare, size_t n,
                                      uint32_t least, uint32_t most,
                                      struct key_order order, uint32_t *to)
{
    const struct piece p = { spare, spare + n, to, n, least, most };
    quicksort(p, order, pivots_of(n));
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
                         struct key_order order, uint32_t *spare)
{
    (void)from, (void)to, (void)n, (void)order, (void)spare;
    return false;
}

void openmp_sort_vectors_ranks(uint32_t *spare, size_t n, uint32_t least,
                               uint32_t most, struct key_order order,
                               uint32_t *to)
{
    (void)spare, (void)n, (void)least, (void)most, (void)order, (void)to;
}

#endif

/* sort_parts.c - keys of 4 bytes parted in cache by one thread's vectors, into
 * bins between given pivots, as quicksort would: half of the bins to either
 * side, and so on. */
#include "sort_parts.h"

#ifdef __x86_64__

#include "sort_partition.h"

/* Where what is parted goes. */
struct parting {
    const uint32_t *pivots;
    uint32_t *to, *begins;
};

/* A bin alone: ranks as they are. */
AVX512 static void put_bin(const struct piece *p)
{
    for (size_t i = 0; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        _mm512_mask_storeu_epi32(p->to + i, in,
                                 _mm512_maskz_loadu_epi32(in, p->x + i));
    }
}

/* A piece to bins [bin, end). */
AVX512 static void part(const struct parting *t, struct piece p, size_t bin,
                        size_t end)
{
    while (end - bin > 1) {
        const size_t middle = bin + (end - bin) / 2;
        const size_t below = partition(&p, t->pivots[middle - 1]);
        const size_t rest = p.n - below;
        const struct piece low = { p.y, p.x + rest, p.to, below, 0, 0 };
        part(t, low, bin, middle);
        p = (struct piece){ p.x, p.y + below, p.to + below, rest, 0, 0 };
        bin = middle;
    }
    t->begins[bin] = (uint32_t)(p.to - t->to);
    put_bin(&p);
}

AVX512 struct key_look openmp_sort_parts(const uint32_t *from, size_t n,
                                         struct key_order order,
                                         const uint32_t *pivots, size_t bins,
                                         uint32_t *spare, uint32_t *to,
                                         uint32_t *begins)
{
    const struct parting t = { pivots, to, begins };
    struct piece p = { spare, spare + n, to, n, 0, 0 };
    const struct key_look look = rank(from, order, &p);
    begins[bins] = (uint32_t)n;
    part(&t, p, 0, bins);
    return look;
}

#else

struct key_look openmp_sort_parts(const uint32_t *from, size_t n,
                                  struct key_order order,
                                  const uint32_t *pivots, size_t bins,
                                  uint32_t *spare, uint32_t *to,
                                  uint32_t *begins)
{
    (void)from, (void)n, (void)order, (void)pivots, (void)bins, (void)spare;
    (void)to, (void)begins;
    return (struct key_look){ 0 };
}

#endif

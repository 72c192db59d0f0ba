/* sort_parts.c - keys of 4 bytes parted in cache by one thread's vectors, into
 * bins between given pivots, as quicksort would: half of the bins to either
 * side, and so on. What a bin has stays in the order that it had. */
#include "sort_parts.h"

#ifdef __x86_64__

#include <string.h>

#include "sort_partition.h"

/* What is parted, and where it goes. */
struct parting {
    struct sort_items to;
    struct key_order order;
    const uint32_t *pivots;
    uint32_t *begins;
};

/* A bin alone: ranks as they are, or keys with what they carry. */
AVX512 INLINE void put_bin(const struct parting *t, const struct piece *p,
                           const struct carried *c)
{
    if (!c) {
        for (size_t i = 0; i < p->n; i += LANES) {
            const __mmask16 in = lanes_of(p->n, i);
            _mm512_mask_storeu_epi32(p->to + i, in,
                                     _mm512_maskz_loadu_epi32(in, p->x + i));
        }
        return;
    }
    unrank(p, t->order);
    for (size_t i = 0; i < p->n; i += LANES) {
        const __mmask16 in = lanes_of(p->n, i);
        _mm512_mask_storeu_epi32(c->to + i, in,
                                 _mm512_maskz_loadu_epi32(in, c->x + i));
    }
}

/* A piece, and what it carries, if that is not NULL, to bins [bin, end). */
AVX512 static void part(const struct parting *t, struct piece p,
                        struct carried c, size_t bin, size_t end)
{
    const bool carries = c.x;
    while (end - bin > 1) {
        const size_t middle = bin + (end - bin) / 2;
        const uint32_t pivot = t->pivots[middle - 1];
        const size_t below =
            carries ? partition(&p, &c, pivot) : partition(&p, NULL, pivot);
        const size_t rest = p.n - below;
        const struct piece low = { p.y, p.x + rest, p.to, below, 0, 0 };
        struct carried low_carried = { 0 };
        p = (struct piece){ p.x, p.y + below, p.to + below, rest, 0, 0 };
        if (carries) {
            low_carried = (struct carried){ c.y, c.x + rest, c.to };
            c = (struct carried){ c.x, c.y + below, c.to + below };
        }
        part(t, low, low_carried, bin, middle);
        bin = middle;
    }
    t->begins[bin] = (uint32_t)(p.to - (uint32_t *)t->to.keys);
    put_bin(t, &p, carries ? &c : NULL);
}

AVX512 struct key_look openmp_sort_parts(struct sort_items from, size_t n,
                                         struct key_order order,
                                         const uint32_t *pivots, size_t bins,
                                         uint32_t *spare, struct sort_items to,
                                         uint32_t *begins)
{
    const struct parting t = { to, order, pivots, begins };
    struct piece p = { spare, spare + n, to.keys, n, 0, 0 };
    struct carried c = { 0 };
    const struct key_look look = rank(from.keys, order, &p);
    begins[bins] = (uint32_t)n;
    if (from.values) {
        c = (struct carried){ spare + 2 * n, spare + 3 * n, to.values };
        memcpy(c.x, from.values, n * sizeof *c.x);
    }
    part(&t, p, c, 0, bins);
    return look;
}

#else

struct key_look openmp_sort_parts(struct sort_items from, size_t n,
                                  struct key_order order,
                                  const uint32_t *pivots, size_t bins,
                                  uint32_t *spare, struct sort_items to,
                                  uint32_t *begins)
{
    (void)from, (void)n, (void)order, (void)pivots, (void)bins, (void)spare;
    (void)to, (void)begins;
    return (struct key_look){ 0 };
}

#endif

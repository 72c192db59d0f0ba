/* sgemm_pack.c - packing, from matrices that lie by rows or by columns. */
#include "sgemm_pack.h"

enum {
    FOUR = 4,         /* rows that are packed together */
    AHEAD_ACROSS = 24 /* rows that are asked for before they are packed */
};

/* Four elements from number i on, which are one store for each k. */
static void pack_four(const struct packing *x, size_t i, float *to)
{
    typedef float four
        __attribute__((vector_size(16), may_alias, aligned(sizeof(float))));
    const float *const a = x->from + i * x->next, *const b = a + x->next;
    const float *const c = b + x->next, *const e = c + x->next;
    const size_t after = x->left - i - FOUR;
    for (size_t d = 0; d < x->depth; d++) {
        if (d % LINE == 0)
            for (size_t j = 0; j < least(FOUR, after); j++)
                __builtin_prefetch(a + (FOUR + j) * x->next + d);
        *(four *)(to + d * x->width + i) = (four){ a[d], b[d], c[d], e[d] };
    }
}

/* Fours, the last of which may share elements with the one before; fewer than
 * four, and zeros, one by one. */
static void pack_along(const struct packing *x, float *to)
{
    const size_t in_fours = x->real < FOUR ? 0 : x->real;
    for (size_t i = 0; i < in_fours; i += FOUR)
        pack_four(x, least(i, in_fours - FOUR), to);
    for (size_t i = in_fours; i < x->width; i++)
        for (size_t d = 0; d < x->depth; d++)
            to[d * x->width + i] = i < x->real ? x->from[i * x->next + d] : 0;
}

static void pack_across(const struct packing *x, float *to)
{
    for (size_t d = 0; d < x->depth; d++) {
        if (d + AHEAD_ACROSS < x->depth)
            ask_for(x->from + (d + AHEAD_ACROSS) * x->deeper, x->real);
        for (size_t i = 0; i < x->real; i++)
            to[d * x->width + i] = x->from[d * x->deeper + i];
        for (size_t i = x->real; i < x->width; i++)
            to[d * x->width + i] = 0;
    }
}

void openmp_pack(const struct packing *x, float *to)
{
    if (x->deeper == 1)
        pack_along(x, to);
    else
        pack_across(x, to);
}

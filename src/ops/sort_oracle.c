/* sort_oracle.c - keys put in order by insertion in short runs, which are then
 * merged by twos, in parallel to the last step, as any part of a merge can be
 * found in its two runs (Odeh, Green, Mwassi, Shmueli and Birk 2012). */
#include "ops/sort_oracle.h"

#include <stdint.h>
#include <string.h>

#include "host/parallel.h"

enum { RUN = 16 }; /* keys that are put in order by insertion */

#define SORT_INLINE static inline __attribute__((always_inline))

/* Keys [begin, end) of what two runs merged are; first and second say where
 * they begin in them. */
struct merge {
    struct sort_items from, to;
    size_t first, first_end, second, second_end, begin, end, width;
    bool down;
};

SORT_INLINE void move_value(void *to, size_t k, const void *from, size_t i,
                            size_t width)
{
    if (width == 4)
        ((uint32_t *)to)[k] = ((const uint32_t *)from)[i];
    else
        ((uint64_t *)to)[k] = ((const uint64_t *)from)[i];
}

#define ELEM_TEMPLATE "ops/sort_oracle_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE

struct round { /* runs of `length` keys become runs of twice that */
    enum elem type;
    bool down;
    size_t width, n, length;
    struct sort_items from, to;
};

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The part of one pair of runs that [begin, end) has. */
static void merge_pair(const struct round *r, size_t pair, size_t begin,
                       size_t end)
{
    static size_t (*const split[ELEM_COUNT])(const struct merge *, size_t) =
        EACH(NUMBERS, split);
    static void (*const merge[ELEM_COUNT])(const struct merge *) =
        EACH(NUMBERS, merge_items);
    const size_t middle = least_of(pair + r->length, r->n);
    struct merge m = { .from = r->from,
                       .to = r->to,
                       .first = pair,
                       .first_end = middle,
                       .second = middle,
                       .second_end = least_of(middle + r->length, r->n),
                       .begin = begin,
                       .end = end,
                       .width = r->width,
                       .down = r->down };
    const size_t of_first = split[r->type](&m, begin - pair);
    m.first += of_first;
    m.second += begin - pair - of_first;
    merge[r->type](&m);
}

static void merge_block(void *context, size_t begin, size_t end, int rank)
{
    const struct round *r = context;
    (void)rank;
    while (begin < end) {
        const size_t pair = begin - begin % (2 * r->length);
        const size_t stop = least_of(pair + 2 * r->length, end);
        merge_pair(r, pair, begin, stop);
        begin = stop;
    }
}

/* Runs [begin, end), so counted. */
static void insert_block(void *context, size_t begin, size_t end, int rank)
{
    static void (*const insert[ELEM_COUNT])(const struct sort_items *, size_t,
                                            size_t, bool, size_t) =
        EACH(NUMBERS, insert);
    const struct round *r = context;
    (void)rank;
    for (size_t k = begin; k < end; k++)
        insert[r->type](&r->from, k * RUN, least_of((k + 1) * RUN, r->n),
                        r->down, r->width);
}

void sort_oracle(enum elem type, bool descending, size_t width, size_t n,
                 struct sort_items items, struct sort_items spare)
{
    struct round r = { .type = type,
                       .down = descending,
                       .width = width,
                       .n = n,
                       .from = items,
                       .to = spare };
    parallel_for((n + RUN - 1) / RUN, insert_block, &r);
    for (r.length = RUN; r.length < n; r.length *= 2) {
        const struct sort_items merged = r.to;
        parallel_for(n, merge_block, &r);
        r.to = r.from;
        r.from = merged;
    }
    if (r.from.keys == items.keys)
        return;
    memcpy(items.keys, spare.keys, n * elem_size(type));
    if (width)
        memcpy(items.values, spare.values, n * width);
}

bool sort_oracle_before(enum elem type, bool descending, const void *a,
                        const void *b)
{
    static bool (*const before[ELEM_COUNT])(bool, const void *, const void *) =
        EACH(NUMBERS, before);
    return before[type](descending, a, b);
}

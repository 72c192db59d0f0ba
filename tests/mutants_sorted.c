/* mutants_sorted.c - keys and what they carry, put in order by the C
 * library. */
#include "mutants_sorted.h"

#include <stdlib.h>
#include <string.h>

static uint64_t rank_of(const struct job *job, const void *key)
{
    const int top = 8 * (int)key_size(job) - 1;
    const uint64_t sign = (uint64_t)1 << top;
    uint64_t bits = 0;
    memcpy(&bits, key, key_size(job));
    if (elem_kind(job->problem->type) == ELEM_UNSIGNED)
        return bits;
    if (!is_float(job))
        return bits ^ sign;
    if (bits == sign)
        bits = 0;
    return bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
}

struct item *sorted_items(const struct job *job)
{
    struct item *items = calloc(count_of(job) + 1, sizeof *items);
    for (size_t i = 0; i < count_of(job); i++) {
        memcpy(items[i].key, (const char *)job->in[0] + i * key_size(job),
               key_size(job));
        items[i].rank = rank_of(job, items[i].key);
        items[i].place = i;
        if (width_of(job))
            memcpy(&items[i].value,
                   (const char *)job->in[1] + i * width_of(job),
                   width_of(job));
    }
    return items;
}

void sorted_put(const struct job *job, size_t i, const struct item *item)
{
    memcpy((char *)job->out[0] + i * key_size(job), item->key, key_size(job));
    if (width_of(job))
        memcpy((char *)job->out[1] + i * width_of(job), &item->value,
               width_of(job));
}

static int by_place(const struct item *a, const struct item *b)
{
    return (a->place > b->place) - (a->place < b->place);
}

static int by_rank(const struct item *a, const struct item *b)
{
    return (a->rank > b->rank) - (a->rank < b->rank);
}

int sorted_up(const void *a, const void *b)
{
    const int rank = by_rank(a, b);
    return rank ? rank : by_place(a, b);
}

int sorted_down(const void *a, const void *b)
{
    const int rank = by_rank(b, a);
    return rank ? rank : by_place(a, b);
}

int (*sorted_order(const struct job *job))(const void *, const void *)
{
    return sort_descends(job->problem) ? sorted_down : sorted_up;
}

enum status sorted_by(const struct job *job,
                      int (*compare)(const void *, const void *),
                      void (*spoil)(const struct job *, struct item *,
                                    size_t n))
{
    const size_t n = count_of(job);
    struct item *items = sorted_items(job);
    qsort(items, n, sizeof *items, compare);
    if (spoil)
        spoil(job, items, n);
    for (size_t i = 0; i < n; i++)
        sorted_put(job, i, &items[i]);
    free(items);
    return STATUS_OK;
}

void sorted_swap(struct item *a, struct item *b)
{
    const struct item kept = *a;
    *a = *b;
    *b = kept;
}

void sorted_swap_others(const struct job *job, struct item *items, size_t n)
{
    (void)job;
    for (size_t k = 0; k + 1 < n; k++) {
        const size_t i = (n / 2 + k) % (n - 1);
        if (items[i].rank != items[i + 1].rank) {
            sorted_swap(&items[i], &items[i + 1]);
            return;
        }
    }
}

void sorted_swap_last(const struct job *job, struct item *items, size_t n)
{
    size_t i = n - 1;
    (void)job;
    while (i > 0 && items[i - 1].rank == items[i].rank)
        i--;
    if (i > 0)
        sorted_swap(&items[i - 1], &items[i]);
}

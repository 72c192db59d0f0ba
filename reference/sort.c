/* sort.c - sort on one core. */
#include "ops/sort.h"

#include <stdlib.h>
#include <string.h>

#include "op.h"

/* Keys, and the values that they carry; NULL: none. */
struct sort_items {
    void *keys, *values;
};

struct sort_work {
    const void *keys, *values;
    struct sort_items out, spare;
    size_t n;
    uint64_t flip;
};

enum {
    DIGIT_BITS = 11, /* of a pass of radix: its places are in the L1 cache */
    SHORT = 2000,    /* items of which they are 8, */
    VERY_FEW = 13,   /* times a key's bytes: so many are inserted */
    AHEAD = 4 /* items that are read before the first of them is written */
};

enum {
    FEW = 24,    /* keys that quicksort inserts */
    MANY = 1024, /* keys whose pivot is the median of three medians */
    DEPTH = 2    /* times log2 n: deeper it heapsorts */
};

/* Counts become the places before them. */
static void add_up(size_t *count, size_t digits)
{
    size_t before = 0;
    for (size_t d = 0; d < digits; d++) {
        const size_t own = count[d];
        count[d] = before;
        before += own;
    }
}

#define INLINE static inline __attribute__((always_inline))

#define SORT_TEMPLATE "reference/sort_radix_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

#define SORT_TEMPLATE "reference/sort_quick_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

/* Spare values begin at a multiple of 64. */
static size_t spare_keys_bytes(const struct problem *p)
{
    return (p->size * elem_size(p->type) + 63) / 64 * 64;
}

static struct sort_work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    return (struct sort_work){
        .keys = job->in[0],
        .values = job->in[1],
        .out = { job->out[0], job->out[1] },
        .spare = { job->scratch, (char *)job->scratch + spare_keys_bytes(p) },
        .n = p->size,
        .flip = sort_flip(p),
    };
}

static size_t scratch_spare(const struct job *job)
{
    const struct problem *p = job->problem;
    return spare_keys_bytes(p) + p->size * sort_value_bytes(p);
}

static enum status run_radix(struct job *job)
{
    static void (*const radix[])(const struct sort_work *) =
        SORT_FORMS(, radix);
    const struct sort_work w = work_of(job);
    radix[sort_form(job->problem)](&w);
    return STATUS_OK;
}

static enum status run_quicksort(struct job *job)
{
    static void (*const quicksort[])(const struct sort_work *) =
        SORT_FORMS(, quicksort);
    const struct sort_work w = work_of(job);
    quicksort[sort_form(job->problem)](&w);
    return STATUS_OK;
}

/* Pairs are packed for it. */
static size_t scratch_qsort(const struct job *job)
{
    const struct problem *p = job->problem;
    return sort_value_bytes(p) ? p->size * 2 * sizeof(uint64_t) : 0;
}

static enum status run_qsort(struct job *job)
{
    static void (*const by_qsort[])(const struct sort_work *) =
        SORT_FORMS(, by_qsort);
    const struct sort_work w = work_of(job);
    by_qsort[sort_form(job->problem)](&w);
    return STATUS_OK;
}

extern const struct variant reference_sort[];

const struct variant reference_sort[] = {
    { .name = "qsort",
      .idea = "the C library's, of keys as unsigned numbers; pairs packed",
      .source = "",
      .traits = UNSTABLE,
      .scratch = scratch_qsort,
      .run = run_qsort },
    { .name = "quicksort",
      .idea = "in place, the pivot a median; few keys by insertion, heapsort "
              "where it goes too deep",
      .source = "Hoare 1961; Musser 1997",
      .traits = UNSTABLE,
      .run = run_quicksort },
    { .name = "radix",
      .idea =
          "a pass for each 11 bits of the keys, the lowest first, but for "
          "digits that all keys share; all counted beforehand; few inserted",
      .source = "Knuth 1998, 5.2.5",
      .best = true,
      .scratch = scratch_spare,
      .run = run_radix },
    { 0 }
};

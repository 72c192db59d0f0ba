/* compact.c - what compact is: the elements that exceed a threshold, in their
 * order, and how many they are (Fortran's PACK). The threshold is
 * threshold.h's. */
#include "ops/compact.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "op.h"
#include "simd.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/threshold.h"

static const char *const no_yes[] = { "no", "yes", NULL };

static const struct param params[] = {
    [COMPACT_PARAM_KEEP] = { .name = "keep",
                             .kind = PARAM_SHARE,
                             .preset = "50%",
                             .generates = true,
                             .ends_hold = true,
                             .help = "the share of elements that are kept" },
    [COMPACT_PARAM_IN_PLACE] = { .name = "in-place",
                                 .kind = PARAM_CHOICE,
                                 .preset = "no",
                                 .help = "whether those kept move to the "
                                         "front of their own array",
                                 .choices = no_yes },
    { 0 }
};

/* The answer: this, then the elements kept. */
struct kept {
    uint64_t count;
};

static void *kept_elements(const void *want)
{
    return (struct kept *)(uintptr_t)want + 1;
}

/* A multiset of elements, by two sums of hashes of their bits. */
struct bag {
    uint64_t sum[2];
};

/* The threads that look through an unordered output. */
struct search {
    const void *t, *got;
    struct bag bag[PARALLEL_MOST];
    size_t stray[PARALLEL_MOST]; /* the first that is not to be kept */
};

/* A bijection of 64 bits (the last steps of SplitMix64: Steele, Lea and Flood
 * 2014). */
static inline uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#define ELEM_TEMPLATE "ops/compact_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

/* --- the problem ---------------------------------------------------------- */

void compact_threshold(const struct problem *p, void *t)
{
    threshold_of(p, p->param[COMPACT_PARAM_KEEP].r, t);
}

static enum status shape(struct problem *p, struct reason *why)
{
    const size_t n = p->size;
    p->dim[0] = n;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = 1;
    p->out_count = 2;
    p->in[0] = (struct array){ .name = "x", .type = p->type, .count = n };
    p->out[0] = (struct array){
        .name = "y",
        .type = p->type,
        .count = n,
        .length_in = OUTPUT(1),
        .from = p->param[COMPACT_PARAM_IN_PLACE].i ? INPUT(0) : 0,
    };
    p->out[1] =
        (struct array){ .name = "count", .type = ELEM_U64, .count = 1 };
    (void)why;
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    (void)which;
    return threshold_fill(p, p->param[COMPACT_PARAM_KEEP].r, elements);
}

/* Nothing rounds. */
static bool twin(const struct problem *p)
{
    (void)p;
    return false;
}

static struct cost cost(const struct problem *p, const void *want)
{
    const struct kept *kept = want;
    const double size = (double)elem_size(p->type);
    return (struct cost){
        .read = (double)p->size * size,
        .written = (double)kept->count * size,
        .items = (double)p->size,
    };
}

/* --- the right answer ----------------------------------------------------- */

static size_t want_bytes(const struct problem *p)
{
    return sizeof(struct kept) + p->size * elem_size(p->type);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    double t;
    struct kept *kept = want;
    compact_threshold(p, &t);
    kept->count = threshold_divide(p->type, in[0], p->size, &t,
                                   kept_elements(want), false);
}

/* --- check ---------------------------------------------------------------- */

/* Fills the search in; the result is the first stray, or count. */
static size_t look_through(const struct problem *p, const void *elements,
                           size_t count, struct bag *all)
{
    static void (*const look[ELEM_COUNT])(void *, size_t, size_t, int) =
        EACH(TAUGHT, look);
    double t;
    struct search s = { .t = &t, .got = elements };
    size_t stray = count;
    compact_threshold(p, &t);
    parallel_for(count, look[p->type], &s);
    *all = (struct bag){ { 0 } };
    for (int r = parallel_threads(); r-- > 0;) {
        all->sum[0] += s.bag[r].sum[0];
        all->sum[1] += s.bag[r].sum[1];
        if (s.stray[r])
            stray = s.stray[r] - 1;
    }
    return stray;
}

/* Elements in any order, as many as there should be: each is to be kept, and
 * none is there more often than it should be. That two multisets agree in both
 * of their sums by chance has a probability of about 2^-127. */
static void check_unordered(const struct problem *p, const void *want,
                            size_t count, const void *got, struct verdict *v)
{
    struct bag wanted, found;
    char text[48];
    look_through(p, want, count, &wanted);
    v->first_bad = look_through(p, got, count, &found);
    v->ok = v->first_bad == count && !memcmp(&wanted, &found, sizeof found);
    if (v->ok || v->first_bad == count) {
        if (!v->ok)
            snprintf(v->text, sizeof v->text,
                     "expected each element as often as it is kept, got one "
                     "more often than that");
        v->first_bad = 0;
        return;
    }
    elem_print(p->type, (const char *)got + v->first_bad * elem_size(p->type),
               text, sizeof text);
    snprintf(v->text, sizeof v->text,
             "expected an element that is kept, got "
             "%s",
             text);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct kept *kept = want;
    const void *elements = kept_elements(want);
    uint64_t count;
    memcpy(&count, got[1], sizeof count);
    verdict_clear(v);
    verdict_same(v, 1, ELEM_U64, 1, &kept->count, &count);
    count = count < kept->count ? count : kept->count;
    if (!(promise->traits & UNORDERED))
        verdict_identical(v, 0, p->type, count, elements, got[0]);
    else if (v->ok)
        check_unordered(p, elements, count, got[0], v);
}

const struct op op_compact = {
    .name = "compact",
    .summary = "the elements that exceed a threshold, in their order",
    .types = TYPES(TAUGHT),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae =
        "bytes: n s + kept s, each element read once and each one kept "
        "written once (s = sizeof type)\n"
        "FLOPs: none\n"
        "items: n elements\n"
        "kept: x > t; t follows from keep and --dist, of a file it is 0",
    .shape = shape,
    .fill = fill,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};

/* segments.c - cutting n elements into segments.
 *
 * Segment k of random lengths has a weight w_k of its own: -log u (lengths are
 * then geometric, nearly) or u^(-2/3), Pareto's law of exponent 3/2, whose
 * variance has no bound. It begins at floor(n (w_0 + ... + w_k-1) / (w_0 + w_1
 * + ...)). Weights are whole numbers, so that their sums are the same however
 * they are cut into blocks. */
#include "ops/segments.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "op.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/rare.h"

/* Of the weights: sums of 2^40 of them stay below 2^64, as the mean weight is
 * at most 3 units. */
#define WEIGHT_UNIT 0x1p20

static bool weighs(const struct segments *s)
{
    return s->lengths == SEGMENTS_GEOMETRIC || s->lengths == SEGMENTS_POWER;
}

static size_t count_of(const struct segments *s)
{
    switch (s->lengths) {
    case SEGMENTS_ONE: return 1;
    case SEGMENTS_HEADS: return s->elements;
    default:
        return s->elements
            ? s->elements / s->mean + (s->elements % s->mean != 0)
            : 1;
    }
}

enum status segments_shape(const struct problem *p, int first,
                           struct segments *s, struct reason *why)
{
    const size_t count = (size_t)p->param[first + 2].i;
    *s = (struct segments){
        .lengths = (int)p->param[first].i,
        .elements = p->size,
        .mean = (size_t)p->param[first + 1].i,
    };
    if (count && !weighs(s) && s->lengths != SEGMENTS_FIXED)
        return fail(why, STATUS_USAGE,
                    "segments=%zu: only lengths=geometric, "
                    "fixed and power may have any number of segments",
                    count);
    if (count && weighs(s) && s->mean != SEGMENTS_MEAN)
        return fail(why, STATUS_USAGE,
                    "mean=%zu and segments=%zu: where "
                    "lengths are geometric or power, one follows from the "
                    "other",
                    s->mean, count);
    s->count = count ? count : count_of(s);
    if (s->lengths == SEGMENTS_EMPTY) {
        s->elements = 0;
        s->count = p->size;
    }
    return STATUS_OK;
}

/* --- the generator -------------------------------------------------------- */

struct cutting {
    const struct segments *segments;
    uint64_t seed;
    int which;
    uint64_t *sums; /* of weights: a rank's, then all before it */
    uint64_t total;
    segments_visit *visit;
    void *context;
};

static uint64_t weight(const struct cutting *c, size_t k)
{
    const double u = random_unit(c->seed, c->which, k);
    const double w =
        c->segments->lengths == SEGMENTS_POWER ? 1 / cbrt(u * u) : -log(u);
    const double most = c->segments->most;
    return 1 + (uint64_t)((most > 0 && w > most ? most : w) * WEIGHT_UNIT);
}

static void weigh_block(void *context, size_t begin, size_t end, int rank)
{
    const struct cutting *c = context;
    uint64_t sum = 0;
    for (size_t k = begin; k < end; k++)
        sum += weight(c, k);
    c->sums[rank] = sum;
}

/* Where segment k begins, or the last ends; before: the sum of weights before
 * it, if any. */
static size_t start_of(const struct cutting *c, size_t k, uint64_t before)
{
    const struct segments *s = c->segments;
    if (k == s->count)
        return s->elements;
    if (weighs(s))
        return (size_t)((double)s->elements *
                        ((double)before / (double)c->total));
    if (s->lengths == SEGMENTS_HEADS)
        return k;
    if (s->lengths == SEGMENTS_FIXED)
        return k > s->elements / s->mean ? s->elements : k * s->mean;
    return 0;
}

static void cut_block(void *context, size_t begin, size_t end, int rank)
{
    const struct cutting *c = context;
    uint64_t before = weighs(c->segments) ? c->sums[rank] : 0;
    size_t start = start_of(c, begin, before);
    for (size_t k = begin; k < end; k++) {
        if (weighs(c->segments))
            before += weight(c, k);
        const size_t next = start_of(c, k + 1, before);
        c->visit(c->context, k, start, next);
        start = next;
    }
}

void segments_each(uint64_t seed, int which, const struct segments *s,
                   segments_visit *visit, void *context)
{
    uint64_t sums[PARALLEL_MOST] = { 0 };
    struct cutting c = { .segments = s,
                         .seed = seed,
                         .which = which,
                         .sums = sums,
                         .visit = visit,
                         .context = context };
    if (weighs(s))
        parallel_for(s->count, weigh_block, &c);
    for (int r = 0; r < parallel_threads(); r++) {
        const uint64_t sum = sums[r];
        sums[r] = c.total;
        c.total += sum;
    }
    parallel_for(s->count, cut_block, &c);
}

static void put_offset(void *context, size_t k, size_t begin, size_t end)
{
    uint64_t *offsets = context;
    (void)end;
    offsets[k] = begin;
}

void segments_offsets(const struct problem *p, int which,
                      const struct segments *s, uint64_t *offsets)
{
    segments_each(p->seed, which, s, put_offset, offsets);
    offsets[s->count] = s->elements;
}

struct flagging {
    const struct problem *problem;
    uint8_t *flags;
};

static void put_flag(void *context, size_t k, size_t begin, size_t end)
{
    const struct flagging *f = context;
    (void)k;
    if (begin < end) /* an empty one has no head */
        __atomic_store_n(&f->flags[begin], rare_flag(f->problem, begin),
                         __ATOMIC_RELAXED);
}

static void clear_block(void *context, size_t begin, size_t end, int rank)
{
    uint8_t *flags = context;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        flags[i] = 0;
}

void segments_flags(const struct problem *p, int which,
                    const struct segments *s, uint8_t *flags)
{
    struct flagging f = { .problem = p, .flags = flags };
    parallel_for(s->elements, clear_block, flags);
    segments_each(p->seed, which, s, put_flag, &f);
    if (p->timed && s->elements) /* it begins a segment all the same */
        flags[0] = 0;
}

/* --- offsets of others ---------------------------------------------------- */

enum status segments_validate(const uint64_t *offsets, size_t count, size_t n,
                              struct reason *why)
{
    if (offsets[0] != 0)
        return fail(why, STATUS_USAGE,
                    "offset 0 is %" PRIu64 ": the first "
                    "segment begins at 0",
                    offsets[0]);
    for (size_t k = 0; k < count; k++)
        if (offsets[k + 1] < offsets[k])
            return fail(why, STATUS_USAGE,
                        "offset %zu is %" PRIu64 ", less "
                        "than offset %zu, which is %" PRIu64,
                        k + 1, offsets[k + 1], k, offsets[k]);
    if (offsets[count] != n)
        return fail(why, STATUS_USAGE,
                    "offset %zu is %" PRIu64 ": the last "
                    "segment ends at n, %zu",
                    count, offsets[count], n);
    return STATUS_OK;
}

size_t segments_find(const uint64_t *offsets, size_t count, uint64_t at)
{
    size_t low = 0, high = count + 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (offsets[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t word_at(const uint8_t *flags)
{
    uint64_t word;
    memcpy(&word, flags, sizeof word);
    return word;
}

size_t heads_next(const struct heads *h, size_t i, size_t n)
{
    if (!h->flags) {
        const size_t k = segments_find(h->offsets, h->count, i);
        return k <= h->count ? (size_t)h->offsets[k] : n;
    }
    if (i == 0) /* whatever its flag says */
        return 0;
    while (i + sizeof(uint64_t) <= n && !word_at(h->flags + i))
        i += sizeof(uint64_t);
    while (i < n && !h->flags[i])
        i++;
    return i;
}

/* threshold.c - the two sides of a threshold: counted, then written, by the
 * harness's threads, a block each. */
#include "ops/threshold.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "random.h"
#include "simd.h"
#include "host/parallel.h"

/* What the threads share. */
struct division {
    enum elem type;
    bool both;
    const void *x, *t;
    void *y;
    size_t above[PARALLEL_MOST]; /* in each one's block; then in those before
                                    it */
    size_t all;                  /* above, in all blocks */
};

#define ELEM_TEMPLATE "ops/threshold_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

void threshold_of(const struct problem *p, double keep, void *t)
{
    static void (*const nearest[ELEM_COUNT])(double, void *) =
        EACH(TAUGHT, nearest);
    const double at = keep <= 0 ? INFINITY
        : keep >= 1             ? -INFINITY
        : p->input_path         ? 0
                                : random_exceeded(p, 0, keep);
    nearest[p->type](at, t);
}

size_t threshold_count(enum elem type, const void *x, size_t n, const void *t)
{
    static size_t (*const exceeding[ELEM_COUNT])(
        const void *, size_t, const void *) = EACH(TAUGHT, exceeding);
    return exceeding[type](x, n, t);
}

static void count(void *context, size_t begin, size_t end, int rank)
{
    struct division *d = context;
    d->above[rank] = threshold_count(
        d->type, (const char *)d->x + begin * elem_size(d->type), end - begin,
        d->t);
}

size_t threshold_divide(enum elem type, const void *x, size_t n, const void *t,
                        void *y, bool both)
{
    static void (*const divide[ELEM_COUNT])(void *, size_t, size_t, int) =
        EACH(TAUGHT, divide);
    struct division d = { .type = type, .both = both, .x = x, .t = t, .y = y };
    parallel_for(n, count, &d);
    for (int r = 0; r < parallel_threads(); r++) {
        const size_t own = d.above[r];
        d.above[r] = d.all;
        d.all += own;
    }
    parallel_for(n, divide[type], &d);
    return d.all;
}

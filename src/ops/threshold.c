/* threshold.c - the two sides of a threshold: counted, then written, by the
 * harness's threads, a block each. */
#include "ops/threshold.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "random.h"
#include "simd.h"
#include "host/parallel.h"
#include "ops/rare.h"

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

/* What the threads share that put in what is rare. */
struct rareness {
    const struct problem *problem;
    const void *t;
    void *x;
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

bool threshold_fill(const struct problem *p, double keep, void *elements)
{
    static void (*const put_rare[ELEM_COUNT])(void *, size_t, size_t, int) =
        EACH(TAUGHT, put_rare);
    double t;
    struct rareness r = { .problem = p, .t = &t, .x = elements };
    if (!p->timed)
        return false;
    threshold_of(p->timed, keep, &t);
    random_fill(p, 0, elements);
    parallel_for(p->size, put_rare[p->type], &r);
    return true;
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

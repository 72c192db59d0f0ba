/* verdict.c - comparing results with the right answer. */
#include "verdict.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "host/parallel.h"

void verdict_clear(struct verdict *v)
{
    *v = (struct verdict){ .ok = true };
}

double verdict_roundoff(enum elem type)
{
    return elem_is_float(type) ? ldexp(1, -elem_digits(type)) : 0;
}

double verdict_gamma(enum elem type, double depth)
{
    const double du = depth * verdict_roundoff(type);
    return du < 0.5 ? du / (1 - du) : 2 * du;
}

double verdict_chain(const struct promise *promise, double terms)
{
    return fmin(promise->depth, terms);
}

double verdict_likely(double depth)
{
    const double lambda = 7;
    return depth > lambda * lambda ? lambda / sqrt(depth) : 1;
}

void verdict_share(struct verdict *v, double share)
{
    if (!(v->depth > 0))
        return;
    v->of_bound = fmax(v->of_bound, share);
    v->of_likely = fmax(v->of_likely, share / verdict_likely(v->depth));
}

/* Whether (output, index) comes before the first bad element so far. */
static bool comes_first(const struct verdict *v, int output, size_t index)
{
    return v->ok || output < v->bad_output ||
        (output == v->bad_output && index < v->first_bad);
}

void verdict_merge(struct verdict *v, const struct verdict *other)
{
    const double ulp = fmax(v->max_ulp, other->max_ulp);
    const double depth = fmax(v->depth, other->depth);
    const double of_bound = fmax(v->of_bound, other->of_bound);
    const double of_likely = fmax(v->of_likely, other->of_likely);
    if (!other->ok && comes_first(v, other->bad_output, other->first_bad))
        *v = *other;
    v->max_ulp = ulp;
    v->depth = depth;
    v->of_bound = of_bound;
    v->of_likely = of_likely;
}

static void mark_bad(struct verdict *v, int output, size_t index)
{
    v->ok = false;
    v->bad_output = output;
    v->first_bad = index;
}

/* --- in parallel --------------------------------------------------------- */

struct work {
    pthread_mutex_t lock;
    struct verdict *verdict;
    verdict_block *check;
    const void *context;
};

static void check_block(void *context, size_t begin, size_t end, int rank)
{
    struct work *w = context;
    struct verdict v;
    (void)rank;
    verdict_clear(&v);
    w->check(w->context, begin, end, &v);
    pthread_mutex_lock(&w->lock);
    verdict_merge(w->verdict, &v);
    pthread_mutex_unlock(&w->lock);
}

void verdict_parallel(struct verdict *v, size_t count, verdict_block *check,
                      const void *context)
{
    struct work w = { .verdict = v, .check = check, .context = context };
    pthread_mutex_init(&w.lock, NULL);
    parallel_for(count, check_block, &w);
    pthread_mutex_destroy(&w.lock);
}

/* --- exact --------------------------------------------------------------- */

struct comparison {
    int output;
    enum elem type;
    bool bits;    /* of floats, too */
    size_t count; /* where the answer is turned round */
    const void *want, *got;
};

static bool equal_at(const struct comparison *c, size_t i)
{
    const size_t size = elem_size(c->type);
    const char *want = (const char *)c->want + i * size;
    const char *got = (const char *)c->got + i * size;
    if (elem_is_float(c->type) && !c->bits)
        return elem_double(c->type, want) == elem_double(c->type, got);
    return !memcmp(want, got, size);
}

/* The first difference in [begin, end), or end. Equal bits are equal floats
 * too, NaN aside, which no right answer holds: blocks are compared as bytes,
 * and only a block that differs is looked at closely. */
static size_t first_difference(const struct comparison *c, size_t begin,
                               size_t end)
{
    enum { BLOCK = 4096 };
    const size_t size = elem_size(c->type);
    for (size_t i = begin; i < end;) {
        const size_t stop = end - i > BLOCK ? i + BLOCK : end;
        if (!memcmp((const char *)c->want + i * size,
                    (const char *)c->got + i * size, (stop - i) * size))
            i = stop;
        while (i < stop && equal_at(c, i))
            i++;
        if (i < stop)
            return i;
    }
    return end;
}

static void compare(const void *context, size_t begin, size_t end,
                    struct verdict *v)
{
    const struct comparison *c = context;
    const size_t i = first_difference(c, begin, end);
    if (i == end)
        return;
    const size_t at = i * elem_size(c->type);
    char want[48], got[48];
    elem_print(c->type, (const char *)c->want + at, want, sizeof want);
    elem_print(c->type, (const char *)c->got + at, got, sizeof got);
    mark_bad(v, c->output, i);
    snprintf(v->text, sizeof v->text, "expected %s, got %s", want, got);
}

void verdict_same(struct verdict *v, int output, enum elem type, size_t count,
                  const void *want, const void *got)
{
    const struct comparison c = {
        .output = output, .type = type, .want = want, .got = got
    };
    verdict_parallel(v, count, compare, &c);
}

void verdict_identical(struct verdict *v, int output, enum elem type,
                       size_t count, const void *want, const void *got)
{
    const struct comparison c = {
        .output = output, .type = type, .bits = true, .want = want, .got = got
    };
    verdict_parallel(v, count, compare, &c);
}

/* The answer turned round, a piece at a time. */
static void compare_reversed(const void *context, size_t begin, size_t end,
                             struct verdict *v)
{
    enum { PIECE = 512 };
    const struct comparison *c = context;
    const size_t size = elem_size(c->type);
    char turned[PIECE * sizeof(double)];
    struct comparison piece = *c;
    piece.want = turned;
    for (size_t i = begin; i < end && v->ok; i += PIECE) {
        const size_t length = end - i < PIECE ? end - i : PIECE;
        for (size_t k = 0; k < length; k++)
            memcpy(turned + k * size,
                   (const char *)c->want + (c->count - 1 - i - k) * size,
                   size);
        piece.got = (const char *)c->got + i * size;
        compare(&piece, 0, length, v);
        v->first_bad += v->ok ? 0 : i;
    }
}

void verdict_reversed(struct verdict *v, int output, enum elem type,
                      size_t count, const void *want, const void *got)
{
    const struct comparison c = { .output = output,
                                  .type = type,
                                  .bits = true,
                                  .count = count,
                                  .want = want,
                                  .got = got };
    verdict_parallel(v, count, compare_reversed, &c);
}

/* --- bounded ------------------------------------------------------------- */

/* The distance between neighbouring numbers of the type around x. */
static double spacing(enum elem type, double x)
{
    const int lowest = elem_least_exponent(type);
    int exponent;
    frexp(x, &exponent);
    if (x == 0 || exponent < lowest)
        exponent = lowest;
    return ldexp(1, exponent - elem_digits(type));
}

void verdict_near(struct verdict *v, int output, size_t index, enum elem type,
                  const void *got, double want, double rest, double bound)
{
    const double value = elem_double(type, got);
    const double error = fabs((value - want) - rest);
    if (error <= bound && isfinite(error)) {
        if (error > 0) {
            v->max_ulp = fmax(v->max_ulp, error / spacing(type, want));
            verdict_share(v, error / bound);
        }
        return;
    }
    if (!comes_first(v, output, index))
        return;
    char text[48];
    elem_print(type, got, text, sizeof text);
    mark_bad(v, output, index);
    snprintf(v->text, sizeof v->text,
             "expected %.17g, got %s (off by %.3g, allowed %.3g)", want, text,
             error, fmax(bound, 0));
}

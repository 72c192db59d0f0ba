/* prefix.c - the right answers of scans, with or without restarts.
 *
 * In parallel by reduce-then-scan: each thread joins the elements of its block
 * since their last restart, the blocks' values are joined in order, and each
 * thread scans its block from what comes before it. Integers wrap. Floats are
 * added in double-double (Dekker 1971; the sum of a double and a double-double
 * as in Joldes, Muller and Popescu 2017, algorithm 4), with an error of about
 * n 2^-105 sum|x|: far below what is checked. */
#include "ops/prefix.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "random.h"
#include "simd.h"
#include "verdict.h"
#include "host/parallel.h"

enum {
    CHECK_BLOCK = 4096, /* elements judged before one is looked at */
    LOOK_BACK = 1 << 20 /* how far the last restart is looked for */
};

/* What comes before an element, since the last restart. */
struct carry {
    uint64_t whole;        /* integers: the sum modulo 2^64, */
    double sum, rest;      /* floats: sum + rest, */
    double magnitude;      /* and the sum of |x| */
    unsigned char most[8]; /* or the maximum, in its own type */
    size_t terms;          /* of a sum of floats; for checks, at least 1 */
    bool anew;             /* there was a restart in the block */
};

static void carry_add(struct carry *c, double x)
{
    const double s = c->sum + x, shadow = s - c->sum;
    const double error = (c->sum - (s - shadow)) + (x - shadow);
    const double low = c->rest + error;
    c->sum = s + low;
    c->rest = low - (c->sum - s);
}

/* What a running magnitude may be below the true one: n 2^-53, n < 2^33. */
#define MAGNITUDE_SLACK 1.000001

/* Of sums that round. */
struct checking {
    const struct prefix *prefix;
    double depth;
    double growth; /* gamma of the roundings; 0: exact */
    double last;   /* u of the answer's own rounding */
    const void *want, *got;
};

#define EXPONENT INT64_C(0x7ff0000000000000) /* of a double's bits */

#define ELEM_TEMPLATE "ops/prefix_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE

static size_t next_start(const struct prefix *p, size_t i)
{
    if (p->next_start)
        return p->next_start(p, i);
    return i == 0 ? 0 : p->n;
}

enum status prefix_shape(struct problem *p, struct reason *why)
{
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = p->out_count = 1;
    p->in[0] =
        (struct array){ .name = "x", .type = p->type, .count = p->size };
    if (elem_is_float(p->type))
        random_twin_sums(&p->in[0], elem_digits(p->type));
    p->out[0] =
        (struct array){ .name = "y", .type = p->type, .count = p->size };
    (void)why;
    return STATUS_OK;
}

struct cost prefix_cost(const struct problem *p, const void *want)
{
    const double n = (double)p->in[0].count;
    struct cost cost = { .flops = elem_is_float(p->type) ? n : 0, .items = n };
    (void)want;
    for (int i = 0; i < p->in_count; i++)
        cost.read += (double)(p->in[i].count * elem_size(p->in[i].type));
    cost.written = n * (double)elem_size(p->type);
    return cost;
}

bool prefix_rounds(const struct prefix *p)
{
    return elem_is_float(p->type) && !p->maxima;
}

/* --- inputs without a right answer --------------------------------------- */

struct validation {
    const struct prefix *prefix;
    const void *elements;
    double limit; /* the largest |x| allowed */
    size_t unfit; /* the lowest bad index so far */
};

static void validate_block(void *context, size_t begin, size_t end, int rank)
{
    static size_t (*const first_unfit[ELEM_COUNT])(
        const void *, size_t, size_t, double) = EACH(FLOATS, first_unfit);
    struct validation *v = context;
    const size_t i =
        first_unfit[v->prefix->type](v->elements, begin, end, v->limit);
    (void)rank;
    if (i == end)
        return;
    size_t seen = __atomic_load_n(&v->unfit, __ATOMIC_RELAXED);
    while (i < seen &&
           !__atomic_compare_exchange_n(&v->unfit, &seen, i, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

enum status prefix_validate(const struct prefix *p, const char *what,
                            const void *elements, struct reason *why)
{
    if (!elem_is_float(p->type) || p->n == 0)
        return STATUS_OK;
    /* Half of what fits: partial sums round up too. */
    const double most = p->type == ELEM_F32 ? (double)FLT_MAX : DBL_MAX;
    struct validation v = { .prefix = p,
                            .elements = elements,
                            .unfit = p->n,
                            .limit = p->maxima ? INFINITY
                                               : most / 2 / (double)p->n };
    parallel_for(p->n, validate_block, &v);
    if (v.unfit == p->n)
        return STATUS_OK;
    char text[48];
    elem_print(p->type, (const char *)elements + v.unfit * elem_size(p->type),
               text, sizeof text);
    return fail(why, STATUS_USAGE, "element %zu of the input is %s: %s %s",
                v.unfit, text, what,
                p->maxima ? "has no order for NaN"
                          : "needs finite numbers whose sum cannot overflow");
}

/* --- the right answer ----------------------------------------------------- */

size_t prefix_want_bytes(const struct prefix *p)
{
    const size_t size = elem_size(p->type);
    return p->n * (prefix_rounds(p) ? sizeof(double) + size : size);
}

struct oracle_work {
    const struct prefix *prefix;
    const void *elements;
    void *want;            /* NULL: carries alone are wanted */
    struct carry *carries; /* one a rank */
};

/* Joins [begin, end) to the carry; writes the answers unless want is NULL. */
static void sweep(const struct oracle_work *w, size_t begin, size_t end,
                  struct carry *c)
{
    static void (*const reset[ELEM_COUNT])(struct carry *) =
        EACH(NUMBERS, reset);
    static void (*const run[ELEM_COUNT])(const struct prefix *, const void *,
                                         size_t, size_t, struct carry *,
                                         void *) = EACH(NUMBERS, run);
    const struct prefix *p = w->prefix;
    for (size_t i = begin, stop; i < end; i = stop) {
        if (next_start(p, i) == i) {
            reset[p->type](c);
            c->anew = true;
        }
        stop = i + 1 < end ? next_start(p, i + 1) : end;
        stop = stop < end ? stop : end;
        run[p->type](p, w->elements, i, stop, c, w->want);
    }
}

static void join_block(void *context, size_t begin, size_t end, int rank)
{
    const struct oracle_work *w = context;
    struct carry c = w->carries[rank];
    sweep(w, begin, end, &c);
    w->carries[rank] = c;
}

void prefix_oracle(const struct prefix *p, const void *elements, void *want)
{
    static void (*const reset[ELEM_COUNT])(struct carry *) =
        EACH(NUMBERS, reset);
    static void (*const join[ELEM_COUNT])(
        const struct prefix *, struct carry *, const struct carry *) =
        EACH(NUMBERS, join);
    struct carry carries[PARALLEL_MOST], before;
    const int ranks = parallel_threads();
    struct oracle_work work = { p, elements, NULL, carries };
    for (int r = 0; r < ranks; r++)
        reset[p->type](&carries[r]);
    parallel_for(p->n, join_block, &work);
    reset[p->type](&before);
    for (int r = 0; r < ranks; r++) {
        const struct carry block = carries[r];
        carries[r] = before;
        if (block.anew)
            before = block;
        else
            join[p->type](p, &before, &block);
    }
    work.want = want;
    parallel_for(p->n, join_block, &work);
}

/* --- check ---------------------------------------------------------------- */

/* Of elements before `stop`, which are sums of so many terms at most. */
static struct checking checking_before(const struct checking *c, size_t stop)
{
    struct checking some = *c;
    if (c->growth > 0 && (double)stop < c->depth) {
        some.depth = (double)stop;
        some.growth = verdict_gamma(c->prefix->type, some.depth);
    }
    return some;
}

static void check_block(const void *context, size_t begin, size_t end,
                        struct verdict *v)
{
    typedef void check_some(const struct checking *, size_t, size_t,
                            struct verdict *);
    static check_some *const all[ELEM_COUNT] = EACH(FLOATS, check);
    static check_some *const brief[ELEM_COUNT] = EACH(FLOATS, check_short);
    const struct checking *c = context;
    const bool restarts = c->prefix->next_start && c->growth > 0;
    const size_t block = restarts ? end - begin : CHECK_BLOCK;
    for (size_t i = begin; i < end && v->ok; i += block) {
        const size_t stop = end - i > block ? i + block : end;
        const struct checking some = checking_before(c, stop);
        if (restarts)
            brief[c->prefix->type](c, i, stop, v);
        else
            all[c->prefix->type](&some, i, stop, v);
    }
}

void prefix_check(const struct prefix *p, double depth, const void *want,
                  const void *got, struct verdict *v)
{
    verdict_clear(v);
    if (!prefix_rounds(p)) {
        verdict_same(v, 0, p->type, p->n, want, got);
        return;
    }
    const struct checking c = { .prefix = p,
                                .want = want,
                                .got = got,
                                .depth = depth,
                                .growth = verdict_gamma(p->type, depth),
                                .last = depth > 0 ? verdict_roundoff(p->type)
                                                  : 0 };
    verdict_parallel(v, p->n, check_block, &c);
}

/* reduce.c - what reduce is: n elements to one value.
 *
 * Integer sums wrap modulo 2^bits. The mean of integers is a double, of floats
 * their own type. Equal extrema: the lowest index wins; -0 equals 0. A NaN has
 * no place in an order and no right sum, so inputs that hold one are refused,
 * and so are sums and means whose partial sums could overflow. */
#include "ops/reduce.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "op.h"
#include "random.h"
#include "simd.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/rare.h"

__extension__ typedef __int128 wide_int;

static const char *const operators[] = { "sum",    "min",    "max", "mean",
                                         "argmin", "argmax", NULL };

static const struct param params[] = {
    [REDUCE_PARAM_OPERATOR] = { .name = "operator",
                                .kind = PARAM_CHOICE,
                                .preset = "sum",
                                .help = "how two elements become one",
                                .choices = operators },
    { 0 }
};

static int operator_of(const struct problem *p)
{
    return (int)p->param[REDUCE_PARAM_OPERATOR].i;
}

static bool adds(const struct problem *p)
{
    return operator_of(p) == REDUCE_SUM || operator_of(p) == REDUCE_MEAN;
}

static enum elem mean_type(enum elem type)
{
    return type == ELEM_F32 ? ELEM_F32 : ELEM_F64;
}

static bool rounds(const struct problem *p)
{
    const bool wide_mean = operator_of(p) == REDUCE_MEAN &&
        (p->type == ELEM_I64 || p->type == ELEM_U64);
    return wide_mean || (elem_is_float(p->type) && adds(p));
}

static enum status shape(struct problem *p, struct reason *why)
{
    const int op = operator_of(p);
    const bool arg = op == REDUCE_ARGMIN || op == REDUCE_ARGMAX;
    if (p->size == 0 && op != REDUCE_SUM)
        return fail(why, STATUS_USAGE,
                    "operator=%s of no elements is "
                    "undefined: --size must be at least 1",
                    operators[op]);
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = 1;
    p->in[0] =
        (struct array){ .name = "x", .type = p->type, .count = p->size };
    if (rounds(p) && elem_kind(p->type) != ELEM_UNSIGNED)
        random_twin_sums(&p->in[0], elem_digits(mean_type(p->type)));
    p->out_count = arg ? 2 : 1;
    p->out[0] = (struct array){
        .name = operators[op],
        .type = op == REDUCE_MEAN ? mean_type(p->type) : p->type,
        .count = 1,
    };
    if (arg) {
        p->out[0].name = op == REDUCE_ARGMIN ? "min" : "max";
        p->out[1] =
            (struct array){ .name = "index", .type = ELEM_I64, .count = 1 };
    }
    return STATUS_OK;
}

/* Extrema on the other side of 0 than a variant may begin at. */
static bool fill(const struct problem *p, int which, void *elements)
{
    const int op = operator_of(p);
    if (!p->timed || adds(p))
        return false;
    rare_signs(p, which, op == REDUCE_MAX || op == REDUCE_ARGMAX, elements);
    return true;
}

static bool twin(const struct problem *p)
{
    return rounds(p) || operator_of(p) == REDUCE_ARGMIN ||
        operator_of(p) == REDUCE_ARGMAX;
}

/* --- the right answer ----------------------------------------------------- */

struct answer {
    unsigned char element[8]; /* exact results, in their own type */
    int64_t index;
    double value, rest; /* sum or mean: value + rest */
    double magnitude;   /* sum (or mean) of |x| */
};

struct part { /* of one thread's block */
    wide_int exact;
    double sum, rest, magnitude;
    size_t index, count;
    size_t apart[8]; /* keeps two threads' parts off one cache line */
};

static void part_add(struct part *p, double x, double rest)
{
    const double s = p->sum + x, shadow = s - p->sum;
    p->rest += ((p->sum - (s - shadow)) + (x - shadow)) + rest;
    p->sum = s;
}

/* (exact + sum + rest) / n; one of exact and sum is zero. */
static void answer_total(struct answer *a, const struct part *all, size_t n)
{
    const long double divisor = (long double)n;
    const long double total = all->exact
        ? (long double)all->exact / divisor
        : ((long double)all->sum + (long double)all->rest) / divisor;
    a->value = (double)total;
    a->rest = (double)(total - (long double)a->value);
    if (n == 1 && !all->exact) { /* long double may hold too few digits */
        a->value = all->sum + all->rest;
        a->rest = (all->sum - a->value) + all->rest;
    }
    /* Its own additions round: a little more than the least upper bound. */
    a->magnitude = (double)((long double)all->magnitude / divisor) * 1.000001;
}

#define ELEM_TEMPLATE "ops/reduce_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE

static void (*const part_of[ELEM_COUNT])(const void *, size_t, size_t, int,
                                         struct part *) = EACH(NUMBERS, part);

static void (*const join_of[ELEM_COUNT])(const void *, size_t, int,
                                         const struct part[],
                                         struct answer *) = EACH(NUMBERS,
                                                                 join);

struct oracle_work {
    const struct problem *problem;
    const void *elements;
    struct part *parts;
};

static void work_part(void *context, size_t begin, size_t end, int rank)
{
    const struct oracle_work *w = context;
    part_of[w->problem->type](w->elements, begin, end, operator_of(w->problem),
                              &w->parts[rank]);
}

static size_t want_bytes(const struct problem *p)
{
    (void)p;
    return sizeof(struct answer) +
        (size_t)parallel_threads() * sizeof(struct part) +
        _Alignof(struct part);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    const size_t step = _Alignof(struct part);
    struct part *parts =
        (struct part *)((char *)want +
                        (sizeof(struct answer) + step - 1) / step * step);
    struct oracle_work work = { p, in[0], parts };
    if (p->size == 0)
        return;
    parallel_for(p->size, work_part, &work);
    join_of[p->type](in[0], p->size, operator_of(p), parts, want);
}

/* --- inputs without a right answer --------------------------------------- */

struct validation {
    const struct problem *problem;
    const void *elements;
    double limit;  /* the largest |x| allowed */
    size_t *unfit; /* the lowest bad index so far */
};

static size_t first_unfit(const struct validation *v, size_t begin, size_t end)
{
    static size_t (*const unfit[ELEM_COUNT])(
        const void *, size_t, size_t, double) = EACH(FLOATS, first_unfit);
    return unfit[v->problem->type](v->elements, begin, end, v->limit);
}

static void validate_block(void *context, size_t begin, size_t end, int rank)
{
    const struct validation *v = context;
    const size_t i = first_unfit(v, begin, end);
    (void)rank;
    if (i == end)
        return;
    size_t seen = __atomic_load_n(v->unfit, __ATOMIC_RELAXED);
    while (i < seen &&
           !__atomic_compare_exchange_n(v->unfit, &seen, i, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    if (!elem_is_float(p->type) || p->size == 0)
        return STATUS_OK;
    /* Half of what fits: partial sums round up too. */
    const double most = (p->type == ELEM_F32 ? (double)FLT_MAX : DBL_MAX) / 2;
    size_t unfit = p->size;
    struct validation v = { p, in[0],
                            adds(p) ? most / (double)p->size : INFINITY,
                            &unfit };
    parallel_for(p->size, validate_block, &v);
    if (unfit == p->size)
        return STATUS_OK;
    char text[48];
    elem_print(p->type, (const char *)in[0] + unfit * elem_size(p->type), text,
               sizeof text);
    return fail(why, STATUS_USAGE,
                "element %zu of the input is %s: "
                "operator=%s %s",
                unfit, text, operators[operator_of(p)],
                adds(p) ? "needs finite numbers whose sum cannot overflow"
                        : "has no order for NaN");
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *p, const void *want)
{
    const double n = (double)p->size;
    (void)want;
    return (struct cost){
        .read = n * (double)elem_size(p->type),
        .flops = elem_is_float(p->type) ? n : 0,
        .items = n,
    };
}

/* How far a rounded sum or mean may be off: the growth of the additions'
 * roundings, and what is rounded once at the end. A mean divides by an n that
 * may have been rounded too, perhaps through a reciprocal: 4 u. The mean of
 * 64-bit integers also rounds each element. On the twin's small integers
 * (depth 0) additions are exact. */
static double allowed(const struct problem *p, double depth,
                      const struct answer *a)
{
    const enum elem type = p->out[0].type;
    const bool mean = operator_of(p) == REDUCE_MEAN;
    const double u = verdict_roundoff(type);
    const double least = type == ELEM_F32 ? FLT_TRUE_MIN : DBL_TRUE_MIN;
    const double last = mean ? 4 * u * fabs(a->value) + least : 0;
    const double extra = elem_is_float(p->type) ? 0 : 1;
    if (depth == 0 || a->magnitude == 0 || !rounds(p))
        return last;
    return last + u * fabs(a->value) +
        verdict_gamma(type, depth + extra) * a->magnitude;
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const double depth = verdict_chain(promise, (double)p->size);
    const struct answer *a = want;
    const enum elem type = p->out[0].type;
    verdict_clear(v);
    v->depth = rounds(p) ? depth : 0;
    if (elem_is_float(type) && adds(p))
        verdict_near(v, 0, 0, type, got[0], a->value, a->rest,
                     allowed(p, depth, a));
    else
        verdict_same(v, 0, type, 1, a->element, got[0]);
    if (p->out_count > 1)
        verdict_same(v, 1, ELEM_I64, 1, &a->index, got[1]);
}

const struct op op_reduce = {
    .name = "reduce",
    .summary = "n elements to one value",
    .types = TYPES(NUMBERS),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae = "bytes: n s, each element read once (s = sizeof type)\n"
                "FLOPs: n of f32 and f64; integers have none\n"
                "items: n elements",
    .shape = shape,
    .fill = fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};

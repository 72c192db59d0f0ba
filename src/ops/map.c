/* map.c - what map is: y[i] = f(x[i]), one of five functions.
 *
 *   copy    bit for bit
 *   scale   a x, rounded once
 *   axpy    a x + y, rounded once, or a x rounded and then the sum: both are
 *           right, and nothing else is
 *   square  x x, rounded once
 *   exp     within 2 units in the last place of f32, and 1 of f64, of the
 *           correctly rounded value, as the libraries of CUDA promise; so
 *           within half a unit more of the exact one
 *
 * Integers wrap modulo 2^bits. Every input has a right answer, that of IEEE
 * 754: what overflows is infinite, NaN where NaN follows, and zeros have their
 * sign. In place the result replaces x; of axpy it replaces y, as in BLAS. */
#include "ops/map.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "op.h"
#include "simd.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/rare.h"

static const char *const functions[] = { "copy",   "scale", "axpy",
                                         "square", "exp",   NULL };
static const char *const no_yes[] = { "no", "yes", NULL };

static const struct param params[] = {
    [MAP_PARAM_FUNCTION] = { .name = "function",
                             .kind = PARAM_CHOICE,
                             .preset = "copy",
                             .help = "what an element becomes: x, a x, a x + "
                                     "y, x x, e^x",
                             .choices = functions },
    [MAP_PARAM_A] = { .name = "a",
                      .kind = PARAM_REAL,
                      .preset = "3",
                      .help = "the factor of scale and axpy, rounded to the "
                              "type; of i32 an integer",
                      .low = INT32_MIN,
                      .high = INT32_MAX,
                      .of = MAP_PARAM_FUNCTION,
                      .where = 1 << MAP_SCALE | 1 << MAP_AXPY },
    [MAP_PARAM_IN_PLACE] = { .name = "in-place",
                             .kind = PARAM_CHOICE,
                             .preset = "no",
                             .help = "whether the result replaces x, or of "
                                     "axpy y",
                             .choices = no_yes },
    { 0 }
};

static int function_of(const struct problem *p)
{
    return (int)p->param[MAP_PARAM_FUNCTION].i;
}

/* --- shape ---------------------------------------------------------------- */

static enum status refuse(const struct problem *p, struct reason *why)
{
    const int function = function_of(p);
    const double a = p->param[MAP_PARAM_A].r;
    if (function == MAP_EXP && !elem_is_float(p->type))
        return fail(why, STATUS_USAGE,
                    "function=exp has no result in %s: --type can be f32 or "
                    "f64",
                    elem_name(p->type));
    if ((function == MAP_SCALE || function == MAP_AXPY) &&
        !elem_is_float(p->type) && a != floor(a))
        return fail(why, STATUS_USAGE,
                    "a=%g is no integer, which function=%s of %s needs", a,
                    functions[function], elem_name(p->type));
    if (function == MAP_COPY && p->param[MAP_PARAM_IN_PLACE].i)
        return fail(why, STATUS_USAGE,
                    "in-place=yes: a copy in place is nothing to do; another "
                    "function= has something");
    return STATUS_OK;
}

static enum status shape(struct problem *p, struct reason *why)
{
    const struct array array = { .type = p->type, .count = p->size };
    const enum status status = refuse(p, why);
    if (status)
        return status;
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = function_of(p) == MAP_AXPY ? 2 : 1;
    p->out_count = 1;
    p->in[0] = p->in[1] = p->out[0] = array;
    p->in[0].name = "x";
    p->in[1].name = p->out[0].name = "y";
    if (p->param[MAP_PARAM_IN_PLACE].i)
        p->out[0].from = INPUT(p->in_count - 1);
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    if (p->timed)
        rare_numbers(p, which, elements);
    return p->timed;
}

/* Answers are exact, or as good on real data as on any: exp rounds of
 * integers, too. */
static bool twin(const struct problem *p)
{
    (void)p;
    return false;
}

static struct cost cost(const struct problem *p, const void *want)
{
    static const double operations[MAP_FUNCTIONS] = {
        [MAP_SCALE] = 1, [MAP_AXPY] = 2, [MAP_SQUARE] = 1, [MAP_EXP] = 1
    };
    const double n = (double)p->size;
    const double bytes = n * (double)elem_size(p->type);
    (void)want;
    return (struct cost){
        .read = bytes * p->in_count,
        .written = bytes,
        .flops = elem_is_float(p->type) ? n * operations[function_of(p)] : 0,
        .items = n,
    };
}

/* --- the right answer -----------------------------------------------------
 *
 * Elements in their type; of axpy of floats those rounded once, then those
 * rounded twice. Of exp doubles; of f64 what they lack follows them. */

struct work {
    const struct problem *problem;
    const void *x, *y;
    void *want;
    const void *got;
};

/* Units in the last place by which exp may miss the correctly rounded value. */
enum { SINGLE_UNITS = 2, DOUBLE_UNITS = 1 };

/* What differs by the sign of zero alone is off by 0, which this refuses. */
static const double NO_BOUND = -1;

#define ELEM_TEMPLATE "ops/map_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

typedef void pass(void *, size_t, size_t, int);

static size_t want_bytes(const struct problem *p)
{
    const bool twice = function_of(p) == MAP_AXPY && elem_is_float(p->type);
    if (function_of(p) == MAP_EXP)
        return p->size * sizeof(double) * (p->type == ELEM_F64 ? 2 : 1);
    return p->size * elem_size(p->type) * (twice ? 2 : 1);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    static pass *const answer[ELEM_COUNT] = EACH(TAUGHT, answer);
    static pass *const answer_exp[ELEM_COUNT] = EACH(FLOATS, answer_exp);
    struct work work = {
        .problem = p, .x = in[0], .y = in[p->in_count - 1], .want = want
    };
    parallel_for(p->size,
                 (function_of(p) == MAP_EXP ? answer_exp : answer)[p->type],
                 &work);
}

/* --- check ---------------------------------------------------------------- */

/* Bits, told as elements. */
static void check_bits(const struct problem *p, const void *want,
                       const void *got, struct verdict *v)
{
    const size_t size = elem_size(p->type);
    verdict_same(v, 0, size == sizeof(uint32_t) ? ELEM_U32 : ELEM_U64, p->size,
                 want, got);
    if (v->ok)
        return;
    char wanted[48], found[48];
    elem_print(p->type, (const char *)want + v->first_bad * size, wanted,
               sizeof wanted);
    elem_print(p->type, (const char *)got + v->first_bad * size, found,
               sizeof found);
    snprintf(v->text, sizeof v->text, "expected %s, got %s", wanted, found);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    static verdict_block *const rounded[ELEM_COUNT] = EACH(FLOATS, rounded);
    static verdict_block *const near_exp[ELEM_COUNT] = EACH(FLOATS, near_exp);
    const struct work work = { .problem = p,
                               .want = (void *)(uintptr_t)want,
                               .got = got[0] };
    (void)promise;
    verdict_clear(v);
    if (function_of(p) == MAP_COPY || !elem_is_float(p->type))
        check_bits(p, want, got[0], v);
    else
        verdict_parallel(
            v, p->size,
            (function_of(p) == MAP_EXP ? near_exp : rounded)[p->type], &work);
}

const struct op op_map = {
    .name = "map",
    .summary = "y[i] = f(x[i]): copy, scale, axpy, square or exp",
    .types = TYPES(TAUGHT),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae = "bytes: 2 n s, each element read once and each result written "
                "once\n"
                "       (s = sizeof type); axpy 3 n s, as it reads two\n"
                "FLOPs: of f32 and f64 n of scale, square and exp (a value "
                "counted as one),\n"
                "       2 n of axpy; copies and integers have none\n"
                "items: n elements",
    .shape = shape,
    .fill = fill,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};

/* segreduce.c - what segreduce is: the elements of each segment to one value.
 *
 * Integer sums wrap modulo 2^bits. An empty segment gives what joins to
 * nothing: 0, of min the highest number (floats: infinity), of max the lowest.
 * -0 equals 0. Floats that are no numbers, and sums that could overflow, are
 * refused.
 *
 * The right answer of float sums is as exact as two doubles can hold it.
 * However m terms are added, no term goes through more than m - 1 additions,
 * so that short segments have tighter bounds than the variant's depth. */
#include "ops/segreduce.h"
#include "ops/segments.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "op.h"
#include "random.h"
#include "ops/prefix.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/rare.h"

static const char *const operators[] = { "sum", "min", "max", NULL };
static const char *const lengths[] = { "geometric", "fixed", "power", "one",
                                       "heads",     "empty", NULL };

static const struct param params[] = {
    [SEGREDUCE_PARAM_OPERATOR] = { .name = "operator",
                                   .kind = PARAM_CHOICE,
                                   .preset = "sum",
                                   .help = "how two elements become one",
                                   .choices = operators },
    [SEGREDUCE_PARAM_LENGTHS] = { .name = "lengths",
                                  .kind = PARAM_CHOICE,
                                  .preset = "geometric",
                                  .help = SEGMENTS_LENGTHS_HELP
                                  "; empty: --size segments of nothing",
                                  .choices = lengths },
    [SEGREDUCE_PARAM_MEAN] = { .name = "mean",
                               .kind = PARAM_INT,
                               .preset = SEGMENTS_MEAN_PRESET,
                               .help = SEGMENTS_MEAN_HELP,
                               .low = SEGMENTS_MEAN_LOW,
                               .high = SEGMENTS_MEAN_HIGH,
                               .of = SEGREDUCE_PARAM_LENGTHS,
                               .where = SEGMENTS_WITH_MEAN },
    [SEGREDUCE_PARAM_SEGMENTS] = { .name = "segments",
                                   .kind = PARAM_INT,
                                   .preset = "0",
                                   .help = SEGMENTS_COUNT_HELP,
                                   .high = SEGMENTS_COUNT_HIGH,
                                   .follows_size = true },
    { 0 }
};

static int operator_of(const struct problem *p)
{
    return (int)p->param[SEGREDUCE_PARAM_OPERATOR].i;
}

static bool rounds(const struct problem *p)
{
    return elem_is_float(p->type) && operator_of(p) == SEGREDUCE_SUM;
}

static enum status shape(struct problem *p, struct reason *why)
{
    struct segments s;
    const enum status status =
        segments_shape(p, SEGREDUCE_PARAM_LENGTHS, &s, why);
    if (status)
        return status;
    p->dim[0] = s.elements;
    p->dim[1] = s.count;
    p->dim[2] = 1;
    p->in_count = 2;
    p->in[0] =
        (struct array){ .name = "x", .type = p->type, .count = s.elements };
    if (rounds(p))
        random_twin_sums(&p->in[0], elem_digits(p->type));
    p->in[1] = (struct array){ .name = "offsets",
                               .type = ELEM_U64,
                               .count = s.count + 1 };
    p->out_count = 1;
    p->out[0] = (struct array){ .name = operators[operator_of(p)],
                                .type = p->type,
                                .count = s.count };
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    struct segments s;
    struct reason why;
    if (which == 0 && p->timed && operator_of(p) != SEGREDUCE_SUM) {
        rare_signs(p, which, operator_of(p) == SEGREDUCE_MAX, elements);
        return true;
    }
    if (which == 0)
        return false;
    segments_shape(p, SEGREDUCE_PARAM_LENGTHS, &s, &why);
    segments_offsets(p, which, &s, elements);
    return true;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    const int oper = operator_of(p);
    const struct prefix numbers = { .type = p->type,
                                    .n = p->dim[0],
                                    .maxima = oper != SEGREDUCE_SUM };
    const enum status status =
        segments_validate(in[1], p->dim[1], p->dim[0], why);
    char what[32];
    snprintf(what, sizeof what, "operator=%s", operators[oper]);
    return status ? status : prefix_validate(&numbers, what, in[0], why);
}

/* --- the right answer ----------------------------------------------------- */

/* The value of some elements of one segment. */
struct part {
    uint64_t exact;   /* sums of integers, modulo 2^64 */
    double sum, rest; /* of floats: sum + rest */
    double magnitude; /* the sum of |x| */
    size_t terms;
    unsigned char extremum[8];
};

/* Of a thread's block of elements: the end of a segment that began before it,
 * and the beginning of one that ends after it. A block inside one segment has
 * a first part alone. */
struct block {
    struct part first, last;
    size_t first_segment, last_segment; /* SIZE_MAX: none */
    char apart[128]; /* keeps two threads' off one cache line */
};

/* How `want` is laid out: a value a segment, in the op's type or, of float
 * sums, in double; of those, sums of |x| in the op's type and numbers of
 * elements, UINT32_MAX standing for all larger; then the blocks. */
struct answer {
    const struct problem *problem;
    const void *x; /* while it is made */
    const uint64_t *offsets;
    void *value, *magnitude;
    uint32_t *terms;
    struct block *block;
};

static size_t aligned(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t value_bytes(const struct problem *p)
{
    return aligned(p->dim[1] *
                   (rounds(p) ? sizeof(double) : elem_size(p->type)));
}

static size_t magnitude_bytes(const struct problem *p)
{
    return rounds(p) ? aligned(p->dim[1] * elem_size(p->type)) : 0;
}

static size_t terms_bytes(const struct problem *p)
{
    return rounds(p) ? aligned(p->dim[1] * sizeof(uint32_t)) : 0;
}

static size_t want_bytes(const struct problem *p)
{
    return value_bytes(p) + magnitude_bytes(p) + terms_bytes(p) +
        (size_t)parallel_threads() * sizeof(struct block);
}

static struct answer answer_in(const struct problem *p, const void *want)
{
    char *at = (char *)(uintptr_t)want;
    struct answer a = { .problem = p, .value = at };
    a.magnitude = at + value_bytes(p);
    a.terms = (void *)((char *)a.magnitude + magnitude_bytes(p));
    a.block = (void *)((char *)a.terms + terms_bytes(p));
    return a;
}

static void add(struct part *p, double x, double rest)
{
    const double s = p->sum + x, shadow = s - p->sum;
    p->rest += ((p->sum - (s - shadow)) + (x - shadow)) + rest;
    p->sum = s;
}

#define ELEM_TEMPLATE "ops/segreduce_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

static void reduce_block(void *context, size_t begin, size_t end, int rank)
{
    static void (*const block_of[])(const struct answer *, size_t, size_t,
                                    struct block *) = EACH(SIGNED, block);
    const struct answer *a = context;
    block_of[a->problem->type](a, begin, end, &a->block[rank]);
}

static void empty_block(void *context, size_t begin, size_t end, int rank)
{
    static void (*const empties_of[])(const struct answer *, size_t, size_t) =
        EACH(SIGNED, empties);
    const struct answer *a = context;
    (void)rank;
    empties_of[a->problem->type](a, begin, end);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    static void (*const join_of[])(const struct answer *, int) =
        EACH(SIGNED, join_blocks);
    struct answer a = answer_in(p, want);
    a.x = in[0];
    a.offsets = in[1];
    for (int r = 0; r < parallel_threads(); r++)
        a.block[r].first_segment = a.block[r].last_segment = SIZE_MAX;
    parallel_for(p->dim[1], empty_block, &a);
    parallel_for(p->dim[0], reduce_block, &a);
    join_of[p->type](&a, parallel_threads());
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *p, const void *want)
{
    const double n = (double)p->dim[0], segments = (double)p->dim[1];
    const double size = (double)elem_size(p->type);
    (void)want;
    return (struct cost){
        .read = n * size + (segments + 1) * sizeof(uint64_t),
        .written = segments * size,
        .flops = elem_is_float(p->type) ? n : 0,
        .items = n,
    };
}

struct checking {
    struct answer answer;
    const void *got;
    double depth;
};

/* Segment k, whose `want` was itself rounded to double. */
static void check_segment(const struct checking *c, size_t k,
                          struct verdict *v)
{
    const struct answer *a = &c->answer;
    const enum elem type = a->problem->type;
    const double want = ((const double *)a->value)[k];
    const size_t at = k * elem_size(type);
    const double size = elem_double(type, (const char *)a->magnitude + at);
    const double most = a->terms[k] == UINT32_MAX ? c->depth
        : a->terms[k]                             ? (double)(a->terms[k] - 1)
                                                  : 0;
    v->depth = fmin(most, c->depth);
    const double growth = verdict_gamma(type, v->depth);
    verdict_near(v, 0, k, type, (const char *)c->got + at, want, 0,
                 growth > 0 ? growth * size + DBL_EPSILON / 2 * fabs(want)
                            : 0);
}

static void check_block(const void *context, size_t begin, size_t end,
                        struct verdict *v)
{
    for (size_t k = begin; k < end; k++)
        check_segment(context, k, v);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct checking c = { .answer = answer_in(p, want),
                                .got = got[0],
                                .depth =
                                    verdict_chain(promise, (double)p->size) };
    verdict_clear(v);
    if (rounds(p))
        verdict_parallel(v, p->dim[1], check_block, &c);
    else
        verdict_same(v, 0, p->type, p->dim[1], want, got[0]);
}

const struct op op_segreduce = {
    .name = "segreduce",
    .summary = "the elements of each segment to one value",
    .types = TYPES(SIGNED),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae = "bytes: n s (s = sizeof type), 8 (segments + 1) of offsets, "
                "s segments\n"
                "FLOPs: n of f32 and f64; integers have none\n"
                "items: n elements",
    .shape = shape,
    .fill = fill,
    .validate = validate,
    .twin = rounds,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};

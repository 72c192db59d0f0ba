/* segscan.c - what segscan is: n elements to n sums that restart where a
 * segment begins.
 *
 * y[i] is the sum of its segment's elements up to x[i], or up to the one
 * before it: of none, 0. Integer sums wrap modulo 2^bits. Floats that are no
 * finite numbers, or whose sums could overflow, are refused.
 *
 * The right answer of floats takes every sum as exactly as two doubles can
 * hold it. However m terms are added, no term goes through more than m - 1
 * additions, so that early elements of a segment have tighter bounds than the
 * variant's depth, and the first is exact. */
#include "ops/segscan.h"
#include "ops/segments.h"

#include <float.h>
#include <math.h>
#include <pthread.h>

#include "op.h"
#include "verdict.h"
#include "host/parallel.h"

static const char *const kinds[] = { "inclusive", "exclusive", NULL };
static const char *const bys[] = { "flags", "offsets", NULL };
static const char *const lengths[] = { "geometric", "fixed", "power", "one",
                                       "heads", NULL };

static const struct param params[] = {
    [SEGSCAN_PARAM_KIND] = {
        .name = "kind", .kind = PARAM_CHOICE, .preset = "inclusive",
        .help = "sums up to an element, or up to the one before it",
        .choices = kinds },
    [SEGSCAN_PARAM_BY] = {
        .name = "by", .kind = PARAM_CHOICE, .preset = "flags",
        .help = "a byte an element, not 0 where a segment begins; or where "
                "each begins, as u64",
        .choices = bys },
    [SEGSCAN_PARAM_LENGTHS] = {
        .name = "lengths", .kind = PARAM_CHOICE, .preset = "geometric",
        .help = SEGMENTS_LENGTHS_HELP, .choices = lengths },
    [SEGSCAN_PARAM_MEAN] = {
        .name = "mean", .kind = PARAM_INT, .preset = "100",
        .help = SEGMENTS_MEAN_HELP, .low = SEGMENTS_MEAN_LOW,
        .high = SEGMENTS_MEAN_HIGH },
    [SEGSCAN_PARAM_SEGMENTS] = {
        .name = "segments", .kind = PARAM_INT, .preset = "0",
        .help = SEGMENTS_COUNT_HELP, .high = SEGMENTS_COUNT_HIGH,
        .follows_size = true },
    { 0 }
};

static bool by_flags(const struct problem *const p)
{
    return p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS;
}

static bool exclusive(const struct problem *const p)
{
    return p->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE;
}

static enum status shape(struct problem *const p, struct reason *const why)
{
    struct segments s;
    const enum status status = segments_shape(p, SEGSCAN_PARAM_LENGTHS, &s,
                                              why);
    if (status)
        return status;
    p->dim[0] = s.elements;
    p->dim[1] = s.count;
    p->dim[2] = 1;
    p->in_count = 2;
    p->in[0] = (struct array){ "x", p->type, s.elements, -1, -1, 0 };
    p->in[1] = by_flags(p)
        ? (struct array){ "flags", ELEM_U8, s.elements, -1, -1, 0 }
        : (struct array){ "offsets", ELEM_U64, s.count + 1, -1, -1, 0 };
    p->out_count = 1;
    p->out[0] = (struct array){ "y", p->type, s.elements, -1, -1, 0 };
    return STATUS_OK;
}

static bool fill(const struct problem *const p, const int which,
                 void *const elements)
{
    struct segments s;
    struct reason why;
    if (which == 0)
        return false;
    segments_shape(p, SEGSCAN_PARAM_LENGTHS, &s, &why);
    if (by_flags(p))
        segments_flags(p, which, &s, elements);
    else
        segments_offsets(p, which, &s, elements);
    return true;
}

static enum status validate(const struct problem *const p,
                            const void *const in[], struct reason *const why)
{
    const enum status status = by_flags(p) ? STATUS_OK
        : segments_validate(in[1], p->dim[1], p->dim[0], why);
    return status ? status : segments_numbers(p, in[0], true, why);
}

static bool twin(const struct problem *const p)
{
    return elem_is_float(p->type);
}

/* --- the right answer ----------------------------------------------------- */

/* What comes before a thread's block, of the segment it begins in. */
struct before {
    uint64_t exact;   /* integers, modulo 2^64 */
    double sum, rest; /* floats: sum + rest */
    double magnitude; /* the sum of |x| */
    size_t terms;
    bool whole;       /* a segment begins in these elements */
    char apart[128];  /* keeps two threads' off one cache line */
};

/* How `want` is laid out: a value an element, in the op's type or, of floats,
 * in double; of floats, sums of |x| in the op's type, a sign bit on those of
 * first elements; what comes before each block. */
struct answer {
    const struct problem *problem;
    const void *x;       /* while it is made */
    struct heads heads;
    void *value, *magnitude;
    struct before *before;
};

static size_t aligned(const size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t value_bytes(const struct problem *const p)
{
    return aligned(p->dim[0] * (elem_is_float(p->type) ? sizeof(double)
                                                       : elem_size(p->type)));
}

static size_t magnitude_bytes(const struct problem *const p)
{
    return elem_is_float(p->type) ? aligned(p->dim[0] * elem_size(p->type))
                                  : 0;
}

static size_t want_bytes(const struct problem *const p)
{
    return value_bytes(p) + magnitude_bytes(p)
        + (size_t)parallel_threads() * sizeof(struct before);
}

static struct answer answer_in(const struct problem *const p,
                               const void *const want)
{
    char *const at = (char *)(uintptr_t)want;
    return (struct answer){
        .problem = p, .value = at, .magnitude = at + value_bytes(p),
        .before = (void *)(at + value_bytes(p) + magnitude_bytes(p)) };
}

struct checking {
    pthread_mutex_t lock;
    struct answer answer;
    const void *got;
    double depth;
    struct verdict *verdict;
};

static void add(struct before *const b, const double x, const double rest)
{
    const double s = b->sum + x, shadow = s - b->sum;
    b->rest += ((b->sum - (s - shadow)) + (x - shadow)) + rest;
    b->sum = s;
}

#define ELEM_TEMPLATE "ops/segscan_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

#define OF_TYPE(name) { [ELEM_I32] = i32_##name, [ELEM_I64] = i64_##name,   \
                        [ELEM_F32] = f32_##name, [ELEM_F64] = f64_##name }

/* The elements since the last that begins a segment. */
static void sum_block(void *const context, const size_t begin,
                      const size_t end, const int rank)
{
    static void (*const tail_of[])(const struct answer *, size_t, size_t,
                                   struct before *) = OF_TYPE(tail);
    const struct answer *const a = context;
    struct before *const b = &a->before[rank];
    const size_t last = heads_last(&a->heads, begin, end);
    b->whole = last < end;
    tail_of[a->problem->type](a, b->whole ? last : begin, end, b);
}

static void scan_block(void *const context, const size_t begin,
                       const size_t end, const int rank)
{
    static void (*const scan_of[])(const struct answer *, size_t, size_t,
                                   struct before) = OF_TYPE(scan);
    const struct answer *const a = context;
    scan_of[a->problem->type](a, begin, end, a->before[rank]);
}

/* From each block's own sum to what comes before it. */
static void chain(struct before *const before, const int count)
{
    struct before all = { 0 };
    for (int r = 0; r < count; r++) {
        const struct before own = before[r];
        before[r] = all;
        if (own.whole)
            all = (struct before){ 0 };
        all.exact += own.exact;
        add(&all, own.sum, own.rest);
        all.magnitude += own.magnitude;
        all.terms += own.terms;
    }
}

static void oracle(const struct problem *const p, const void *const in[],
                   void *const want)
{
    struct answer a = answer_in(p, want);
    a.x = in[0];
    if (by_flags(p))
        a.heads.flags = in[1];
    else
        a.heads.offsets = in[1];
    a.heads.count = p->dim[1];
    parallel_for(p->dim[0], sum_block, &a);
    chain(a.before, parallel_threads());
    parallel_for(p->dim[0], scan_block, &a);
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *const p, const void *const want)
{
    const double n = (double)p->dim[0];
    const double bytes = n * (double)elem_size(p->type);
    (void)want;
    return (struct cost){
        .read = bytes
            + (double)(p->in[1].count * elem_size(p->in[1].type)),
        .written = bytes,
        .flops = elem_is_float(p->type) ? n : 0,
        .items = n,
    };
}

static void check_block(void *const context, const size_t begin,
                        const size_t end, const int rank)
{
    struct checking *const c = context;
    const size_t terms = c->answer.before[rank].terms;
    struct verdict v;
    verdict_clear(&v);
    if (c->answer.problem->type == ELEM_F32)
        f32_check(c, begin, end, terms, &v);
    else
        f64_check(c, begin, end, terms, &v);
    pthread_mutex_lock(&c->lock);
    verdict_merge(c->verdict, &v);
    pthread_mutex_unlock(&c->lock);
}

static void check(const struct problem *const p, const double depth,
                  const void *const want, const void *const got[],
                  struct verdict *const v)
{
    struct checking c = { .answer = answer_in(p, want), .got = got[0],
                          .depth = depth, .verdict = v };
    verdict_clear(v);
    if (!elem_is_float(p->type)) {
        verdict_same(v, 0, p->type, p->dim[0], want, got[0]);
        return;
    }
    pthread_mutex_init(&c.lock, NULL);
    parallel_for(p->dim[0], check_block, &c);
    pthread_mutex_destroy(&c.lock);
}

const struct op op_segscan = {
    .name = "segscan",
    .summary = "n elements to n running sums, which restart at each segment",
    .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae = "bytes: 2 n s (s = sizeof type), and n more of flags or\n"
                "8 (segments + 1) of offsets\n"
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

/* segscan.c - what segscan is: n elements to n sums that restart where a
 * segment begins.
 *
 * y[i] is the sum of its segment's elements up to x[i], or up to the one
 * before it: of none, 0. Integer sums wrap modulo 2^bits. Floats that are no
 * finite numbers, or whose sums could overflow, are refused. */
#include "ops/segscan.h"
#include "ops/segments.h"

#include "op.h"
#include "random.h"
#include "ops/prefix.h"
#include "verdict.h"

/* Segments an element, and of no elements: beyond that generating them would
 * take all the time. */
enum { MOST_EMPTY = 1024 };

static const char *const kinds[] = { "inclusive", "exclusive", NULL };
static const char *const bys[] = { "flags", "offsets", NULL };
static const char *const lengths[] = { "geometric", "fixed", "power",
                                       "one",       "heads", NULL };

static const struct param params[] = {
    [SEGSCAN_PARAM_KIND] = { .name = "kind",
                             .kind = PARAM_CHOICE,
                             .preset = "inclusive",
                             .help = "sums up to an element, or up to the one "
                                     "before it",
                             .choices = kinds },
    [SEGSCAN_PARAM_BY] = { .name = "by",
                           .kind = PARAM_CHOICE,
                           .preset = "flags",
                           .help = "a byte an element, not 0 where a segment "
                                   "begins; or where "
                                   "each begins, as u64",
                           .choices = bys },
    [SEGSCAN_PARAM_LENGTHS] = { .name = "lengths",
                                .kind = PARAM_CHOICE,
                                .preset = "geometric",
                                .help = SEGMENTS_LENGTHS_HELP,
                                .choices = lengths },
    [SEGSCAN_PARAM_MEAN] = { .name = "mean",
                             .kind = PARAM_INT,
                             .preset = SEGMENTS_MEAN_PRESET,
                             .help = SEGMENTS_MEAN_HELP,
                             .low = SEGMENTS_MEAN_LOW,
                             .high = SEGMENTS_MEAN_HIGH,
                             .of = SEGSCAN_PARAM_LENGTHS,
                             .where = SEGMENTS_WITH_MEAN },
    [SEGSCAN_PARAM_SEGMENTS] = { .name = "segments",
                                 .kind = PARAM_INT,
                                 .preset = "0",
                                 .help = SEGMENTS_COUNT_HELP,
                                 .high = SEGMENTS_COUNT_HIGH,
                                 .follows_size = true },
    { 0 }
};

static bool by_flags(const struct problem *p)
{
    return p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS;
}

static enum status shape(struct problem *p, struct reason *why)
{
    struct segments s;
    const enum status status =
        segments_shape(p, SEGSCAN_PARAM_LENGTHS, &s, why);
    if (status)
        return status;
    if (by_flags(p) && s.count / MOST_EMPTY > s.elements + MOST_EMPTY)
        return fail(why, STATUS_USAGE,
                    "segments=%zu: almost all of --size %zu would be empty, "
                    "which flags do not tell; by=offsets does",
                    s.count, p->size);
    p->dim[0] = s.elements;
    p->dim[1] = s.count;
    p->dim[2] = 1;
    p->in_count = 2;
    p->in[0] =
        (struct array){ .name = "x", .type = p->type, .count = s.elements };
    if (elem_is_float(p->type))
        random_twin_sums(&p->in[0], elem_digits(p->type));
    p->in[1] = by_flags(p) ? (struct array){ .name = "flags",
                                             .type = ELEM_U8,
                                             .count = s.elements }
                           : (struct array){ .name = "offsets",
                                             .type = ELEM_U64,
                                             .count = s.count + 1 };
    p->out_count = 1;
    p->out[0] =
        (struct array){ .name = "y", .type = p->type, .count = s.elements };
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
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

/* --- the right answer ----------------------------------------------------- */

/* The first segment with elements that begins at or behind element i. */
static size_t next_head(const struct prefix *prefix, size_t i)
{
    const struct heads *heads = prefix->context;
    return heads_next(heads, i, prefix->n);
}

static struct prefix prefix_of(const struct problem *p,
                               const struct heads *heads)
{
    return (struct prefix){
        .type = p->type,
        .n = p->dim[0],
        .exclusive = p->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE,
        .next_start = next_head,
        .context = heads,
    };
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    const struct prefix prefix = prefix_of(p, NULL);
    const enum status status = by_flags(p)
        ? STATUS_OK
        : segments_validate(in[1], p->dim[1], p->dim[0], why);
    return status ? status
                  : prefix_validate(&prefix, "a scan of sums", in[0], why);
}

static bool twin(const struct problem *p)
{
    const struct prefix prefix = prefix_of(p, NULL);
    return prefix_rounds(&prefix);
}

static size_t want_bytes(const struct problem *p)
{
    const struct prefix prefix = prefix_of(p, NULL);
    return prefix_want_bytes(&prefix);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    const struct heads heads = {
        .flags = by_flags(p) ? in[1] : NULL,
        .offsets = by_flags(p) ? NULL : in[1],
        .count = p->dim[1],
    };
    const struct prefix prefix = prefix_of(p, &heads);
    prefix_oracle(&prefix, in[0], want);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const double depth = verdict_chain(promise, (double)p->size);
    const struct prefix prefix = prefix_of(p, NULL);
    prefix_check(&prefix, depth, want, got[0], v);
}

const struct op op_segscan = {
    .name = "segscan",
    .summary = "n elements to n running sums, which restart at each segment",
    .types = TYPES(SIGNED),
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
    .cost = prefix_cost,
    .check = check,
};

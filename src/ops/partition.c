/* partition.c - what partition is: the elements that exceed a threshold, in
 * their order, then the others, in theirs, and how many are on each side
 * (Blelloch's split). The threshold is threshold.h's. */
#include "ops/partition.h"

#include <stdint.h>

#include "op.h"
#include "verdict.h"
#include "ops/threshold.h"

static const struct param params[] = {
    [PARTITION_PARAM_KEEP] = { .name = "keep",
                               .kind = PARAM_SHARE,
                               .preset = "50%",
                               .generates = true,
                               .ends_hold = true,
                               .help = "the share of elements that go to the "
                                       "first side" },
    { 0 }
};

/* The answer: this, then the elements. */
struct sides {
    uint64_t count[2];
};

static void *elements_of(const void *want)
{
    return (struct sides *)(uintptr_t)want + 1;
}

/* --- the problem ---------------------------------------------------------- */

void partition_threshold(const struct problem *p, void *t)
{
    threshold_of(p, p->param[PARTITION_PARAM_KEEP].r, t);
}

static enum status shape(struct problem *p, struct reason *why)
{
    const size_t n = p->size;
    p->dim[0] = n;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = 1;
    p->out_count = 2;
    p->in[0] = (struct array){ .name = "x", .type = p->type, .count = n };
    p->out[0] = (struct array){ .name = "y", .type = p->type, .count = n };
    p->out[1] =
        (struct array){ .name = "counts", .type = ELEM_U64, .count = 2 };
    (void)why;
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    (void)which;
    return threshold_fill(p, p->param[PARTITION_PARAM_KEEP].r, elements);
}

/* Nothing rounds. */
static bool twin(const struct problem *p)
{
    (void)p;
    return false;
}

static struct cost cost(const struct problem *p, const void *want)
{
    const double bytes = (double)p->size * (double)elem_size(p->type);
    (void)want;
    return (struct cost){
        .read = bytes,
        .written = bytes,
        .items = (double)p->size,
    };
}

/* --- the right answer, and the check -------------------------------------- */

static size_t want_bytes(const struct problem *p)
{
    return sizeof(struct sides) + p->size * elem_size(p->type);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    double t;
    struct sides *sides = want;
    partition_threshold(p, &t);
    sides->count[0] =
        threshold_divide(p->type, in[0], p->size, &t, elements_of(want), true);
    sides->count[1] = p->size - sides->count[0];
}

/* Of the elements behind the first side; where they are bad counts from the
 * first of all. */
static void check_second(const struct problem *p, bool reversed, size_t first,
                         const void *want, const void *got, struct verdict *v)
{
    const size_t at = first * elem_size(p->type);
    struct verdict second;
    verdict_clear(&second);
    (reversed ? verdict_reversed : verdict_identical)(
        &second, 0, p->type, p->size - first, (const char *)want + at,
        (const char *)got + at);
    second.first_bad += first;
    verdict_merge(v, &second);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct sides *sides = want;
    const size_t first = sides->count[0];
    const void *elements = elements_of(want);
    verdict_clear(v);
    verdict_same(v, 1, ELEM_U64, 2, sides->count, got[1]);
    verdict_identical(v, 0, p->type, first, elements, got[0]);
    check_second(p, promise->traits & UNSTABLE, first, elements, got[0], v);
}

const struct op op_partition = {
    .name = "partition",
    .summary = "those that exceed a threshold first, then the others",
    .types = TYPES(TAUGHT),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae =
        "bytes: 2 n s, each element read once and written once "
        "(s = sizeof type)\n"
        "FLOPs: none\n"
        "items: n elements\n"
        "the first side: x > t; t follows from keep and --dist, of a file it "
        "is 0\n"
        "unstable: the second side is in exactly reverse order",
    .shape = shape,
    .fill = fill,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};

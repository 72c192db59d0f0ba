/* split.c - what split is: packed elements put back to the places that flags
 * mark, zeros between them (Fortran's UNPACK). It undoes compact. */
#include "ops/split.h"

#include <stdint.h>

#include "op.h"
#include "random.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/rare.h"

enum { X, FLAGS }; /* the inputs */

static const struct param params[] = {
    [SPLIT_PARAM_KEEP] = { .name = "keep",
                           .kind = PARAM_SHARE,
                           .preset = "50%",
                           .generates = true,
                           .help = "the share of flags that are set" },
    { 0 }
};

/* The answer: this, then the elements. */
struct spread {
    uint64_t set; /* flags */
};

static void *elements_of(const void *want)
{
    return (struct spread *)(uintptr_t)want + 1;
}

/* What the threads of the oracle share. */
struct spreading {
    const void *x;
    const uint8_t *flags;
    void *y;
    uint64_t set[PARALLEL_MOST]; /* flags of each; then of those before it */
};

#define ELEM_TEMPLATE "ops/split_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

/* --- the problem ---------------------------------------------------------- */

static enum status shape(struct problem *p, struct reason *why)
{
    const size_t n = p->size;
    p->dim[0] = n;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = 2;
    p->out_count = 1;
    p->in[X] = (struct array){ .name = "x", .type = p->type, .count = n };
    p->in[FLAGS] =
        (struct array){ .name = "flags", .type = ELEM_U8, .count = n };
    p->out[0] = (struct array){ .name = "y", .type = p->type, .count = n };
    (void)why;
    return STATUS_OK;
}

struct flagging {
    const struct problem *problem;
    uint8_t *flags;
};

static void flag_block(void *context, size_t begin, size_t end, int rank)
{
    const struct flagging *f = context;
    const double keep = f->problem->param[SPLIT_PARAM_KEEP].r;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        f->flags[i] = random_unit(f->problem->seed, FLAGS, i) <= keep
            ? rare_flag(f->problem, i)
            : 0;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    struct flagging f = { .problem = p, .flags = elements };
    if (which == X && p->timed)
        rare_numbers(p, which, elements);
    if (which == X)
        return p->timed;
    parallel_for(p->size, flag_block, &f);
    return true;
}

/* Nothing rounds. */
static bool twin(const struct problem *p)
{
    (void)p;
    return false;
}

static struct cost cost(const struct problem *p, const void *want)
{
    const struct spread *spread = want;
    const double n = (double)p->size, size = (double)elem_size(p->type);
    return (struct cost){
        .read = n + (double)spread->set * size,
        .written = n * size,
        .items = n,
    };
}

/* --- the right answer, and the check -------------------------------------- */

static size_t want_bytes(const struct problem *p)
{
    return sizeof(struct spread) + p->size * elem_size(p->type);
}

static void count_block(void *context, size_t begin, size_t end, int rank)
{
    struct spreading *s = context;
    uint64_t set = 0;
    for (size_t i = begin; i < end; i++)
        set += s->flags[i] != 0;
    s->set[rank] = set;
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    static void (*const spread_block[ELEM_COUNT])(void *, size_t, size_t,
                                                  int) = EACH(TAUGHT, spread);
    struct spread *spread = want;
    struct spreading s = { .x = in[X],
                           .flags = in[FLAGS],
                           .y = elements_of(want) };
    parallel_for(p->size, count_block, &s);
    for (int r = 0; r < parallel_threads(); r++) {
        const uint64_t own = s.set[r];
        s.set[r] = spread->set;
        spread->set += own;
    }
    parallel_for(p->size, spread_block[p->type], &s);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    (void)promise;
    verdict_clear(v);
    verdict_identical(v, 0, p->type, p->size, elements_of(want), got[0]);
}

const struct op op_split = {
    .name = "split",
    .summary = "packed elements to the places that flags mark, zeros between",
    .types = TYPES(TAUGHT),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae =
        "bytes: n + k s + n s, n flags and the k elements they ask for read "
        "once, n elements written once (s = sizeof type)\n"
        "FLOPs: none\n"
        "items: n elements",
    .shape = shape,
    .fill = fill,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};

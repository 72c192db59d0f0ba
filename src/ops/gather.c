/* gather.c - what gather is: y[i] = x[index[i]], bit for bit.
 *
 * An index may be there any number of times; one that is beyond x is refused
 * before the first run. */
#include "ops/gather.h"

#include <string.h>

#include "op.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/rare.h"

static const char *const patterns[] = { "random", "identity", "reverse",
                                        "stride", "blocks",   "skewed",
                                        NULL };

static const struct param params[] = {
    [GATHER_PARAM_PATTERN] = { .name = "pattern",
                               .kind = PARAM_CHOICE,
                               .preset = "random",
                               .generates = true,
                               .help = INDICES_PATTERN_HELP,
                               .choices = patterns },
    [GATHER_PARAM_INDEX] = { .name = "index",
                             .kind = PARAM_CHOICE,
                             .preset = "32",
                             .help = INDICES_INDEX_HELP,
                             .choices = indices_widths },
    [GATHER_PARAM_STRIDE] = { .name = "stride",
                              .kind = PARAM_INT,
                              .preset = INDICES_STRIDE_PRESET,
                              .help = INDICES_STRIDE_HELP,
                              .low = INDICES_LOW,
                              .high = INDICES_HIGH,
                              .of = GATHER_PARAM_PATTERN,
                              .where = 1 << INDICES_STRIDE },
    [GATHER_PARAM_BLOCK] = { .name = "block",
                             .kind = PARAM_INT,
                             .preset = INDICES_BLOCK_PRESET,
                             .help = INDICES_BLOCK_HELP,
                             .low = INDICES_LOW,
                             .high = INDICES_HIGH,
                             .of = GATHER_PARAM_PATTERN,
                             .where = 1 << INDICES_BLOCKS },
    [GATHER_PARAM_TABLE] = { .name = "table",
                             .kind = PARAM_INT,
                             .preset = "0",
                             .help = "elements of x; 0: as many as indices",
                             .high = INDICES_HIGH,
                             .follows_size = true },
    { 0 }
};

static enum status shape(struct problem *p, struct reason *why)
{
    const size_t table = (size_t)p->param[GATHER_PARAM_TABLE].i;
    p->dim[0] = p->size;
    p->dim[1] = table ? table : p->size;
    p->dim[2] = 1;
    p->in_count = 2;
    p->out_count = 1;
    p->in[0] =
        (struct array){ .name = "x", .type = p->type, .count = p->dim[1] };
    p->in[1] = (struct array){ .name = "index",
                               .type = indices_type(p),
                               .count = p->size };
    p->out[0] =
        (struct array){ .name = "y", .type = p->type, .count = p->size };
    return indices_shape(p, p->dim[1], why);
}

static bool fill(const struct problem *p, int which, void *elements)
{
    if (which == 0 && p->timed)
        rare_numbers(p, which, elements);
    if (which == 0)
        return p->timed;
    indices_fill(p, which, p->dim[1], elements);
    return true;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    return indices_validate(p, in[1], p->dim[0], p->dim[1], why);
}

/* The answer: this, then the elements. */
struct answer {
    struct indices_traffic traffic;
};

static void *elements_of(const void *want)
{
    return (struct answer *)(uintptr_t)want + 1;
}

/* Nothing rounds. */
static bool twin(const struct problem *p)
{
    (void)p;
    return false;
}

static struct cost cost(const struct problem *p, const void *want)
{
    const struct answer *answer = want;
    const struct indices_traffic *t = &answer->traffic;
    const double size = (double)elem_size(p->type), n = (double)p->dim[0];
    const double taken = p->dim[0] < p->dim[1] ? n : (double)p->dim[1];
    const double indices = n * (double)elem_size(p->in[1].type);
    return (struct cost){
        .read = taken * size + indices,
        .written = n * size,
        .items = n,
        .moved = (double)t->sectors * INDICES_SECTOR + indices + n * size,
        .gathers = (double)t->jumps,
        .width = (int)elem_size(p->type),
        .span = indices_span(p, p->dim[1]),
    };
}

/* --- the right answer ----------------------------------------------------- */

static size_t want_bytes(const struct problem *p)
{
    return sizeof(struct answer) + p->dim[0] * elem_size(p->type);
}

struct work {
    const struct problem *problem;
    const char *x;
    const void *indices;
    char *elements;
};

static void fill_answer(void *context, size_t begin, size_t end, int rank)
{
    const struct work *w = context;
    const size_t size = elem_size(w->problem->type);
    (void)rank;
    for (size_t i = begin; i < end; i++)
        memcpy(w->elements + i * size,
               w->x + indices_at(w->problem, w->indices, i) * size, size);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    const size_t n = p->dim[0];
    struct answer *answer = want;
    struct work work = { .problem = p,
                         .x = in[0],
                         .indices = in[1],
                         .elements = elements_of(want) };
    answer->traffic = indices_traffic(p, in[1], n, elem_size(p->type));
    parallel_for(n, fill_answer, &work);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    (void)promise;
    verdict_clear(v);
    verdict_identical(v, 0, p->type, p->dim[0], elements_of(want), got[0]);
}

const struct op op_gather = {
    .name = "gather",
    .summary = "y[i] = x[index[i]]",
    .types = TYPES(TAUGHT),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae =
        "bytes: n (2 s + w), each element taken once, its index read once "
        "and it written once\n"
        "(s = sizeof type, w = sizeof index); of a table of fewer elements "
        "only those\n"
        "moved: n (s + w) and 32 bytes a sector of x that indices lead to and "
        "that is not\n"
        "among those moved last: an identity n s, random ones 32 n\n"
        "FLOPs: none\n"
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

/* scatter.c - what scatter is: y[index[i]] = x[i], bit for bit.
 *
 * The indices are a permutation of those of y: one that is beyond it, or is
 * there twice, is refused before the first run. */
#include "ops/scatter.h"

#include <string.h>

#include "op.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/rare.h"

static const char *const patterns[] = { "random", "identity", "reverse",
                                        "stride", "blocks",   NULL };

static const struct param params[] = {
    [SCATTER_PARAM_PATTERN] = { .name = "pattern",
                                .kind = PARAM_CHOICE,
                                .preset = "random",
                                .generates = true,
                                .help = INDICES_PATTERN_HELP,
                                .choices = patterns },
    [SCATTER_PARAM_INDEX] = { .name = "index",
                              .kind = PARAM_CHOICE,
                              .preset = "32",
                              .help = INDICES_INDEX_HELP,
                              .choices = indices_widths },
    [SCATTER_PARAM_STRIDE] = { .name = "stride",
                               .kind = PARAM_INT,
                               .preset = INDICES_STRIDE_PRESET,
                               .help = INDICES_STRIDE_HELP,
                               .low = INDICES_LOW,
                               .high = INDICES_HIGH,
                               .of = SCATTER_PARAM_PATTERN,
                               .where = 1 << INDICES_STRIDE },
    [SCATTER_PARAM_BLOCK] = { .name = "block",
                              .kind = PARAM_INT,
                              .preset = INDICES_BLOCK_PRESET,
                              .help = INDICES_BLOCK_HELP,
                              .low = INDICES_LOW,
                              .high = INDICES_HIGH,
                              .of = SCATTER_PARAM_PATTERN,
                              .where = 1 << INDICES_BLOCKS },
    { 0 }
};

static enum status shape(struct problem *p, struct reason *why)
{
    const struct array array = { .type = p->type, .count = p->size };
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = 2;
    p->out_count = 1;
    p->in[0] = p->in[1] = p->out[0] = array;
    p->in[0].name = "x";
    p->in[1].name = "index";
    p->in[1].type = indices_type(p);
    p->out[0].name = "y";
    return indices_shape(p, p->size, why);
}

static bool fill(const struct problem *p, int which, void *elements)
{
    if (which == 0 && p->timed)
        rare_numbers(p, which, elements);
    if (which == 0)
        return p->timed;
    indices_fill(p, which, p->dim[0], elements);
    return true;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    const size_t n = p->dim[0];
    const enum status status = indices_validate(p, in[1], n, n, why);
    return status ? status : indices_distinct(p, in[1], n, n, why);
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
    const double read = n * (size + (double)elem_size(p->in[1].type));
    return (struct cost){
        .read = read,
        .written = n * size,
        .items = n,
        .moved = read + (double)(t->sectors + t->parts) * INDICES_SECTOR,
        .scatters = (double)t->jumps,
        .width = (int)elem_size(p->type),
        .span = indices_span(p, p->dim[0]),
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
        memcpy(w->elements + indices_at(w->problem, w->indices, i) * size,
               w->x + i * size, size);
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

const struct op op_scatter = {
    .name = "scatter",
    .summary = "y[index[i]] = x[i]",
    .types = TYPES(TAUGHT),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae =
        "bytes: n (2 s + w), each element and its index read once, and it "
        "written once\n"
        "(s = sizeof type, w = sizeof index)\n"
        "moved: n (s + w) and 32 bytes a sector of y that indices lead to and "
        "that is not\n"
        "among those moved last, twice that where not all of it is written: "
        "an "
        "identity\n"
        "n s, random ones 64 n\n"
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

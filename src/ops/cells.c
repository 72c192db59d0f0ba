/* cells.c - what cells is: forces of short range between particles in the unit
 * square or cube, in f32.
 *
 *     f[i] = sum over j, 0 < d < cutoff, of (cutoff - d) (r[i] - r[j]) / d
 *
 * with d = |r[i] - r[j]|: particles repel each other by what their distance
 * lacks to the cutoff. Nothing is beyond the borders, which are no neighbours
 * of each other. Particles at one place exert no force on each other, nor do
 * those at the cutoff, where it is 0.
 *
 * In f32 a pair counts where 0 < s < cutoff^2, s the sum of the squares. So
 * near the cutoff roundings may decide otherwise; what that changes is less
 * than the bound, cells_oracle.c. */
#include "ops/cells_fill.h"
#include "ops/cells_grid.h"
#include "ops/cells_oracle.h"

#include <math.h>

#include "op.h"
#include "random.h"
#include "verdict.h"

/* Differences of such coordinates have squares that are normal numbers. */
static const double COORDINATE_LEAST = 0x1p-40;

static const size_t MOST_PARTICLES = (size_t)1 << 28;

static const char *const dims[] = { "2", "3", NULL };
static const char *const spreads[] = {
    [SPREAD_UNIFORM] = "uniform",
    [SPREAD_CLUSTERED] = "clustered",
    [SPREAD_CORNER] = "corner",
    [SPREAD_ONE_CELL] = "one-cell",
    NULL,
};

static const struct param params[] = {
    [CELLS_PARAM_DIM] = { .name = "dim",
                          .kind = PARAM_CHOICE,
                          .preset = "2",
                          .help = "in the unit square, or in the cube",
                          .choices = dims },
    [CELLS_PARAM_CUTOFF] = { .name = "cutoff",
                             .kind = PARAM_REAL,
                             .preset = "0",
                             .help = "the range; 0: so that 8 particles are "
                                     "in a square or cube as wide, on average",
                             .high = 2 },
    [CELLS_PARAM_SPREAD] = { .name = "spread",
                             .kind = PARAM_CHOICE,
                             .preset = "uniform",
                             .generates = true,
                             .help = "uniform: as --dist says; 16 clusters; a "
                                     "corner of 1/16 of all room; one cell "
                                     "alone",
                             .choices = spreads },
    { 0 }
};

static enum status shape(struct problem *p, struct reason *why)
{
    static const char *const names[] = { "x", "y", "z", "fx", "fy", "fz" };
    const double cutoff = p->param[CELLS_PARAM_CUTOFF].r;
    if (p->size > MOST_PARTICLES)
        return fail(why, STATUS_USAGE,
                    "--size %zu is more than cells' most particles, %zu",
                    p->size, MOST_PARTICLES);
    if (cutoff > 0 && cutoff < 1e-6)
        return fail(why, STATUS_USAGE,
                    "cutoff=%g: expected 0, or a range from 1e-06 to 2",
                    cutoff);
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = p->out_count = cells_dim(p);
    for (int c = 0; c < p->in_count; c++) {
        p->in[c] = p->out[c] =
            (struct array){ .type = ELEM_F32, .count = p->size };
        p->in[c].name = names[c];
        p->out[c].name = names[3 + c];
    }
    return STATUS_OK;
}

static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    for (int c = 0; c < p->in_count; c++) {
        const float *x = in[c];
        for (size_t i = 0; i < p->size; i++) {
            const double at = (double)x[i];
            if (!(at >= 0 && at < 1) || (at > 0 && at < COORDINATE_LEAST))
                return fail(why, STATUS_USAGE,
                            "element %zu of %s is %g: cells takes 0, and from "
                            "%g to below 1",
                            i, p->in[c].name, at, COORDINATE_LEAST);
        }
    }
    return STATUS_OK;
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *p, const void *want)
{
    const struct cells_want *w = want;
    const double n = (double)p->size, dim = (double)cells_dim(p);
    return (struct cost){ .read = dim * n * sizeof(float),
                          .written = dim * n * sizeof(float),
                          .flops = (5 * dim + 1) * w->pairs,
                          .items = n };
}

struct checking {
    const struct problem *problem;
    const struct cells_want *want;
    const void *const *got;
    bool twin;
};

static void check_block(const void *context, size_t begin, size_t end,
                        struct verdict *v)
{
    const struct checking *c = context;
    for (size_t i = begin; i < end; i++) {
        const struct cells_force *want = &c->want->of[i];
        const bool exact =
            c->twin && cells_twin_exact(c->problem, want->neighbours);
        if (!exact)
            v->depth = fmax(v->depth, want->neighbours + 3);
        for (int k = 0; k < c->problem->out_count; k++) {
            const float *f = c->got[k];
            verdict_near(v, k, i, ELEM_F32, &f[i], want->f[k], 0,
                         exact ? 0 : want->bound[k]);
        }
    }
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct checking c = {
        .problem = p, .want = want, .got = got, .twin = promise->depth == 0
    };
    verdict_clear(v);
    verdict_parallel(v, p->size, check_block, &c);
}

static const char *const parts[] = {
    [CELLS_INDEX] = "index",   [CELLS_SORT] = "sort",
    [CELLS_LISTS] = "lists",   [CELLS_STARTS] = "starts",
    [CELLS_FORCES] = "forces", NULL
};

const struct op op_cells = {
    .name = "cells",
    .summary = "forces of short range between particles in a square or cube",
    .types = TYPE(F32),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "2^10:2^16:x4",
    .size_means = "particles",
    .formulae =
        "f[i] = sum of (cutoff - d) (r[i] - r[j]) / d, all j with 0 < d < "
        "cutoff,\n"
        "d = |r[i] - r[j]|: they repel each other by what the distance lacks "
        "to the\n"
        "cutoff. Borders are not periodic. A pair counts where 0 < s < "
        "cutoff^2 in f32,\n"
        "s the sum of the squares of the differences; near the cutoff, where "
        "roundings\n"
        "may decide otherwise, the force is less than the bound of the error\n"
        "bytes: 8 dim n, each coordinate and each force once\n"
        "FLOPs: 5 dim + 1 a pair within the cutoff, counted both ways; of "
        "pairs that are\n"
        "looked at in vain none\n"
        "items: n particles",
    .headline = HEADLINE_ITEMS,
    .item = "particles",
    .shape = shape,
    .fill = cells_fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = cells_want_bytes,
    .oracle = cells_oracle,
    .cost = cost,
    .check = check,
    .parts = parts,
};

/* cells_fill.c - where generated particles are.
 *
 * Coordinates are multiples of 2^-24 in [0, 1), each from its particle's number
 * alone. */
#include "ops/cells_fill.h"

#include <float.h>
#include <math.h>

#include "digest.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/cells_grid.h"

enum {
    CLUSTERS = 16,
    ROOM = 16 /* clusters take this part of all room, and so does the corner */
};

struct filling {
    uint64_t seed;
    int which;
    struct cells_grid grid;
    double width; /* of a cluster, and of the corner */
    double (*place)(const struct filling *, uint64_t i);
    float *x;
};

/* In [0, 1). */
static double fraction(const struct filling *f, int stream, uint64_t i)
{
    return 1 - random_unit(f->seed, f->which + 8 * stream, i);
}

/* Densest in their middles, where they overlap or cross the border, too. */
static double clustered(const struct filling *f, uint64_t i)
{
    const double middle = fraction(f, 1, digest_word(f->seed, i) % CLUSTERS);
    const double x =
        middle + f->width * (fraction(f, 2, i) + fraction(f, 3, i) - 1);
    return x - floor(x);
}

static double in_corner(const struct filling *f, uint64_t i)
{
    return f->width * fraction(f, 1, i);
}

/* The middle half of one cell. */
static double in_one_cell(const struct filling *f, uint64_t i)
{
    const double cell =
        (double)(digest_word(f->seed, (uint64_t)f->which) % f->grid.side);
    return (cell + 0.25 + 0.5 * fraction(f, 1, i)) / (double)f->grid.side;
}

/* --- the twin ------------------------------------------------------------- */

static double twin_step(float cutoff)
{
    int exponent;
    const float digits = frexpf(cutoff, &exponent);
    return ldexp(digits > 0.5f ? 0.5 : 0.25, exponent);
}

static double on_lines(const struct filling *f, uint64_t i)
{
    const uint64_t line =
        digest_word(f->seed, f->grid.side) % (uint64_t)f->grid.dim;
    const double step =
        twin_step(f->grid.cutoff) * (line == (uint64_t)f->which ? 1 : 2);
    const double points = ceil(1 / step);
    return step * floor(points * fraction(f, 1, i));
}

bool cells_twin_exact(const struct problem *p, double neighbours)
{
    const float cutoff = cells_cutoff(p);
    const double units =
        ldexp((double)cutoff / twin_step(cutoff), CELLS_DIGITS - 1);
    return units == floor(units) &&
        neighbours <= ldexp(1, FLT_MANT_DIG - CELLS_DIGITS);
}

/* -------------------------------------------------------------------------- */

static void fill_block(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        f->x[i] = (float)ldexp(floor(ldexp(f->place(f, i), 24)), -24);
}

bool cells_fill(const struct problem *p, int which, void *elements)
{
    static double (*const places[])(const struct filling *, uint64_t) = {
        [SPREAD_CLUSTERED] = clustered,
        [SPREAD_CORNER] = in_corner,
        [SPREAD_ONE_CELL] = in_one_cell,
    };
    const int64_t spread = p->param[CELLS_PARAM_SPREAD].i;
    struct filling f = { .seed = p->seed,
                         .which = which,
                         .grid = cells_grid_of(p),
                         .place =
                             spread == SPREAD_UNIFORM ? NULL : places[spread],
                         .x = elements };
    const double room =
        spread == SPREAD_CLUSTERED ? ROOM * CLUSTERS : (double)ROOM;
    f.width = pow(room, -1.0 / f.grid.dim);
    if (p->dist == dist_twin)
        f.place = on_lines;
    if (!f.place)
        return false;
    parallel_for(p->in[which].count, fill_block, &f);
    return true;
}

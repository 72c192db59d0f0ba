/* cells_grid.h - the parameters of cells, its rule which pairs count, and a
 * grid whose neighbouring cells hold all of them. */
#ifndef TETRAD_OPS_CELLS_GRID_H
#define TETRAD_OPS_CELLS_GRID_H

#include <math.h>

#include "op.h"

enum { CELLS_PARAM_DIM, CELLS_PARAM_CUTOFF, CELLS_PARAM_SPREAD };

/* The parts of a run; a variant whose sort finds where cells start has no
 * CELLS_STARTS. */
enum {
    CELLS_INDEX,  /* the cell of each particle */
    CELLS_SORT,   /* particles by cell, */
    CELLS_LISTS,  /* or on lists */
    CELLS_STARTS, /* where each cell begins */
    CELLS_FORCES  /* from the 9 or 27 cells around */
};

enum cells_spread {
    SPREAD_UNIFORM, /* as --dist says */
    SPREAD_CLUSTERED,
    SPREAD_CORNER,
    SPREAD_ONE_CELL
};

enum {
    CELLS_IN_CELL = 8, /* particles in a cutoff's volume, on average */
    CELLS_DIGITS = 12, /* of a cutoff that follows from the size */
    CELLS_MOST_SIDE = 4096
};

static inline int cells_dim(const struct problem *p)
{
    return p->param[CELLS_PARAM_DIM].i == 0 ? 2 : 3;
}

/* In f32. That which follows from the size has few digits, so that the twin is
 * exact. */
static inline float cells_cutoff(const struct problem *p)
{
    const double given = p->param[CELLS_PARAM_CUTOFF].r;
    const double volume = CELLS_IN_CELL / fmax(1, (double)p->size);
    const double side = cells_dim(p) == 2 ? sqrt(volume) : cbrt(volume);
    int exponent;
    const double digits = frexp(fmin(side, 2), &exponent);
    return (float)(given > 0 ? given
                             : ldexp(rint(ldexp(digits, CELLS_DIGITS)),
                                     exponent - CELLS_DIGITS));
}

/* Cells are at least as wide as the cutoff, by a 2^-10 more than roundings of
 * x side and of distances take away, and no more than two a particle. */
struct cells_grid {
    int dim;
    uint32_t side, cells; /* along each axis, and in all */
    float cutoff;
};

static inline struct cells_grid cells_grid_of(const struct problem *p)
{
    struct cells_grid g = { cells_dim(p), 0, 0, cells_cutoff(p) };
    const double n = fmax(1, 2 * (double)p->size);
    const double wide = (1 - 0x1p-10) / (double)g.cutoff;
    const double many = g.dim == 2 ? sqrt(n) : cbrt(n);
    g.side = (uint32_t)fmin(CELLS_MOST_SIDE, fmax(1, fmin(wide, many)));
    g.cells = g.dim == 2 ? g.side * g.side : g.side * g.side * g.side;
    return g;
}

/* The place along an axis of the cell that x in [0, 1) is in: where x side is
 * rounded to `side` it is in the last one. */
static inline uint32_t cells_place(const struct cells_grid *g, float x)
{
    const uint32_t place = (uint32_t)(x * (float)g->side);
    return place < g->side ? place : g->side - 1;
}

/* The cell of particle i: rows along x, one after another along y, then z. */
static inline uint32_t cells_cell(const struct cells_grid *g,
                                  const float *const at[], size_t i)
{
    uint32_t cell = 0;
    for (int c = g->dim; c-- > 0;)
        cell = cell * g->side + cells_place(g, at[c][i]);
    return cell;
}

/* The cells around a particle's own are in up to 9 rows, each of which is a
 * stretch of particles once they are sorted by cell. */
struct cells_rows {
    uint32_t first[9], last[9]; /* cells, both among them */
    int count;
};

static inline struct cells_rows cells_around(const struct cells_grid *g,
                                             uint32_t cell)
{
    const uint32_t x = cell % g->side, y = cell / g->side % g->side;
    const uint32_t z = cell / g->side / g->side, end = g->side - 1;
    const uint32_t left = x - (x > 0), right = x + (x < end);
    struct cells_rows rows;
    rows.count = 0;
    for (uint32_t k = z - (z > 0); k <= z + (g->dim == 3 && z < end); k++)
        for (uint32_t j = y - (y > 0); j <= y + (y < end); j++) {
            const uint32_t row = (k * g->side + j) * g->side;
            rows.first[rows.count] = row + left;
            rows.last[rows.count++] = row + right;
        }
    return rows;
}

#endif

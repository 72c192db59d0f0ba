/* cells_oracle.c - the right answer of cells, in double, on all threads.
 *
 * Beside each force stands how far off f32 may be. A term is w d along each
 * axis, w = cutoff / |d| - 1: the quotient rounds at most ROUGH times (the
 * difference, squares and their sum 5 times, halved by the root, which is to be
 * within 4 u, and the product), which is absolute as the 1 is taken from it;
 * then the term 3 times, and its sum as often as there are neighbours, whatever
 * the order, since adding nothing does not round. A pair so near the cutoff
 * that f32 may decide otherwise has less force than the first part allows. */
#include "ops/cells_oracle.h"

#include <math.h>

#include "verdict.h"
#include "host/parallel.h"
#include "ops/cells_grid.h"

enum { FEW = 1024, ROUGH = 10 };

static const double NEAR = 1 + 0x1p-20; /* to the cutoff: may be within it */

struct work {
    const float *in[3];
    struct cells_grid grid;
    size_t n;
    uint32_t *end, *order; /* of each cell; the particles, by cell */
    struct cells_want *want;
};

size_t cells_want_bytes(const struct problem *p)
{
    const size_t cells = cells_grid_of(p).cells;
    return sizeof(struct cells_want) + p->size * sizeof(struct cells_force) +
        (cells + p->size) * sizeof(uint32_t);
}

/* A counting sort from the last to the first. */
static void sort_by_cell(struct work *w)
{
    for (size_t i = 0; i < w->n; i++)
        w->end[cells_cell(&w->grid, w->in, i)]++;
    for (uint32_t c = 1; c < w->grid.cells; c++)
        w->end[c] += w->end[c - 1];
    for (size_t i = w->n; i-- > 0;)
        w->order[--w->end[cells_cell(&w->grid, w->in, i)]] = (uint32_t)i;
    for (uint32_t c = 0; c + 1 < w->grid.cells; c++)
        w->end[c] = w->end[c + 1];
    w->end[w->grid.cells - 1] = (uint32_t)w->n;
}

struct sums {
    double size[3], rough[3];
};

static void add_pair(const struct work *w, size_t i, size_t j,
                     struct cells_force *force, struct sums *sums)
{
    const double cutoff = (double)w->grid.cutoff;
    double d[3] = { 0 }, square = 0;
    for (int c = 0; c < w->grid.dim; c++) {
        d[c] = (double)w->in[c][i] - (double)w->in[c][j];
        square += d[c] * d[c];
    }
    const double distance = sqrt(square);
    if (!(distance > 0) || distance >= cutoff * NEAR)
        return;
    const double weight = fmax(0, cutoff / distance - 1);
    force->neighbours++;
    for (int c = 0; c < w->grid.dim; c++) {
        force->f[c] += weight * d[c];
        sums->size[c] += weight * fabs(d[c]);
        sums->rough[c] += cutoff / distance * fabs(d[c]);
    }
}

static void work_on(void *context, size_t begin, size_t end, int rank)
{
    const struct work *w = context;
    const double rough = ROUGH * verdict_roundoff(ELEM_F32);
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        const struct cells_rows rows =
            cells_around(&w->grid, cells_cell(&w->grid, w->in, i));
        struct cells_force force = { .neighbours = 0 };
        struct sums sums = { { 0 }, { 0 } };
        for (int r = 0; r < rows.count; r++) {
            const uint32_t first = rows.first[r];
            for (uint32_t k = first ? w->end[first - 1] : 0;
                 k < w->end[rows.last[r]]; k++)
                add_pair(w, i, w->order[k], &force, &sums);
        }
        const double growth = verdict_gamma(ELEM_F32, force.neighbours + 3);
        for (int c = 0; c < w->grid.dim; c++)
            force.bound[c] = growth * sums.size[c] + rough * sums.rough[c];
        w->want->of[i] = force;
    }
}

void cells_oracle_by(const struct problem *p, const void *const in[],
                     uint32_t side, void *want)
{
    struct work w = { .in = { in[0], in[1], in[2] },
                      .grid = cells_grid_of(p),
                      .n = p->size,
                      .want = want };
    w.grid.side = side;
    w.grid.cells = side * side * (w.grid.dim == 3 ? side : 1);
    w.end = (uint32_t *)&w.want->of[w.n];
    w.order = w.end + w.grid.cells;
    sort_by_cell(&w);
    parallel_for(w.n, work_on, &w);
    for (size_t i = 0; i < w.n; i++)
        w.want->pairs += w.want->of[i].neighbours;
}

void cells_oracle(const struct problem *p, const void *const in[], void *want)
{
    const uint32_t side = cells_grid_of(p).side;
    cells_oracle_by(p, in, p->size <= FEW ? 1 : side, want);
}

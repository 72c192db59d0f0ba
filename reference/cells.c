/* cells.c - cells on one core: all pairs, and by cells.
 *
 * Cells are at least as wide as the cutoff, so that a particle's neighbours are
 * in its own and those around. A counting sort brings together what is in a
 * cell, and cells of a row are neighbours there, too. */
#include <math.h>
#include <string.h>

#include "op.h"
#include "ops/cells_grid.h"

struct particles {
    struct cells_grid grid;
    const float *at[3];
    size_t n;
};

static struct particles particles_of(const struct job *job)
{
    struct particles s = { .grid = cells_grid_of(job->problem),
                           .n = job->problem->size };
    for (int c = 0; c < s.grid.dim; c++)
        s.at[c] = job->in[c];
    return s;
}

static void add_pair(const struct particles *s, size_t i, size_t j,
                     float force[3])
{
    float d[3], square = 0;
    for (int c = 0; c < s->grid.dim; c++) {
        d[c] = s->at[c][i] - s->at[c][j];
        square += d[c] * d[c];
    }
    if (!(square > 0) || square >= s->grid.cutoff * s->grid.cutoff)
        return;
    const float weight = s->grid.cutoff / sqrtf(square) - 1;
    for (int c = 0; c < s->grid.dim; c++)
        force[c] += weight * d[c];
}

static void set(const struct job *job, size_t i, const float force[3])
{
    for (int c = 0; c < job->problem->out_count; c++)
        ((float *)job->out[c])[i] = force[c];
}

static enum status run_all_pairs(struct job *job)
{
    const struct particles s = particles_of(job);
    for (size_t i = 0; i < s.n; i++) {
        float force[3] = { 0 };
        for (size_t j = 0; j < s.n; j++)
            add_pair(&s, i, j, force);
        set(job, i, force);
    }
    return STATUS_OK;
}

/* --- by cells ------------------------------------------------------------- */

/* end[c]: where cell c ends in order[], the particles by cell. */
static void sort_by_cell(const struct job *job, const struct particles *s,
                         uint32_t *end, uint32_t *order)
{
    uint32_t before = 0;
    job_part(job, CELLS_INDEX);
    memset(end, 0, s->grid.cells * sizeof *end);
    for (size_t i = 0; i < s->n; i++)
        end[cells_cell(&s->grid, s->at, i)]++;
    job_part(job, CELLS_STARTS);
    for (uint32_t c = 0; c < s->grid.cells; c++) {
        const uint32_t count = end[c];
        end[c] = before;
        before += count;
    }
    job_part(job, CELLS_SORT);
    for (size_t i = 0; i < s->n; i++)
        order[end[cells_cell(&s->grid, s->at, i)]++] = (uint32_t)i;
}

enum { ALL_PAIRS_MOST = 1 << 15 }; /* particles */

static const char *refuses_many(const struct problem *p)
{
    return p->size > ALL_PAIRS_MOST
        ? "of more than 2^15 particles all pairs take too long on one core"
        : NULL;
}

static enum status run_cells(struct job *job)
{
    const struct particles s = particles_of(job);
    uint32_t *end = job->scratch, *order = end + s.grid.cells;
    sort_by_cell(job, &s, end, order);
    job_part(job, CELLS_FORCES);
    for (size_t i = 0; i < s.n; i++) {
        const struct cells_rows rows =
            cells_around(&s.grid, cells_cell(&s.grid, s.at, i));
        float force[3] = { 0 };
        for (int r = 0; r < rows.count; r++) {
            const uint32_t first = rows.first[r];
            for (uint32_t k = first ? end[first - 1] : 0;
                 k < end[rows.last[r]]; k++)
                add_pair(&s, i, order[k], force);
        }
        set(job, i, force);
    }
    return STATUS_OK;
}

static size_t scratch_cells(const struct job *job)
{
    return (cells_grid_of(job->problem).cells + job->problem->size) *
        sizeof(uint32_t);
}

extern const struct variant reference_cells[];

const struct variant reference_cells[] = {
    { .name = "all-pairs",
      .idea = "two loops over all particles",
      .source = "",
      .refuses = refuses_many,
      .run = run_all_pairs },
    { .name = "cells",
      .idea = "only those in the cells around, found by a counting sort",
      .source = "Hockney and Eastwood, Computer Simulation Using Particles, "
                "chapter 8",
      .best = true,
      .scratch = scratch_cells,
      .run = run_cells },
    { 0 }
};

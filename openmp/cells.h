/* cells.h - particles sorted by cell. */
#ifndef TETRAD_OPENMP_CELLS_H
#define TETRAD_OPENMP_CELLS_H

#include "ops/cells_grid.h"

enum { CELLS_PAD = 16 }; /* floats that a vector may read beyond the last */

struct cells_sorted {
    struct cells_grid grid;
    const float *in[3];
    size_t n;
    /* What the sort makes: */
    uint32_t *end;   /* of each cell; it begins where the one before ends */
    uint32_t *order; /* particles by cell, in their order within it */
    float *at[3];    /* where they are, and CELLS_PAD zeros */
    /* Its own: */
    size_t blocks;       /* of particles, counted one by one */
    unsigned shift;      /* of a cell's bucket */
    uint32_t buckets;    /* of neighbouring cells */
    uint32_t *counts;    /* of a bucket in each block, bucket by bucket */
    uint32_t *cell;      /* of each particle */
    uint32_t *by_bucket; /* particles */
};

/* Lays out the arrays from `scratch` on; the result is how many bytes they
 * take. */
size_t cells_layout(struct cells_sorted *, const struct job *, void *scratch);

/* A stable counting sort, first by bucket and then each bucket by cell; called
 * by every thread of the team, ends in a barrier. */
void cells_sort(const struct job *, const struct cells_sorted *);

#endif

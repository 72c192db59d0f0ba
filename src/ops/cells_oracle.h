/* cells_oracle.h - the right answer of cells, in double. */
#ifndef TETRAD_OPS_CELLS_ORACLE_H
#define TETRAD_OPS_CELLS_ORACLE_H

#include "op.h"

struct cells_force {
    double f[3], bound[3];
    double neighbours; /* that may count */
};

struct cells_want {
    double pairs; /* nearer than the cutoff, both ways */
    struct cells_force of[];
};

size_t cells_want_bytes(const struct problem *);
/* By all pairs where particles are few, else by cells. */
void cells_oracle(const struct problem *, const void *const in[], void *want);
/* By as many cells along each axis; 1: all pairs. */
void cells_oracle_by(const struct problem *, const void *const in[],
                     uint32_t side, void *want);

#endif

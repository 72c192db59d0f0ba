/* cells_fill.h - where generated particles are. */
#ifndef TETRAD_OPS_CELLS_FILL_H
#define TETRAD_OPS_CELLS_FILL_H

#include "op.h"

/* Coordinate `which` of all particles; false: the distribution fills it. */
bool cells_fill(const struct problem *, int which, void *elements);

/* The twin's particles are at points of lines along one axis, 2 s apart, s
 * from point to point: the largest power of two below the cutoff. So only
 * neighbours on a line count, whose distance is s, and a force is a whole
 * number of times cutoff - s. Whether as many neighbours leave the sum exact,
 * in any order of adding. */
bool cells_twin_exact(const struct problem *, double neighbours);

#endif

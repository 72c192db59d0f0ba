/* nbody_twin.h - bodies whose accelerations are exact in f32, in any order of
 * adding. */
#ifndef TETRAD_OPS_NBODY_TWIN_H
#define TETRAD_OPS_NBODY_TWIN_H

#include "op.h"

/* Whether the softening leaves the twin exact: a power of two. */
bool nbody_twin_exact(const struct problem *);
void nbody_twin_masses(struct array *mass);
/* The positions of the twin; all else is the distribution's. */
bool nbody_twin_fill(const struct problem *, int which, void *elements);

#endif

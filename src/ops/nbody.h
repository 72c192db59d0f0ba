/* nbody.h - the arrays and parameters of nbody, in the order of the problem's,
 * and what its roundings are. */
#ifndef TETRAD_OPS_NBODY_H
#define TETRAD_OPS_NBODY_H

#include "op.h"

enum { NBODY_X, NBODY_Y, NBODY_Z, NBODY_MASS }; /* inputs; outputs: x, y, z */

enum { NBODY_PARAM_SOFTENING };

/* In f32, which the right answer takes it in, too. */
static inline float nbody_softening(const struct problem *p)
{
    return (float)p->param[NBODY_PARAM_SOFTENING].r;
}

/* Sums are of chunks of so many bodies, and then of the chunks. */
enum { NBODY_CHUNK = 256 };

static inline double nbody_chunked_depth(const struct job *job)
{
    const size_t n = job->problem->size, chunk = NBODY_CHUNK;
    const size_t one = n < chunk ? n : chunk;
    const size_t chunks = (n + chunk - 1) / chunk;
    return (double)one + (double)chunks;
}

#endif

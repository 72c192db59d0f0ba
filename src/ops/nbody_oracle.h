/* nbody_oracle.h - the right answer of nbody, in double. */
#ifndef TETRAD_OPS_NBODY_ORACLE_H
#define TETRAD_OPS_NBODY_ORACLE_H

#include "op.h"

struct nbody_pull {
    double a[3];    /* the acceleration */
    double size[3]; /* the sum of its terms' absolute values */
};

struct nbody_want {
    size_t bodies;
    size_t count; /* of those looked at: all, where they are few or at few
                     places */
    struct nbody_pull of[];
};

/* The body that of[s] is about, evenly spread, the first and the last among
 * them; for s = count the number of bodies. */
static inline size_t nbody_looked_at(const struct nbody_want *w, size_t s)
{
    if (w->count == w->bodies || s == w->count)
        return s == w->count ? w->bodies : s;
    return s * (w->bodies - 1) / (w->count - 1);
}

size_t nbody_want_bytes(const struct problem *);
void nbody_oracle(const struct problem *, const void *const in[], void *want);

/* How many of n bodies at many places are looked at. */
size_t nbody_some(size_t n);

#endif

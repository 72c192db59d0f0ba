/* nbody_twin.c - the twin of nbody.
 *
 * Bodies are at two places, at random, which are the softening e apart along
 * each axis. Between them |d|^2 + e^2 is 4 e^2, whose root is 2 e: with e a
 * power of two a term is the mass times +-1 / (8 e^2), and 0 at the same place,
 * whatever the root there. An inverse root has to be exact for powers of 4.
 * Masses are whole numbers as large as leaves their sums exact, two of them as
 * wide as the type. (No third place has such a distance to both: 4^k - 1 is
 * else no sum of three squares.) */
#include "ops/nbody_twin.h"

#include <float.h>
#include <math.h>

#include "digest.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/nbody.h"

bool nbody_twin_exact(const struct problem *p)
{
    int exponent;
    return frexpf(nbody_softening(p), &exponent) == 0.5f;
}

void nbody_twin_masses(struct array *mass)
{
    random_twin_sums(mass, FLT_MANT_DIG);
}

struct filling {
    uint64_t seed;
    float there;
    float *x;
};

static void fill_block(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        f->x[i] = digest_word(f->seed, i) & 1 ? f->there : 0;
}

bool nbody_twin_fill(const struct problem *p, int which, void *elements)
{
    struct filling f = { .seed = p->seed, .x = elements };
    if (p->dist != dist_twin || which == NBODY_MASS)
        return false;
    f.there = nbody_softening(p);
    if (digest_word(~p->seed, (uint64_t)which) & 1)
        f.there = -f.there;
    parallel_for(p->in[which].count, fill_block, &f);
    return true;
}

/* nbody.c - nbody on one core: each body, all others. */
#include "ops/nbody.h"

#include <math.h>

#include "op.h"

/* Adds what bodies [begin, end) pull body i with. */
static void pull(const struct job *job, size_t i, size_t begin, size_t end,
                 float a[3])
{
    const float *x = job->in[NBODY_X], *y = job->in[NBODY_Y];
    const float *z = job->in[NBODY_Z], *m = job->in[NBODY_MASS];
    const float softening = nbody_softening(job->problem);
    float ax = 0, ay = 0, az = 0;
    for (size_t j = begin; j < end; j++) {
        const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        const float square =
            dx * dx + dy * dy + dz * dz + softening * softening;
        const float s = m[j] / (square * sqrtf(square));
        ax += s * dx;
        ay += s * dy;
        az += s * dz;
    }
    a[0] += ax;
    a[1] += ay;
    a[2] += az;
}

static enum status run_all_pairs(struct job *job)
{
    const size_t n = job->problem->size;
    for (size_t i = 0; i < n; i++) {
        float a[3] = { 0 };
        for (size_t j = 0; j < n; j += NBODY_CHUNK)
            pull(job, i, j, n - j < NBODY_CHUNK ? n : j + NBODY_CHUNK, a);
        for (int c = 0; c < 3; c++)
            ((float *)job->out[c])[i] = a[c];
    }
    return STATUS_OK;
}

extern const struct variant reference_nbody[];

const struct variant reference_nbody[] = {
    { .name = "all-pairs",
      .idea = "two loops, with a root and a division a pair",
      .source = "Hockney and Eastwood, Computer Simulation Using Particles, "
                "chapter 1",
      .best = true,
      .types = TYPE(F32),
      .depth = nbody_chunked_depth,
      .run = run_all_pairs },
    { 0 }
};

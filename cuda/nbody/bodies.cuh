/* bodies.cuh - what every nbody kernel is given, and what one body pulls
 * another with. */
#ifndef TETRAD_CUDA_NBODY_BODIES_CUH
#define TETRAD_CUDA_NBODY_BODIES_CUH

#include "ops/nbody.h"
#include "parts/launch.cuh"

struct bodies {
    const float *x, *y, *z, *mass;
    unsigned n;      /* 2^24 at most */
    float softening; /* squared */

    explicit bodies(const struct job *job)
        : x(input<float>(job, NBODY_X)), y(input<float>(job, NBODY_Y)),
          z(input<float>(job, NBODY_Z)), mass(input<float>(job, NBODY_MASS)),
          n(unsigned(job->problem->size)),
          softening(nbody_softening(job->problem) *
                    nbody_softening(job->problem))
    {
    }

    __device__ float3 place(unsigned i) const
    {
        return { x[i], y[i], z[i] };
    }

    __device__ float4 body(unsigned i) const
    {
        return { x[i], y[i], z[i], mass[i] };
    }

    /* Beyond the last one there is no mass. */
    __device__ float4 body_before(unsigned end, unsigned i) const
    {
        return i < end ? body(i) : float4{ 0, 0, 0, 0 };
    }
};

/* Where accelerations go. */
struct pulls {
    float *x, *y, *z;

    explicit pulls(const struct job *job)
        : x(output<float>(job, 0)), y(output<float>(job, 1)),
          z(output<float>(job, 2))
    {
    }

    __device__ void set(unsigned i, float3 a) const
    {
        x[i] = a.x;
        y[i] = a.y;
        z[i] = a.z;
    }
};

static __device__ void add(float3 &sum, float3 a)
{
    sum.x += a.x;
    sum.y += a.y;
    sum.z += a.z;
}

/* Adds what a body, w its mass, pulls one at `at` with: 12 instructions and
 * root(square), 1 / sqrt(square) within 4 u. */
template <class Root>
static __device__ void add_pull(float3 &a, float3 at, float4 from,
                                float softening, Root root)
{
    const float dx = from.x - at.x, dy = from.y - at.y, dz = from.z - at.z;
    const float square = dx * dx + (dy * dy + (dz * dz + softening));
    const float r = root(square);
    const float s = from.w * r * (r * r);
    a.x += s * dx;
    a.y += s * dy;
    a.z += s * dz;
}

/* CUDA's own: within 2 ulp, whatever is under the root. */
static __device__ void add_pull(float3 &a, float3 at, float4 from,
                                float softening)
{
    add_pull(a, at, from, softening, [](float x) { return rsqrtf(x); });
}

/* What all pull body i with: in chunks, and then the chunks. */
static __device__ float3 pull_of_all(const bodies &b, unsigned i)
{
    const float3 at = b.place(i);
    float3 sum = { 0, 0, 0 };
    for (unsigned begin = 0; begin < b.n; begin += NBODY_CHUNK) {
        float3 a = { 0, 0, 0 };
        for (unsigned j = begin; j < min(begin + NBODY_CHUNK, b.n); j++)
            add_pull(a, at, b.body(j), b.softening);
        add(sum, a);
    }
    return sum;
}

#endif

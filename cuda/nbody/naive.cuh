/* naive.cuh - a thread a body, and all others from global memory.
 *
 * 256 threads a block, which all read the same 16 bytes a pair: the L1 cache
 * serves them. */
#ifndef TETRAD_CUDA_NBODY_NAIVE_CUH
#define TETRAD_CUDA_NBODY_NAIVE_CUH

#include "nbody/bodies.cuh"

static __global__ void __launch_bounds__(RUNG_THREADS)
    nbody_naive(bodies b, pulls a)
{
    const unsigned i = blockIdx.x * RUNG_THREADS + threadIdx.x;
    if (i < b.n)
        a.set(i, pull_of_all(b, i));
}

#endif

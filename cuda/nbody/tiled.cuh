/* tiled.cuh - a thread a body, and all others in tiles that a block shares.
 *
 * Each of the 256 threads loads a body of a tile into shared memory, which all
 * read in step, as a broadcast: 1/16 byte of global memory a pair, and 16 of
 * shared memory. A tile is a chunk of the sum. */
#ifndef TETRAD_CUDA_NBODY_TILED_CUH
#define TETRAD_CUDA_NBODY_TILED_CUH

#include "nbody/bodies.cuh"

static_assert(RUNG_THREADS == NBODY_CHUNK, "a tile is a chunk");

static __global__ void __launch_bounds__(RUNG_THREADS)
    nbody_tiled(bodies b, pulls to)
{
    __shared__ float4 tile[RUNG_THREADS];
    const unsigned i = blockIdx.x * RUNG_THREADS + threadIdx.x;
    const float3 at = b.place(min(i, b.n - 1));
    float3 sum = { 0, 0, 0 };
    for (unsigned begin = 0; begin < b.n; begin += RUNG_THREADS) {
        float3 a = { 0, 0, 0 };
        tile[threadIdx.x] = b.body_before(b.n, begin + threadIdx.x);
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < RUNG_THREADS; j++)
            add_pull(a, at, tile[j], b.softening);
        __syncthreads();
        add(sum, a);
    }
    if (i < b.n)
        to.set(i, sum);
}

#endif

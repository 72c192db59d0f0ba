/* tiled.cuh - all pairs: a thread a particle, and all others in tiles that a
 * block shares.
 *
 * Each of the 256 threads brings a particle of a tile to shared memory, which
 * all read in step, as a broadcast. No cell is asked for: n^2 pairs, of which
 * about 25 n, at the usual cutoff, count. */
#ifndef TETRAD_CUDA_CELLS_TILED_CUH
#define TETRAD_CUDA_CELLS_TILED_CUH

#include "cells/lists.cuh"

template <int Dim>
static __global__ void __launch_bounds__(RUNG_THREADS)
    cells_tiled(particles<Dim> p)
{
    __shared__ point<Dim> tile[RUNG_THREADS];
    const unsigned i = blockIdx.x * RUNG_THREADS + threadIdx.x;
    const point<Dim> own = p.place(min(i, p.n - 1));
    float f[Dim] = {};
    for (unsigned begin = 0; begin < p.n; begin += RUNG_THREADS) {
        const unsigned count = min(p.n - begin, unsigned(RUNG_THREADS));
        if (threadIdx.x < count)
            tile[threadIdx.x] = p.place(begin + threadIdx.x);
        __syncthreads();
        for (unsigned j = 0; j < count; j++)
            add_pair(f, own, tile[j], p.grid.cutoff);
        __syncthreads();
    }
    if (i < p.n)
        p.set(i, f);
}

#endif

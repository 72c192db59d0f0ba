/* all_pairs.cuh - the forces on few particles, of all of them: one launch,
 * where sorting takes several.
 *
 * A block has 32 particles, one a lane of each warp; every warp goes through
 * its share of all, 32 at a time in shared memory, and the warps' sums are
 * added in order. */
#ifndef TETRAD_CUDA_CELLS_ALL_PAIRS_CUH
#define TETRAD_CUDA_CELLS_ALL_PAIRS_CUH

#include "cells/pairs.cuh"
#include "parts/warp.cuh"

constexpr int ALL_THREADS = 256, ALL_WARPS = ALL_THREADS / WARP;

template <int Dim>
static __global__ void __launch_bounds__(ALL_THREADS)
    cells_all_pairs(particles<Dim> p)
{
    __shared__ point<Dim> pieces[ALL_WARPS][WARP];
    __shared__ float sums[ALL_WARPS][Dim][WARP];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const unsigned i = blockIdx.x * WARP + lane;
    const point<Dim> own = p.place(min(i, p.n - 1));
    const float cutoff = p.grid.cutoff * PAIR_UNIT;
    float f[Dim] = {};
    for (unsigned at = warp * WARP; at < p.n; at += ALL_THREADS) {
        __syncwarp();
        pieces[warp][lane] = p.place(min(at + lane, p.n - 1));
        __syncwarp();
        const unsigned count = min(p.n - at, unsigned(WARP));
#pragma unroll 8
        for (unsigned j = 0; j < count; j++)
            add_scaled(f, own, pieces[warp][j], cutoff);
    }
#pragma unroll
    for (int c = 0; c < Dim; c++)
        sums[warp][c][lane] = f[c];
    __syncthreads();
    if (warp > 0 || i >= p.n)
        return;
    for (int w = 1; w < ALL_WARPS; w++)
#pragma unroll
        for (int c = 0; c < Dim; c++)
            f[c] += sums[w][c][lane];
    set_scaled(p, i, f);
}

#endif

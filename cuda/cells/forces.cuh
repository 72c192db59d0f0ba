/* forces.cuh - the forces on particles sorted by cell: a warp has 32 of them,
 * one a lane.
 *
 * Of each row of cells around, what the lanes need is one stretch of the order,
 * hardly longer than theirs, which the warp brings to shared memory piece by
 * piece; then each lane goes through its own part of it. Lanes of one cell read
 * the same. 256 threads a block; bytes a particle: 16 or 20 of its own, and of
 * the stretches 8 or 16 a row of cells and a little more, from L2. */
#ifndef TETRAD_CUDA_CELLS_FORCES_CUH
#define TETRAD_CUDA_CELLS_FORCES_CUH

#include "cells/pairs.cuh"
#include "parts/overlap.cuh"
#include "parts/warp.cuh"

constexpr int FORCE_THREADS = 256, FORCE_WARPS = FORCE_THREADS / WARP;
constexpr unsigned FORCE_PIECE = 128; /* particles a warp brings at once */

/* Of the order; what is empty begins behind all others. */
struct stretch {
    unsigned begin, end;
};

template <int Dim>
static __device__ stretch stretch_around(const particles<Dim> &p,
                                         const cell<Dim> &here, int r,
                                         bool there, const unsigned *start)
{
    const cell_row row = row_around(p.grid, here, r);
    if (!there || row.first == row.end)
        return { ~0u, 0 };
    const stretch s = { start[row.first], start[row.end] };
    return s.begin < s.end ? s : stretch{ ~0u, 0 };
}

/* Of all lanes of a warp. */
static __device__ unsigned warp_least(unsigned x)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    return __reduce_min_sync(FULL_WARP, x);
#else
    return warp_reduce_all(x,
                           [](unsigned a, unsigned b) { return min(a, b); });
#endif
}

static __device__ unsigned warp_most(unsigned x)
{
    return ~warp_least(~x);
}

/* Adds what particles of the stretches do; all lanes of a warp. */
template <int Dim>
static __device__ void add_stretch(float (&f)[Dim], const point<Dim> &own,
                                   stretch s, const point<Dim> *points,
                                   point<Dim> *piece, float cutoff)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned begin = warp_least(s.begin), end = warp_most(s.end);
    for (unsigned at = begin; at < end; at += FORCE_PIECE) {
        const unsigned last = min(at + FORCE_PIECE, end);
        __syncwarp();
        for (unsigned k = at + lane; k < last; k += WARP)
            piece[k - at] = points[k];
        __syncwarp();
        const unsigned stop = min(s.end, last);
#pragma unroll 4
        for (unsigned j = max(s.begin, at); j < stop; j++)
            add_scaled(f, own, piece[j - at], cutoff);
    }
}

/* Without an order, the forces stay in that of the points. */
template <int Dim>
static __global__ void __launch_bounds__(FORCE_THREADS)
    cells_force_sorted(particles<Dim> p, const point<Dim> *points,
                       const unsigned *order, const unsigned *start)
{
    __shared__ point<Dim> pieces[FORCE_WARPS][FORCE_PIECE];
    point<Dim> *piece = pieces[threadIdx.x / WARP];
    const unsigned k = blockIdx.x * FORCE_THREADS + threadIdx.x;
    const bool there = k < p.n;
    const float cutoff = p.grid.cutoff * PAIR_UNIT;
    float f[Dim] = {};
    await_first();
    const point<Dim> own = points[there ? k : p.n - 1];
    const cell<Dim> here = cell_of(p.grid, own);
    stretch next = stretch_around(p, here, 0, there, start);
#pragma unroll 1
    for (int r = 0; r < ROWS_AROUND<Dim>; r++) {
        const stretch s = next;
        if (r + 1 < ROWS_AROUND<Dim>)
            next = stretch_around(p, here, r + 1, there, start);
        add_stretch(f, own, s, points, piece, cutoff);
    }
    if (there)
        set_scaled(p, order ? order[k] : k, f);
}

#endif

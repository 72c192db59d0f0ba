/* count_sort.cuh - a counting sort by cell, in five launches that overlap, each
 * before the last one's blocks have ended:
 *
 *   count   each particle takes a number in its cell, in any order
 *   totals  of a stretch of cells a block, if they are several
 *   starts  of the cells: the totals before, and a scan of the stretch
 *   loose   particles' numbers to their cells, in the order of taking
 *   settle  in each cell the lower ones first, and where they are with them
 *
 * The last makes the order, hence every sum of forces, the same in each run: a
 * particle counts those in its cell before it, which are fewer than it will
 * look at for its force. */
#ifndef TETRAD_CUDA_CELLS_COUNT_SORT_CUH
#define TETRAD_CUDA_CELLS_COUNT_SORT_CUH

#include "cells/grid.cuh"
#include "parts/overlap.cuh"
#include "parts/warp.cuh"

constexpr int COUNT_THREADS = 256;
constexpr unsigned SCAN_OWN = 4; /* cells a thread has at once: 16 bytes */
constexpr unsigned SCAN_TILE = COUNT_THREADS * SCAN_OWN;
/* Stretches: at most as many as the threads that add their totals up. */
constexpr unsigned SCAN_BLOCKS = 4 * COUNT_THREADS;
constexpr unsigned SCAN_STRETCH = 4; /* tiles of one at least */

/* Counts, then starts: a place more than cells, and more to a whole tile, whose
 * counts are 0. */
struct cell_scan {
    unsigned *counts, *totals;
    unsigned tiles, stretch,
        blocks; /* tiles in all, of a stretch; stretches */
};

static inline cell_scan scan_of(unsigned cells)
{
    cell_scan s = {};
    s.tiles = cells / SCAN_TILE + 1;
    s.stretch = max(SCAN_STRETCH, ceil_div(s.tiles, SCAN_BLOCKS));
    s.blocks = ceil_div(s.tiles, s.stretch);
    return s;
}

template <int Dim>
static __global__ void __launch_bounds__(COUNT_THREADS)
    cells_count(particles<Dim> p, unsigned *counts, unsigned *taken)
{
    const unsigned i = blockIdx.x * COUNT_THREADS + threadIdx.x;
    const bool there = i < p.n;
    const unsigned cell = there ? cell_number(p, i) : 0;
    next_may_start();
    await_first();
    if (there)
        taken[i] = atomicAdd(&counts[cell], 1u);
}

static __device__ uint4 *tile_of(const cell_scan &s, unsigned tile)
{
    return reinterpret_cast<uint4 *>(s.counts) + size_t(tile) * COUNT_THREADS +
        threadIdx.x;
}

/* The sum over the threads before this one; `room` is a word a warp, and free
 * again after the block's next barrier. */
static __device__ unsigned sum_before(unsigned own, unsigned *room)
{
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    unsigned sum = own;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const unsigned before = __shfl_up_sync(FULL_WARP, sum, step);
        sum += lane >= step ? before : 0;
    }
    if (lane == WARP - 1)
        room[warp] = sum;
    __syncthreads();
    for (unsigned w = 0; w < warp; w++)
        sum += room[w];
    return sum - own;
}

/* The sum over the block, in its last thread. */
static __device__ unsigned block_sum(unsigned own, unsigned *room)
{
    return sum_before(own, room) + own;
}

static __global__ void __launch_bounds__(COUNT_THREADS)
    cells_totals(cell_scan s)
{
    __shared__ unsigned room[COUNT_THREADS / WARP];
    const unsigned first = blockIdx.x * s.stretch;
    const unsigned end = min(first + s.stretch, s.tiles);
    unsigned own = 0;
    next_may_start();
    await_first();
    for (unsigned t = first; t < end; t++) {
        const uint4 four = *tile_of(s, t);
        own += four.x + four.y + four.z + four.w;
    }
    const unsigned total = block_sum(own, room);
    if (threadIdx.x == COUNT_THREADS - 1)
        s.totals[blockIdx.x] = total;
}

/* What the block's last thread has, in all. Between two calls stands a
 * barrier, that of sum_before(), whose room in turn this one's frees. */
static __device__ unsigned of_last(unsigned own, unsigned *room)
{
    if (threadIdx.x == COUNT_THREADS - 1)
        *room = own;
    __syncthreads();
    return *room;
}

static __global__ void __launch_bounds__(COUNT_THREADS) cells_scan(cell_scan s)
{
    __shared__ unsigned room[COUNT_THREADS / WARP], last;
    const unsigned first = blockIdx.x * s.stretch;
    const unsigned end = min(first + s.stretch, s.tiles);
    unsigned own = 0;
    next_may_start();
    await_first();
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += COUNT_THREADS)
        own += s.totals[b];
    unsigned before = of_last(block_sum(own, room), &last);
    for (unsigned t = first; t < end; t++) {
        uint4 *place = tile_of(s, t);
        const uint4 four = *place;
        const unsigned all = four.x + four.y + four.z + four.w;
        const unsigned sum = before + sum_before(all, room);
        *place = { sum, sum + four.x, sum + four.x + four.y,
                   sum + four.x + four.y + four.z };
        before = of_last(sum + all, &last);
    }
}

template <int Dim>
static __global__ void __launch_bounds__(COUNT_THREADS)
    cells_loose(particles<Dim> p, const unsigned *start, const unsigned *taken,
                unsigned *loose)
{
    const unsigned i = blockIdx.x * COUNT_THREADS + threadIdx.x;
    const bool there = i < p.n;
    const unsigned cell = there ? cell_number(p, i) : 0;
    next_may_start();
    await_first();
    if (there)
        loose[start[cell] + taken[i]] = i;
}

template <int Dim>
static __global__ void __launch_bounds__(COUNT_THREADS)
    cells_settle(particles<Dim> p, const unsigned *start,
                 const unsigned *loose, unsigned *order, point<Dim> *points)
{
    const unsigned k = blockIdx.x * COUNT_THREADS + threadIdx.x;
    next_may_start();
    await_first();
    if (k >= p.n)
        return;
    const unsigned i = loose[k];
    const point<Dim> own = p.place(i);
    const unsigned cell = cell_of(p.grid, own).number(p.grid);
    const unsigned begin = start[cell], end = start[cell + 1];
    unsigned to = begin;
#pragma unroll 4
    for (unsigned j = begin; j < end; j++)
        to += loose[j] < i;
    order[to] = i;
    points[to] = own;
}

#endif

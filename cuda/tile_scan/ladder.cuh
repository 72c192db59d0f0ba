/* ladder.cuh - what the rungs share: a block takes a tile at a time and walks
 * it in chunks of as many elements as it holds, with a carry from chunk to
 * chunk. In the article a tile is one chunk.
 *
 * An element's bytes are read once and written once by all but global. */
#ifndef TETRAD_CUDA_TILE_SCAN_LADDER_CUH
#define TETRAD_CUDA_TILE_SCAN_LADDER_CUH

#include "tile_scan/tiling.cuh"
#include "parts/warp.cuh"

constexpr int LADDER_THREADS = 1024; /* the most a block */
constexpr int COARSE_THREADS = 256;  /* the same, of coarsened */
constexpr int COARSE_ITEMS = 4;      /* elements a thread */

/* body(at, items, carried) for each chunk of each tile of this block: items
 * elements from `at` on, at most `chunk`; carried: not the tile's first. */
template <class Body>
static __device__ void each_chunk(size_t n, size_t length, unsigned chunk,
                                  Body body)
{
    const size_t tiles = ceil_div(n, length);
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const size_t begin = tile * length;
        const size_t items = min(length, n - begin);
        for (size_t done = 0; done < items; done += chunk)
            body(begin + done, unsigned(min(size_t(chunk), items - done)),
                 done > 0);
    }
}

/* The inclusive scan over a warp: log2(32) steps. */
template <class T>
static __device__ T warp_scan(T x)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const T before = __shfl_up_sync(FULL_WARP, x, step);
        if (lane >= step)
            x += before;
    }
    return x;
}

/* The inclusive scan over a block of at most WARP warps. `totals`: room for a
 * value a warp, which no thread may still be reading; then the scan of the
 * warps' totals. */
template <class T>
static __device__ T block_scan(T x, T *totals)
{
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    x = warp_scan(x);
    if (lane == WARP - 1)
        totals[warp] = x;
    __syncthreads();
    if (warp == 0) {
        const T total = lane < blockDim.x / WARP ? totals[lane] : T(0);
        totals[lane] = warp_scan(total);
    }
    __syncthreads();
    return warp > 0 ? x + totals[warp - 1] : x;
}

#endif

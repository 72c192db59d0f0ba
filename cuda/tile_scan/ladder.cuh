/* ladder.cuh - what the rungs share: how a block finds its elements. In the
 * article's case they are a whole tile; each other case has a kernel of its
 * own, so that nothing of it is left in this one.
 *
 * An element's bytes are read once and written once by all but global. */
#ifndef TETRAD_CUDA_TILE_SCAN_LADDER_CUH
#define TETRAD_CUDA_TILE_SCAN_LADDER_CUH

#include "tile_scan/tiling.cuh"
#include "parts/warp.cuh"

constexpr int LADDER_THREADS = 1024; /* the most a block */
constexpr int COARSE_THREADS = 256;  /* the same, of coarsened */
constexpr int COARSE_ITEMS = 4;      /* elements a thread */

/* What a block takes. */
enum walk {
    WHOLE, /* a tile of as many elements as it holds */
    PART,  /* a tile of fewer, or that the array cuts short */
    CHUNKS /* tiles, each chunk after chunk, with a carry between them */
};

/* body(at, items, carried) for each chunk of each tile of this block: items
 * elements from `at` on, at most Threads * Items; carried: not the tile's
 * first. Of a whole tile the compiler is told what makes all guards true. */
template <int Threads, enum walk Walk, int Items = 1, class Body>
static __device__ void each_chunk(size_t n, size_t length, Body body)
{
    constexpr unsigned CHUNK = Threads * Items;
    if constexpr (Walk == CHUNKS) {
        for (size_t begin = blockIdx.x * length; begin < n;
             begin += gridDim.x * length) {
            const size_t end = begin + min(length, n - begin);
            for (size_t at = begin; at < end; at += CHUNK)
                body(at, unsigned(min(size_t(CHUNK), end - at)), at > begin);
        }
    } else if constexpr (Walk == PART) {
        const size_t begin = blockIdx.x * length;
        body(begin, unsigned(min(length, n - begin)), false);
    } else {
        __builtin_assume(threadIdx.x < Threads);
        body(size_t(blockIdx.x) * CHUNK, CHUNK, false);
    }
}

/* Leaves x of the block's last thread in `last`, for the chunk after this. */
template <int Threads, class T>
static __device__ void keep_last(T x, T *last)
{
    if (threadIdx.x == Threads - 1)
        *last = x;
    __syncthreads();
}

/* The inclusive scan over the first `Lanes` lanes of a warp: log2(Lanes)
 * steps. */
template <int Lanes = WARP, class T>
static __device__ T warp_scan(T x)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (unsigned step = 1; step < Lanes; step *= 2) {
        const T before = __shfl_up_sync(FULL_WARP, x, step);
        if (lane >= step)
            x += before;
    }
    return x;
}

/* The sum over the warps before this thread's, of a block of Threads; x: as
 * scanned over the warp. `totals`: room for a value a warp and one more, which
 * no thread may still be reading. */
template <int Threads, class T>
static __device__ T warps_before(T x, T *totals)
{
    constexpr int WARPS = Threads / WARP;
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == WARP - 1)
        totals[warp + 1] = x;
    __syncthreads();
    if (warp == 0) {
        const bool follows = lane > 0 && lane < WARPS;
        const T total = warp_scan<WARPS>(follows ? totals[lane] : T(0));
        __syncwarp();
        if (lane < WARPS)
            totals[lane] = total;
    }
    __syncthreads();
    return totals[warp];
}

#endif

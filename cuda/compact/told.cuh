/* told.cuh - a launch before has counted what the parts keep: none waits for
 * another of its own launch, and parts are loaded while the first launch still
 * counts (overlap.cuh). An element is read twice, the second time from L2, as
 * far as that holds them: short arrays wholly.
 *
 * Scratch: as in published.cuh; the counts lie from that of the highest part
 * to that of the lowest. */
#ifndef TETRAD_CUDA_COMPACT_TOLD_CUH
#define TETRAD_CUDA_COMPACT_TOLD_CUH

#include "compact/part.cuh"
#include "compact/published.cuh"
#include "parts/kept.cuh"
#include "parts/overlap.cuh"

/* The sum over the warps of a block, in all threads; `room`: a value a warp,
 * not touched between. */
static __device__ unsigned block_sum(unsigned of_warp, unsigned *room)
{
    const unsigned lane = threadIdx.x % WARP;
    if (lane == 0)
        room[threadIdx.x / WARP] = of_warp;
    __syncthreads();
    return warp_sum(lane < blockDim.x / WARP ? room[lane] : 0);
}

/* Of the first launch, by all threads of a block. The ticket counter is set to
 * zero, too. */
static __device__ void tell_total(void *scratch, unsigned of_warp)
{
    __shared__ unsigned room[WARP];
    const unsigned total = block_sum(of_warp, room);
    const unsigned self = blockIdx.x;
    if (threadIdx.x > 0)
        return;
    published_counts(scratch)[gridDim.x - 1 - self] = total + 1;
    if (self == 0)
        *static_cast<unsigned *>(scratch) = 0;
}

/* All parts keep less than 2^32. */
struct told {
    void *scratch;
    unsigned sum; /* of all parts */

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(unsigned) const
    {
    }
    __device__ size_t before()
    {
        __shared__ unsigned lower_room[WARP], higher_room[WARP];
        const unsigned *counts = published_counts(scratch);
        const unsigned own = gridDim.x - 1 - blockIdx.x; /* from the highest */
        unsigned lower = 0, higher = 0;
        await_first();
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
            const unsigned count = counts[i] - 1;
            lower += i > own ? count : 0;
            higher += i > own ? 0 : count;
        }
        __syncwarp();
        lower = block_sum(warp_sum(lower), lower_room);
        sum = lower + block_sum(warp_sum(higher), higher_room);
        return lower;
    }
    __device__ size_t all() const
    {
        return sum;
    }
};

/* What this warp's rows of part `part` keep; L2 is to hold on to them. */
template <class T, int Rows>
static __device__ unsigned rows_kept(const packing<T> &p, size_t part)
{
    vector<T> v[Rows];
    rows_load_by(v, p.in, p.x, part_first<T, Rows>(part) - p.x.skip,
                 p.threshold,
                 [](const T *at) { return vector_of<T>(load_kept(at)); });
    unsigned count = 0;
#pragma unroll
    for (int r = 0; r < Rows; r++)
#pragma unroll
        for (const T one : v[r].lane)
            count += one > p.threshold;
    return warp_sum(count);
}

/* The first launch. */
template <class T, int Rows>
static __global__ void __launch_bounds__(PART_THREADS)
    compact_counts(packing<T> p, void *scratch)
{
    next_may_start();
    tell_total(scratch, rows_kept<T, Rows>(p, blockIdx.x));
}

#endif

/* tree.cuh - a block's sum by halves in shared memory, in the forms that rungs
 * of both ladders end with: the last warp without barriers, and all of it
 * unrolled. */
#ifndef TETRAD_CUDA_REDUCE_TREE_CUH
#define TETRAD_CUDA_REDUCE_TREE_CUH

#include "parts/warp.cuh"

/* sums[0] + ... + sums[63], valid in thread 0. All of warp 0 calls this. The
 * sources rely on warps in step and volatile reads; since Volta __syncwarp
 * must order the steps. */
template <class T>
static __device__ T last_warp_sum(T *sums)
{
    const unsigned t = threadIdx.x;
    T sum = sums[t];
#pragma unroll
    for (unsigned width = WARP; width > 0; width /= 2) {
        sum += sums[t + width];
        __syncwarp();
        sums[t] = sum;
        __syncwarp();
    }
    return sum;
}

/* Halves sums[0 .. Threads - 1] down to two warps. */
template <int Threads, class T>
static __device__ void unrolled_tree(T *sums)
{
    const int t = threadIdx.x;
#pragma unroll
    for (int width = Threads / 2; width > WARP; width /= 2) {
        if (t < width)
            sums[t] += sums[t + width];
        __syncthreads();
    }
}

/* The sum over the block, valid in thread 0. */
template <int Threads, class T>
static __device__ T unrolled_block_sum(T mine, T *sums)
{
    static_assert(Threads >= 2 * WARP && (Threads & (Threads - 1)) == 0,
                  "a power of two of at least two warps");
    sums[threadIdx.x] = mine;
    __syncthreads();
    unrolled_tree<Threads>(sums);
    return threadIdx.x < WARP ? last_warp_sum(sums) : T(0);
}

#endif

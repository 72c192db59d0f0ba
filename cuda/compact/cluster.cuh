/* cluster.cuh - the blocks of one cluster hold all elements at once (part.cuh):
 * each tells all others, in their shared memory, what its part keeps. */
#ifndef TETRAD_CUDA_COMPACT_CLUSTER_CUH
#define TETRAD_CUDA_COMPACT_CLUSTER_CUH

#include "compact/part.cuh"
#include "parts/cluster.cuh"

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

struct clustered {
    unsigned *totals; /* the block's: one for each block */

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(unsigned total) const
    {
        cluster_ready();
        if (threadIdx.x < gridDim.x)
            *cluster_place(totals + blockIdx.x, threadIdx.x) = total;
        cluster_leave();
    }
    /* What blocks before `end` keep. */
    __device__ size_t below(unsigned end) const
    {
        const unsigned lane = threadIdx.x % WARP;
        return warp_sum(lane < end ? totals[lane] : 0);
    }
    __device__ size_t before() const
    {
        __syncwarp();
        cluster_meet();
        __syncthreads(); /* it was left before the part was packed */
        return below(blockIdx.x);
    }
    __device__ size_t all() const
    {
        return below(gridDim.x);
    }
};

#endif
#endif

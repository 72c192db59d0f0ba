/* block_per_segment.cuh - a block takes a segment, as CUB's segmented
 * reduction does. `Threads` a block; blocks go on to further segments where
 * there are more than a grid can have. */
#ifndef TETRAD_CUDA_SEGREDUCE_BLOCK_PER_SEGMENT_CUH
#define TETRAD_CUDA_SEGREDUCE_BLOCK_PER_SEGMENT_CUH

#include "segreduce/ladder.cuh"

template <int Threads, class T>
static __global__ void block_per_segment(const T *in, segments all, T *out)
{
    __shared__ T sums[Threads / WARP];
    const auto add = [](T a, T b) { return a + b; };
    const unsigned lane = threadIdx.x % WARP;
    for (size_t s = blockIdx.x; s < all.count; s += gridDim.x) {
        const size_t end = all.offsets[s + 1];
        T sum = 0;
        for (size_t i = all.offsets[s] + threadIdx.x; i < end; i += Threads)
            sum += in[i];
        sum = warp_reduce(sum, add);
        if (lane == 0)
            sums[threadIdx.x / WARP] = sum;
        __syncthreads();
        if (threadIdx.x < WARP) {
            sum = lane < Threads / WARP ? sums[lane] : T(0);
            sum = warp_reduce<Threads / WARP>(sum, add);
        }
        if (threadIdx.x == 0)
            out[s] = sum;
        __syncthreads();
    }
}

#endif

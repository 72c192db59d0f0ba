/* lanes_per_segment.cuh - some lanes of a warp, or all, take a segment: they
 * read side by side and add up by shuffles. Bell & Garland's vector kernel.
 * Blocks of 256 threads, `Lanes` (a power of two) a segment. */
#ifndef TETRAD_CUDA_SEGREDUCE_LANES_PER_SEGMENT_CUH
#define TETRAD_CUDA_SEGREDUCE_LANES_PER_SEGMENT_CUH

#include "segreduce/ladder.cuh"

/* A quarter of a warp: the shortest rows a 32-byte sector of f32 pays for. */
constexpr int SUBWARP = 8;

template <int Lanes, class T>
static __global__ void lanes_per_segment(const T *in, segments all, T *out)
{
    const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const size_t s = thread / Lanes;
    const unsigned lane = threadIdx.x % Lanes;
    T sum = 0;
    if (s < all.count)
        for (size_t i = all.offsets[s] + lane; i < all.offsets[s + 1];
             i += Lanes)
            sum += in[i];
#pragma unroll
    for (int mask = Lanes / 2; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(FULL_WARP, sum, mask);
    if (s < all.count && lane == 0)
        out[s] = sum;
}

#endif

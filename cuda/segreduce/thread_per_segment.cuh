/* thread_per_segment.cuh - a thread walks its segment. Blocks of 256 threads,
 * a segment a thread; an element's bytes are asked for once, but neighbours
 * read far apart. */
#ifndef TETRAD_CUDA_SEGREDUCE_THREAD_PER_SEGMENT_CUH
#define TETRAD_CUDA_SEGREDUCE_THREAD_PER_SEGMENT_CUH

#include "segreduce/ladder.cuh"

template <class T>
static __global__ void thread_per_segment(const T *in, segments all, T *out)
{
    const size_t s = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (s >= all.count)
        return;
    T sum = 0;
    for (size_t i = all.offsets[s]; i < all.offsets[s + 1]; i++)
        sum += in[i];
    out[s] = sum;
}

#endif

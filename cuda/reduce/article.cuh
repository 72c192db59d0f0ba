/* article.cuh - what the rungs of the "article" ladder share: the shape of
 * the launches and the coalesced walk over the input.
 *
 * Every kernel has the same arguments: n elements from `in`, one partial sum a
 * block to out[block]. The same kernel over the partials, with one block,
 * gives the sum. */
#ifndef TETRAD_CUDA_REDUCE_ARTICLE_CUH
#define TETRAD_CUDA_REDUCE_ARTICLE_CUH

#include <cstddef>

constexpr int ARTICLE_THREADS = 256;
constexpr unsigned ARTICLE_BLOCKS = 1024; /* at most */

/* The elements a grid's width apart, starting at this thread's own. */
template <class T>
static __device__ T strided_sum(const T *in, size_t n)
{
    const size_t width = size_t(gridDim.x) * blockDim.x;
    T sum = 0;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
         i += width)
        sum += in[i];
    return sum;
}

#endif

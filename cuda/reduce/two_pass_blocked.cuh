/* two_pass_blocked.cuh - each thread sums a chunk of its own, so that the
 * threads of a warp read far apart; thread 0 adds up the block. Reduction
 * article, first parallel version. 256 threads a block. */
template <class T>
static __global__ void two_pass_blocked(const T *in, size_t n, T *out)
{
    __shared__ T sums[ARTICLE_THREADS];
    const size_t rank = size_t(blockIdx.x) * ARTICLE_THREADS + threadIdx.x;
    const size_t chunk = ceil_div(n, size_t(gridDim.x) * ARTICLE_THREADS);
    const size_t begin = min(n, rank * chunk), end = min(n, begin + chunk);
    T sum = 0;
    for (size_t i = begin; i < end; i++)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int k = 1; k < ARTICLE_THREADS; k++)
        sum += sums[k];
    out[blockIdx.x] = sum;
}

/* two_pass_coalesced.cuh - threads read side by side and step by the width of
 * the grid; thread 0 still adds up the block. Reduction article. 256 threads
 * a block. */
template <class T>
static __global__ void two_pass_coalesced(const T *in, size_t n, T *out)
{
    __shared__ T sums[ARTICLE_THREADS];
    T sum = strided_sum(in, n);
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int k = 1; k < ARTICLE_THREADS; k++)
        sum += sums[k];
    out[blockIdx.x] = sum;
}

/* two_pass_last_warp.cuh - once one warp is left, no barrier of the block: the
 * warp's own suffices. Reduction article. 256 threads a block. */
template <class T>
static __global__ void two_pass_last_warp(const T *in, size_t n, T *out)
{
    __shared__ T sums[ARTICLE_THREADS];
    const unsigned t = threadIdx.x;
    sums[t] = strided_sum(in, n);
    __syncthreads();
    for (unsigned width = blockDim.x / 2; width > WARP; width /= 2) {
        if (t < width)
            sums[t] += sums[t + width];
        __syncthreads();
    }
    if (t >= WARP)
        return;
    const T sum = last_warp_sum(sums);
    if (t == 0)
        out[blockIdx.x] = sum;
}

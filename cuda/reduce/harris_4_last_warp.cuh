/* harris_4_last_warp.cuh - the last six steps, which one warp makes, are
 * unrolled and need no barrier of the block. Harris, reduction #5, with
 * __syncwarp where the original relies on warps in step. */
template <class T, class Index>
static __global__ void harris_4_last_warp(const T *in, Index n, T *out)
{
    __shared__ T sums[HARRIS_THREADS];
    const unsigned t = threadIdx.x;
    sums[t] = first_add(in, n);
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

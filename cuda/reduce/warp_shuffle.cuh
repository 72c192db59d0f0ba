/* warp_shuffle.cuh - the last warp adds from register to register instead of
 * through shared memory. Reduction article. */
template <class T, int Threads = ARTICLE_THREADS>
static __global__ void warp_shuffle(const T *in, size_t n, T *out)
{
    __shared__ T sums[Threads];
    sums[threadIdx.x] = strided_sum(in, n);
    __syncthreads();
    unrolled_tree<Threads>(sums);
    if (threadIdx.x >= WARP)
        return;
    T sum = sums[threadIdx.x] + sums[threadIdx.x + WARP];
#pragma unroll
    for (int mask = WARP / 2; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(FULL_WARP, sum, mask);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

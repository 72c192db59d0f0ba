/* two_pass_unrolled.cuh - the block size is a template parameter, so that the
 * tree has no loop and no step that cannot apply. Reduction article. */

/* Halves sums[0 .. Threads - 1] down to two warps. */
template <int Threads, class T>
static __device__ void unrolled_tree(T *sums)
{
    const int t = threadIdx.x;
#pragma unroll
    for (int width = Threads / 2; width > WARP; width /= 2) {
        if (t < width)
            sums[t] += sums[t + width];
        __syncthreads();
    }
}

/* The sum over the block, valid in thread 0. */
template <int Threads, class T>
static __device__ T unrolled_block_sum(T mine, T *sums)
{
    static_assert(Threads >= 2 * WARP && (Threads & (Threads - 1)) == 0,
                  "a power of two of at least two warps");
    sums[threadIdx.x] = mine;
    __syncthreads();
    unrolled_tree<Threads>(sums);
    return threadIdx.x < WARP ? last_warp_sum(sums) : T(0);
}

template <class T, int Threads>
static __global__ void two_pass_unrolled(const T *in, size_t n, T *out)
{
    __shared__ T sums[Threads];
    const T sum = unrolled_block_sum<Threads>(strided_sum(in, n), sums);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

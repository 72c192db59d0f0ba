/* harris_6_multi_add.cuh - as many blocks as the GPU holds; each thread adds
 * pairs a grid's width apart before the tree. Harris, reduction #7. */
template <class T, int Threads = HARRIS_THREADS>
static __global__ void harris_6_multi_add(const T *in, size_t n, T *out)
{
    __shared__ T sums[Threads];
    const size_t width = size_t(gridDim.x) * (2 * Threads);
    T sum = 0;
    for (size_t i = size_t(blockIdx.x) * (2 * Threads) + threadIdx.x; i < n;
         i += width) {
        const T left = in[i];
        const T right = i + Threads < n ? in[i + Threads] : T(0);
        sum += left + right;
    }
    sum = unrolled_block_sum<Threads>(sum, sums);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

/* harris_5_unrolled.cuh - the block size is a template parameter and the tree
 * is unrolled completely. Harris, reduction #6. */
template <class T, class Index, int Threads = HARRIS_THREADS>
static __global__ void harris_5_unrolled(const T *in, Index n, T *out)
{
    __shared__ T sums[Threads];
    const T sum = unrolled_block_sum<Threads>(first_add(in, n), sums);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

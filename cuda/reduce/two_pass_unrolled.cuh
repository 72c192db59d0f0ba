/* two_pass_unrolled.cuh - the block size is a template parameter, so that the
 * tree has no loop and no step that cannot apply. Reduction article. */
template <class T, int Threads = ARTICLE_THREADS>
static __global__ void two_pass_unrolled(const T *in, size_t n, T *out)
{
    __shared__ T sums[Threads];
    const T sum = unrolled_block_sum<Threads>(strided_sum(in, n), sums);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

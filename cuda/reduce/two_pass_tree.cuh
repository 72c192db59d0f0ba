/* two_pass_tree.cuh - the block adds up as a tree in shared memory: the lower
 * half of the threads adds the upper half's sums, without bank conflicts.
 * Reduction article. 256 threads a block. */
template <class T>
static __global__ void two_pass_tree(const T *in, size_t n, T *out)
{
    __shared__ T sums[ARTICLE_THREADS];
    const unsigned t = threadIdx.x;
    sums[t] = strided_sum(in, n);
    __syncthreads();
    for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
        if (t < width)
            sums[t] += sums[t + width];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

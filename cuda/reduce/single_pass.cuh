/* single_pass.cuh - one launch: the block that takes the last ticket adds up
 * the partial sums of all. Reduction article; the fences make a block's
 * partial visible before its ticket, and all partials after the last. The
 * ticket wraps to zero for the next launch. */
template <class T, int Threads = ARTICLE_THREADS>
static __global__ void single_pass(const T *in, size_t n, T *partials,
                                   unsigned *ticket, T *out)
{
    __shared__ T sums[Threads];
    __shared__ bool last;
    T sum = unrolled_block_sum<Threads>(strided_sum(in, n), sums);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    sum = 0;
    for (unsigned k = threadIdx.x; k < gridDim.x; k += Threads)
        sum += __ldcg(partials + k);
    sum = unrolled_block_sum<Threads>(sum, sums);
    if (threadIdx.x == 0)
        *out = sum;
}

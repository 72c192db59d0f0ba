/* harris_0_modulo.cuh - interleaved addressing: at each step every 2nd, 4th,
 * 8th ... thread adds its neighbour. The remainder is slow and leaves a few
 * threads of every warp at work. Harris, reduction #1. One element a thread,
 * HARRIS_THREADS a block; one partial sum a block to out[block]. */
template <class T, class Index>
static __global__ void harris_0_modulo(const T *in, Index n, T *out)
{
    __shared__ T sums[HARRIS_THREADS];
    const unsigned t = threadIdx.x;
    const Index i = Index(blockIdx.x) * blockDim.x + t;
    sums[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0)
            sums[t] += sums[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

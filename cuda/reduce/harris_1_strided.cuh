/* harris_1_strided.cuh - the same pairs, but by the first threads of the
 * block: whole warps work or rest. Their addresses are 2, 4, 8 ... words
 * apart, so that banks conflict. Harris, reduction #2. */
template <class T, class Index>
static __global__ void harris_1_strided(const T *in, Index n, T *out)
{
    __shared__ T sums[HARRIS_THREADS];
    const unsigned t = threadIdx.x;
    const Index i = Index(blockIdx.x) * blockDim.x + t;
    sums[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        const unsigned left = 2 * step * t;
        if (left < blockDim.x)
            sums[left] += sums[left + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

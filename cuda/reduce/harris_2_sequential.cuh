/* harris_2_sequential.cuh - the lower half adds the upper half: neighbours
 * read neighbouring banks. Half of the threads still do nothing but load.
 * Harris, reduction #3. */
template <class T, class Index>
static __global__ void harris_2_sequential(const T *in, Index n, T *out)
{
    __shared__ T sums[HARRIS_THREADS];
    const unsigned t = threadIdx.x;
    const Index i = Index(blockIdx.x) * blockDim.x + t;
    sums[t] = i < n ? in[i] : T(0);
    __syncthreads();
    for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
        if (t < width)
            sums[t] += sums[t + width];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

/* harris_3_first_add.cuh - half the blocks: a thread loads two elements and
 * makes the first addition on the way. Harris, reduction #4. */

/* The two elements of this thread, a block's width apart. */
template <class T, class Index>
static __device__ T first_add(const T *in, Index n)
{
    const Index i = Index(blockIdx.x) * (2 * blockDim.x) + threadIdx.x;
    const T left = i < n ? in[i] : T(0);
    const T right = i + blockDim.x < n ? in[i + blockDim.x] : T(0);
    return left + right;
}

template <class T, class Index>
static __global__ void harris_3_first_add(const T *in, Index n, T *out)
{
    __shared__ T sums[HARRIS_THREADS];
    const unsigned t = threadIdx.x;
    sums[t] = first_add(in, n);
    __syncthreads();
    for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
        if (t < width)
            sums[t] += sums[t + width];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

/* harris_6_multi_add.cuh - as many blocks as the GPU holds; each thread adds
 * pairs a grid's width apart before the tree. Harris, reduction #7, with the
 * loads of PAIRS_AT_ONCE pairs in flight, where the original's loop waits for
 * each. */
constexpr int PAIRS_AT_ONCE = 4;

template <class T, class Index, int Threads = HARRIS_THREADS>
static __global__ void harris_6_multi_add(const T *in, Index n, T *out)
{
    __shared__ T sums[Threads];
    const Index width = Index(gridDim.x) * (2 * Threads);
    Index i = Index(blockIdx.x) * (2 * Threads) + threadIdx.x;
    T sum = 0;
    while (i < n) {
        T left[PAIRS_AT_ONCE], right[PAIRS_AT_ONCE];
#pragma unroll
        for (int k = 0; k < PAIRS_AT_ONCE; k++, i += width) {
            left[k] = i < n ? in[i] : T(0);
            right[k] = i + Threads < n ? in[i + Threads] : T(0);
        }
#pragma unroll
        for (int k = 0; k < PAIRS_AT_ONCE; k++)
            sum += left[k] + right[k];
    }
    sum = unrolled_block_sum<Threads>(sum, sums);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

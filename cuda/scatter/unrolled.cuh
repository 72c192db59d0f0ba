/* unrolled.cuh - a thread takes elements that lie a block apart, and asks for
 * all of them and their indices before it writes the first. */
template <class T, class I>
static __global__ void __launch_bounds__(SCATTER_THREADS)
    scatter_unrolled(scatter_arrays<T, I> a)
{
    const size_t first =
        size_t(blockIdx.x) * SCATTER_THREADS * UNROLLED + threadIdx.x;
    if (first + (UNROLLED - 1) * SCATTER_THREADS >= a.n) {
        for (size_t i = first; i < a.n; i += SCATTER_THREADS)
            scatter_element(a, i);
        return;
    }
    I at[UNROLLED];
    T value[UNROLLED];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        at[k] = a.index[first + k * SCATTER_THREADS];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        value[k] = a.x[first + k * SCATTER_THREADS];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        a.out[at[k]] = value[k];
}

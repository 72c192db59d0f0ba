/* unrolled.cuh - a thread takes elements that lie a block apart, asks for all
 * their indices, then for all that these lead to: as many accesses of a thread
 * are on their way at once. */
template <class T, class I>
static __global__ void __launch_bounds__(GATHER_THREADS)
    gather_unrolled(gather_arrays<T, I> a)
{
    const size_t first =
        size_t(blockIdx.x) * GATHER_THREADS * UNROLLED + threadIdx.x;
    if (first + (UNROLLED - 1) * GATHER_THREADS >= a.n) {
        for (size_t i = first; i < a.n; i += GATHER_THREADS)
            gather_element(a, i);
        return;
    }
    I at[UNROLLED];
    T value[UNROLLED];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        at[k] = a.index[first + k * GATHER_THREADS];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        value[k] = a.x[at[k]];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        a.out[first + k * GATHER_THREADS] = value[k];
}

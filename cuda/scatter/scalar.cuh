/* scalar.cuh - a thread an element: at random places a warp writes to 32
 * sectors, of which memory then reads and writes all for 4 bytes of each. */
template <class T, class I>
static __global__ void __launch_bounds__(SCATTER_THREADS)
    scatter_scalar(scatter_arrays<T, I> a)
{
    const size_t i = size_t(blockIdx.x) * SCATTER_THREADS + threadIdx.x;
    if (i < a.n)
        scatter_element(a, i);
}

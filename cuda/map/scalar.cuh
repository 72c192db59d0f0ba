/* scalar.cuh - a thread an element: a warp reads and writes 128 bytes of f32
 * at once, and then ends. */
template <class F>
static __global__ void __launch_bounds__(MAP_THREADS)
    map_scalar(F f, map_arrays<F> a)
{
    const size_t i = size_t(blockIdx.x) * MAP_THREADS + threadIdx.x;
    if (i < a.n)
        map_element(f, a, i);
}

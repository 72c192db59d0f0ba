/* scalar.cuh - a thread an element: an index, then what it leads to, which
 * cannot be asked for before the index is there. 32 threads of a warp have one
 * access at a random place each on its way. */
template <class T, class I>
static __global__ void __launch_bounds__(GATHER_THREADS)
    gather_scalar(gather_arrays<T, I> a)
{
    const size_t i = size_t(blockIdx.x) * GATHER_THREADS + threadIdx.x;
    if (i < a.n)
        gather_element(a, i);
}

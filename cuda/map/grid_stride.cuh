/* grid_stride.cuh - as many threads as the GPU holds, each of which takes the
 * element a grid further on: blocks start once. Mark Harris, CUDA Pro Tip:
 * Write Flexible Kernels with Grid-Stride Loops, 2013. */
template <class F>
static __global__ void __launch_bounds__(MAP_THREADS)
    map_grid_stride(F f, map_arrays<F> a)
{
    const size_t grid = size_t(gridDim.x) * MAP_THREADS;
    for (size_t i = size_t(blockIdx.x) * MAP_THREADS + threadIdx.x; i < a.n;
         i += grid)
        map_element(f, a, i);
}

/* coarsened.cuh - each thread scans COARSE_ITEMS neighbours in registers and
 * the block scans the threads' totals. simveit, effective_scan. Up to 256
 * threads a block. */
template <class T>
static __global__ void __launch_bounds__(COARSE_THREADS)
    scan_coarsened(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T totals[WARP];
    const unsigned first = threadIdx.x * COARSE_ITEMS;
    const unsigned warps = blockDim.x / WARP;
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    each_chunk(n, length, blockDim.x * COARSE_ITEMS,
               [=](size_t at, unsigned items, bool carried) {
                   T x[COARSE_ITEMS];
#pragma unroll
                   for (int k = 0; k < COARSE_ITEMS; k++)
                       x[k] = first + k < items ? in[at + first + k] : T(0);
                   if (carried && threadIdx.x == 0)
                       x[0] += totals[warps - 1];
#pragma unroll
                   for (int k = 1; k < COARSE_ITEMS; k++)
                       x[k] += x[k - 1];
                   __syncthreads();
                   const T sum = block_scan(x[COARSE_ITEMS - 1], totals);
                   T before = __shfl_up_sync(FULL_WARP, sum, 1);
                   if (lane == 0)
                       before = warp > 0 ? totals[warp - 1] : T(0);
#pragma unroll
                   for (int k = 0; k < COARSE_ITEMS; k++)
                       if (first + k < items)
                           out[at + first + k] = before + x[k];
               });
}

/* warp_shuffle.cuh - warps scan from register to register; their totals are
 * scanned by warp 0 through shared memory. simveit, effective_scan. One
 * element a thread, up to 1024 threads a block. */
template <class T>
static __global__ void __launch_bounds__(LADDER_THREADS)
    scan_warp_shuffle(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T totals[WARP];
    const unsigned t = threadIdx.x, warps = blockDim.x / WARP;
    each_chunk(n, length, blockDim.x,
               [=](size_t at, unsigned items, bool carried) {
                   T x = t < items ? in[at + t] : T(0);
                   if (carried && t == 0)
                       x += totals[warps - 1];
                   __syncthreads();
                   x = block_scan(x, totals);
                   if (t < items)
                       out[at + t] = x;
               });
}

/* global.cuh - Hillis and Steele's scan (Data Parallel Algorithms, 1986) in
 * global memory: in step k each element adds the one 2^k before it. simveit's
 * baseline. One element a thread, up to 1024 threads a block; each step moves
 * an element's bytes two or three times, if only to and from the caches. */
template <class T>
static __global__ void __launch_bounds__(LADDER_THREADS)
    scan_global(const T *in, T *out, size_t n, size_t length)
{
    const unsigned t = threadIdx.x;
    each_chunk(n, length, blockDim.x,
               [=](size_t at, unsigned items, bool carried) {
                   if (t < items)
                       out[at + t] = in[at + t];
                   if (carried && t == 0)
                       out[at] += out[at - 1];
                   __syncthreads();
                   for (unsigned step = 1; step < items; step *= 2) {
                       const bool adds = t >= step && t < items;
                       const T before = adds ? out[at + t - step] : T(0);
                       __syncthreads();
                       if (adds)
                           out[at + t] += before;
                       __syncthreads();
                   }
               });
}

/* global.cuh - Hillis and Steele's scan (Data Parallel Algorithms, 1986) in
 * global memory: in step k each element adds the one 2^k before it. simveit's
 * baseline. One element a thread, up to 1024 threads a block; each step moves
 * an element's bytes two or three times, if only to and from the caches. */
template <class T, int Threads, enum walk Walk>
static __global__ void __launch_bounds__(Threads)
    scan_global(const T *in, T *out, size_t n, size_t length)
{
    const unsigned t = threadIdx.x;
    each_chunk<Threads, Walk>(
        n, length, [=](size_t at, unsigned items, bool carried) {
            T *const y = out + at;
            if (t < items)
                y[t] = in[at + t];
            if (carried && t == 0)
                y[0] += y[-1];
            __syncthreads();
#pragma unroll
            for (unsigned step = 1; step < Threads; step *= 2) {
                const bool adds = t >= step && t < items;
                const T before = adds ? *(y + t - step) : T(0);
                __syncthreads();
                if (adds)
                    y[t] += before;
                __syncthreads();
            }
        });
}

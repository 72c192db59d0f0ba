/* warp_shuffle.cuh - warps scan from register to register; their totals are
 * scanned by warp 0 through shared memory. simveit, effective_scan. One
 * element a thread, up to 1024 threads a block. */
template <class T, int Threads, enum walk Walk>
static __global__ void __launch_bounds__(Threads)
    scan_warp_shuffle(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T totals[Threads / WARP + 1], last;
    const unsigned t = threadIdx.x;
    each_chunk<Threads, Walk>(
        n, length, [=](size_t at, unsigned items, bool carried) {
            T x = t < items ? in[at + t] : T(0);
            if (carried && t == 0)
                x += last;
            x = warp_scan(x);
            const T result = x + warps_before<Threads>(x, totals);
            if (t < items)
                out[at + t] = result;
            if (Walk == CHUNKS)
                keep_last<Threads>(result, &last);
        });
}

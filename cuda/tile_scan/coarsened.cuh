/* coarsened.cuh - each thread scans COARSE_ITEMS neighbours in registers and
 * the block scans the threads' totals. simveit, effective_scan. Up to 256
 * threads a block. */
template <class T, int Threads, enum walk Walk>
static __global__ void __launch_bounds__(Threads)
    scan_coarsened(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T totals[Threads / WARP + 1], last;
    const unsigned first = threadIdx.x * COARSE_ITEMS;
    each_chunk<Threads, Walk, COARSE_ITEMS>(
        n, length, [=](size_t at, unsigned items, bool carried) {
            T x[COARSE_ITEMS];
#pragma unroll
            for (int k = 0; k < COARSE_ITEMS; k++)
                x[k] = first + k < items ? in[at + first + k] : T(0);
            if (carried && threadIdx.x == 0)
                x[0] += last;
#pragma unroll
            for (int k = 1; k < COARSE_ITEMS; k++)
                x[k] += x[k - 1];
            const T sum = warp_scan(x[COARSE_ITEMS - 1]);
            T before = __shfl_up_sync(FULL_WARP, sum, 1);
            if (threadIdx.x % WARP == 0)
                before = 0;
            before += warps_before<Threads>(sum, totals);
#pragma unroll
            for (int k = 0; k < COARSE_ITEMS; k++)
                if (first + k < items)
                    out[at + first + k] = before + x[k];
            if (Walk == CHUNKS)
                keep_last<Threads>(before + x[COARSE_ITEMS - 1], &last);
        });
}

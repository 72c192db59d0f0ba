/* warp_private.cuh - a histogram a warp in shared memory, so that warps do not
 * meet at a counter; samples by vectors of 16 bytes. */
template <class Bins, class C>
static __global__ void __launch_bounds__(RUNG_THREADS)
    histogram_warp_private(Bins bins, samples<typename Bins::sample> s, C *out)
{
    extern __shared__ unsigned table[];
    unsigned *own = table + threadIdx.x / WARP * bins.bins;
    table_clear(table, RUNG_WARPS * bins.bins);
    each_sample<RUNG_THREADS, 1>(s, [&](typename Bins::sample x) {
        const unsigned b = bins(x);
        if (b < bins.bins)
            atomicAdd(&own[b], 1u);
    });
    __syncthreads();
    await_first();
    for (unsigned b = threadIdx.x; b < bins.bins; b += RUNG_THREADS) {
        unsigned sum = 0;
        for (unsigned w = 0; w < RUNG_WARPS; w++)
            sum += table[w * bins.bins + b];
        if (sum)
            atomicAdd(&out[b], C(sum));
    }
}

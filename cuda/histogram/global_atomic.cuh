/* global_atomic.cuh - a thread a sample at a time, each an addition to the
 * result: as fast as L2 adds, and samples of one bin one after another. */
template <class Bins, class C>
static __global__ void __launch_bounds__(RUNG_THREADS)
    histogram_global_atomic(Bins bins, samples<typename Bins::sample> s,
                            C *out)
{
    const size_t step = size_t(gridDim.x) * RUNG_THREADS;
    await_first();
    for (size_t i = size_t(blockIdx.x) * RUNG_THREADS + threadIdx.x; i < s.n;
         i += step) {
        const unsigned b = bins(s.x[i]);
        if (b < bins.bins)
            atomicAdd(&out[b], C(1));
    }
}

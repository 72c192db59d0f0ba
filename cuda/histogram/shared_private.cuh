/* shared_private.cuh - a histogram a block in shared memory, a thread a sample
 * at a time; then the blocks' are added to the result. */
template <class Bins, class C>
static __global__ void __launch_bounds__(RUNG_THREADS)
    histogram_shared_private(Bins bins, samples<typename Bins::sample> s,
                             C *out)
{
    extern __shared__ unsigned table[];
    const size_t step = size_t(gridDim.x) * RUNG_THREADS;
    table_clear(table, bins.bins);
    for (size_t i = size_t(blockIdx.x) * RUNG_THREADS + threadIdx.x; i < s.n;
         i += step) {
        const unsigned b = bins(s.x[i]);
        if (b < bins.bins)
            atomicAdd(&table[b], 1u);
    }
    __syncthreads();
    await_first();
    table_add(out, table, bins.bins);
}

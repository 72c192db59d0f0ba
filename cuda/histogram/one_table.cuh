/* one_table.cuh - best of few bins: one table a block in shared memory, all
 * threads of 1024, two or four vectors of 16 bytes a thread on their way at
 * once. i32: 4 bytes read a sample.
 *
 * Alone: one block, which writes the result, so that none is cleared before.
 *
 * (H200, as tried in a plain form: 4.1 TB/s of i32 from 256 to 16384 bins, 3.9
 * at 56000, uniform, Zipf or one value alike.) */
#ifndef TETRAD_CUDA_HISTOGRAM_ONE_TABLE_CUH
#define TETRAD_CUDA_HISTOGRAM_ONE_TABLE_CUH

#include "histogram/samples.cuh"
#include "histogram/table.cuh"

constexpr unsigned TABLE_THREADS = 1024;

template <bool Alone, class Bins, class C>
static __global__ void __launch_bounds__(TABLE_THREADS, 2)
    histogram_one_table(Bins bins, samples<typename Bins::sample> s, C *out)
{
    extern __shared__ unsigned table[];
    table_clear(table, bins.bins);
    each_sample<Bins::VECTORS>(s, [&](typename Bins::sample x) {
        const unsigned b = bins(x);
        if (b < bins.bins)
            atomicAdd(&table[b], 1u);
    });
    __syncthreads();
    if (Alone) {
        for (unsigned b = threadIdx.x; b < bins.bins; b += TABLE_THREADS)
            out[b] = table[b];
        return;
    }
    await_first();
    table_add(out, table, bins.bins);
}

#endif

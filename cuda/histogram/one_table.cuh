/* one_table.cuh - best of few bins: one table a block in shared memory, all
 * threads of 1024, two or four vectors of 16 bytes a thread on their way at
 * once. i32: 4 bytes read a sample. The counter behind the last is of samples
 * without a bin.
 *
 * (H200, as tried in a plain form: 4.1 TB/s of i32 from 256 to 16384 bins, 3.9
 * at 56000, uniform, Zipf or one value alike.) */
#ifndef TETRAD_CUDA_HISTOGRAM_ONE_TABLE_CUH
#define TETRAD_CUDA_HISTOGRAM_ONE_TABLE_CUH

#include "histogram/samples.cuh"
#include "histogram/table.cuh"

/* Blocks of a multiprocessor: with more, threads have too few registers for
 * their vectors. */
constexpr unsigned TABLE_THREADS = 1024, TABLE_BLOCKS = 1;

/* Bytes of shared memory for so many bins. */
static inline size_t table_room(size_t bins)
{
    return (bins + 1) * sizeof(unsigned);
}

template <class Bins, class C>
static __global__ void __launch_bounds__(TABLE_THREADS, TABLE_BLOCKS)
    histogram_one_table(Bins bins, samples<typename Bins::sample> s, C *out)
{
    extern __shared__ unsigned table[];
    const counters own(table);
    table_clear(table, bins.bins + 1);
    each_sample<TABLE_THREADS, Bins::VECTORS>(
        s, [&](typename Bins::sample x) { own.count(bins(x)); });
    __syncthreads();
    await_first();
    table_add(out, table, bins.bins);
}

#endif

/* together.cuh - best of few samples: the blocks of one cluster, a table each,
 * then each block adds up some of the bins of all tables. One launch, and
 * nothing to be cleared before. */
#ifndef TETRAD_CUDA_HISTOGRAM_TOGETHER_CUH
#define TETRAD_CUDA_HISTOGRAM_TOGETHER_CUH

#include "histogram/one_table.cuh"
#include "parts/cluster.cuh"
#include "parts/warp.cuh"

/* A vector a thread at most. */
constexpr unsigned TOGETHER_THREADS = 1024;
constexpr size_t TOGETHER_VECTORS = CLUSTER_MOST * TOGETHER_THREADS;
/* Lanes that add up a bin, each the counter of one block. */
constexpr unsigned ADDERS = CLUSTER_MOST;

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Of all blocks' tables. */
template <class C>
static __device__ void add_tables(unsigned *table, unsigned bins, C *out)
{
    const unsigned thread = blockIdx.x * TOGETHER_THREADS + threadIdx.x;
    const unsigned block = thread % ADDERS;
    const unsigned step = gridDim.x * TOGETHER_THREADS / ADDERS;
    /* Whole warps go round together. */
    for (unsigned first = thread / WARP * (WARP / ADDERS); first < bins;
         first += step) {
        const unsigned b = first + thread % WARP / ADDERS;
        unsigned sum = b < bins && block < gridDim.x
            ? *cluster_place(table + b, block)
            : 0;
#pragma unroll
        for (unsigned lanes = ADDERS / 2; lanes > 0; lanes /= 2)
            sum += __shfl_down_sync(FULL_WARP, sum, lanes, ADDERS);
        if (b < bins && block == 0)
            out[b] = sum;
    }
}

#endif

/* The grid is one cluster. */
template <class Bins, class C>
static __global__ void __launch_bounds__(TOGETHER_THREADS, 1)
    histogram_together(Bins bins, samples<typename Bins::sample> s, C *out)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ unsigned table[];
    const counters own(table);
    cluster_enter();
    table_clear(table, bins.bins + 1);
    each_sample<TOGETHER_THREADS, 1>(
        s, [&](typename Bins::sample x) { own.count(bins(x)); });
    cluster_ready();
    cluster_leave();
    cluster_meet();
    add_tables(table, bins.bins, out);
    /* None ends while another reads its table. */
    cluster_leave();
    cluster_meet();
#endif
}

#endif

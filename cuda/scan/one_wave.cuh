/* one_wave.cuh - all elements are in registers at once, and all blocks know
 * of each other in one hop.
 *
 * Every block holds one contiguous part. It publishes the aggregate of its
 * part as soon as it has that, and reads those of all blocks before it side by
 * side, a thread each: no chain of prefixes, as the whole grid is resident
 * and all publish at about the same time. Meanwhile it scans its part, so that
 * once the hop is made one join an element is left. An element is read and
 * written once.
 *
 * A warp has Rows rows of 32 vectors side by side, the warps of a block lie
 * one after another, up to 16; up to 4 more gather the aggregates. Longer
 * arrays take a launch a wave, each of which leaves its total to the next. */
#ifndef TETRAD_CUDA_SCAN_ONE_WAVE_CUH
#define TETRAD_CUDA_SCAN_ONE_WAVE_CUH

#include "parts/lookback.cuh"
#include "parts/rows.cuh"
#include "scan/joins.cuh"

/* The most warps a block, and so blocks in all. */
constexpr int WAVE_WARPS = 16, WAVE_GATHERERS = 4;
constexpr int WAVE_THREADS = (WAVE_WARPS + WAVE_GATHERERS) * WARP;
constexpr int WAVE_BLOCKS = WAVE_GATHERERS * WARP;

/* What one launch does: vectors from `begin` on, by so many warps a block. */
template <class E>
struct wave {
    size_t begin;
    unsigned warps;
    const E *before; /* the total of earlier waves, NULL in the first */
    E *through;      /* where that of this one goes, NULL for the last */
};

/* A barrier of the first `threads` threads. */
static __device__ void barrier_of(unsigned threads)
{
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}

/* --- a warp's rows ------------------------------------------------------- */

template <class Op>
static __device__ typename Op::element vector_total(
    const vector<typename Op::element> &v)
{
    typename Op::element sum = v.lane[0];
#pragma unroll
    for (int k = 1; k < vector<typename Op::element>::LANES; k++)
        sum = Op::join(sum, v.lane[k]);
    return sum;
}

template <class Op, int Rows>
static __device__ typename Op::element rows_total(
    const vector<typename Op::element> (&v)[Rows])
{
    typename Op::element sum = vector_total<Op>(v[0]);
#pragma unroll
    for (int r = 1; r < Rows; r++)
        sum = Op::join(sum, vector_total<Op>(v[r]));
    return warp_reduce_all(sum, Op::join);
}

/* Scans the warp's rows. */
template <class Op, int Rows>
static __device__ void rows_scan(vector<typename Op::element> (&v)[Rows],
                                 bool exclusive)
{
    using E = typename Op::element;
    E before = Op::none();
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const E sum = warp_scan<Op>(vector_total<Op>(v[r]));
        run_scan<Op>(v[r].lane, Op::join(before, warp_before<Op>(sum)),
                     exclusive);
        before = Op::join(before, __shfl_sync(FULL_WARP, sum, WARP - 1));
    }
}

/* --- the kernel ---------------------------------------------------------- */

/* The k-th gathering warp: the join of the aggregates of 32 blocks, of those
 * before this one, goes to others[k]. */
template <class Op>
static __device__ void wave_gather(void *scratch, unsigned k, unsigned epoch,
                                   typename Op::element *others)
{
    using E = typename Op::element;
    const unsigned b = k * WARP + threadIdx.x % WARP;
    E part = Op::none();
    if (b < blockIdx.x) {
#pragma unroll 1
        while (chain_read<E>(chain_packets<E>(scratch), b, epoch, part) ==
               CHAIN_EMPTY)
            ;
    }
    __syncwarp();
    part = warp_reduce(part, Op::join);
    if (threadIdx.x % WARP == 0)
        others[k] = part;
}

/* Warp 0: publishes the block's aggregate, and makes of the warps' totals
 * where each starts; the aggregate. */
template <class Op>
static __device__ typename Op::element wave_publish(
    void *scratch, typename Op::element *totals, unsigned warps,
    unsigned epoch)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
    const E sum = warp_scan<Op>(lane < warps ? totals[lane] : Op::none());
    if (lane == WARP - 1 && gridDim.x > 1)
        chain_publish<E>(chain_packets<E>(scratch), blockIdx.x, epoch,
                         CHAIN_AGGREGATE, sum);
    totals[lane] = warp_before<Op>(sum);
    return __shfl_sync(FULL_WARP, sum, WARP - 1);
}

/* part.warps warps of data, and of gatherers one per 32 other blocks. */
template <class Op, int Rows>
static __global__ void __launch_bounds__(WAVE_THREADS, 1)
    scan_one_wave(const typename Op::element *in, typename Op::element *out,
                  extent x, wave<typename Op::element> part, bool exclusive,
                  void *scratch)
{
    using E = typename Op::element;
    __shared__ E totals[WARP], others[WAVE_GATHERERS];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const bool gathers = warp >= part.warps;
    const unsigned epoch = gathers || warp == 0 ? chain_epoch(scratch) : 0;
    const size_t row = (size_t(blockIdx.x) * part.warps + warp) * Rows;
    const size_t first =
        (part.begin + row * WARP + lane) * vector<E>::LANES - x.skip;
    vector<E> v[Rows];
    E total = Op::none();
    if (gathers) {
        wave_gather<Op>(scratch, warp - part.warps, epoch, others);
    } else {
        rows_load(v, in, x, first, Op::none());
        total = rows_total<Op>(v);
        if (lane == 0)
            totals[warp] = total;
        barrier_of(part.warps * WARP);
        if (warp == 0)
            total = wave_publish<Op>(scratch, totals, part.warps, epoch);
        rows_scan<Op>(v, exclusive);
    }
    __syncthreads();
    if (gathers) {
        if (threadIdx.x == part.warps * WARP)
            chain_leave(scratch, gridDim.x, epoch);
        return;
    }

    E before = part.before ? *part.before : Op::none();
#pragma unroll 1
    for (unsigned k = 0; k * WARP < blockIdx.x; k++)
        before = Op::join(before, others[k]);
    const E start = Op::join(before, totals[warp]);
#pragma unroll
    for (int r = 0; r < Rows; r++)
#pragma unroll
        for (E &one : v[r].lane)
            one = Op::join(start, one);
    rows_store(v, out, x, first);
    if (part.through && threadIdx.x == 0 && blockIdx.x == gridDim.x - 1)
        *part.through = Op::join(before, total);
}

#endif

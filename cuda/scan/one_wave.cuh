/* one_wave.cuh - all elements are in registers at once, and all blocks know
 * of each other in one hop.
 *
 * Every block holds one contiguous part. It publishes the aggregate of its
 * part, then reads those of all blocks before it side by side, a thread a
 * block: no chain of prefixes, as the whole grid is resident and all publish
 * at about the same time. An element is read and written once.
 *
 * A warp has `rows` rows of 32 vectors side by side, at most `Rows`; a block,
 * Threads / 32 warps one after another. Longer arrays take a launch a wave,
 * each of which leaves its total to the next one. */
#ifndef TETRAD_CUDA_SCAN_ONE_WAVE_CUH
#define TETRAD_CUDA_SCAN_ONE_WAVE_CUH

#include "lookback.cuh"
#include "scan/joins.cuh"

/* What one launch does: vectors from `begin` on. */
template <class E>
struct wave {
    size_t begin;
    unsigned rows;
    const E *before; /* the total of earlier waves, NULL in the first */
    E *through;      /* where that of this one goes, NULL for the last */
};

/* The aggregates of the 32 blocks from `first` on, of those before this one;
 * in lane 0. */
template <class Op>
static __device__ typename Op::element
wave_gather(void *scratch, unsigned first, unsigned epoch)
{
    using E = typename Op::element;
    const unsigned b = first + threadIdx.x % WARP;
    E part = Op::none();
    if (b < blockIdx.x) {
        const packet<E> *const packets = chain_packets<E>(scratch);
#pragma unroll 1
        while (chain_read<E>(packets, b, epoch, part) == CHAIN_EMPTY)
            ;
    }
    return warp_reduce(part, Op::join);
}

/* Threads: at least as many blocks, and 32 more. */
template <class Op, int Threads, int Rows>
static __global__ void __launch_bounds__(Threads, 1)
scan_one_wave(const typename Op::element *in, typename Op::element *out,
              extent x, wave<typename Op::element> part, bool exclusive,
              void *scratch)
{
    using E = typename Op::element;
    constexpr int WARPS = Threads / WARP, LANES = vector<E>::LANES;
    __shared__ E totals[WARPS], others[WARPS];
    __shared__ unsigned epoch_of_all;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const bool alone = gridDim.x == 1;
    unsigned epoch = 0;
    if (threadIdx.x == 0 && !alone)
        epoch = chain_epoch(scratch);

    const size_t row = (size_t(blockIdx.x) * WARPS + warp) * part.rows;
    const size_t first =
        (part.begin + row * WARP + lane) * LANES - x.skip;
    vector<E> v[Rows];
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < part.rows)
            v[r] = vector_load<Op>(in, x, first + r * (WARP * LANES));

    E starts[Rows], total = Op::none();
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < part.rows) {
            E sum = v[r].lane[0];
#pragma unroll
            for (int k = 1; k < LANES; k++)
                sum = Op::join(sum, v[r].lane[k]);
            sum = warp_scan<Op>(sum);
            starts[r] = Op::join(total, warp_before<Op>(sum));
            total = Op::join(total, __shfl_sync(FULL_WARP, sum, WARP - 1));
        }
    if (lane == 0)
        totals[warp] = total;
    if (threadIdx.x == 0)
        epoch_of_all = epoch;
    __syncthreads();

    const unsigned gathering = (blockIdx.x + WARP - 1) / WARP; /* warps */
    E of_block = Op::none();
    if (warp == 0) {
        const E sum = warp_scan<Op>(lane < WARPS ? totals[lane] : Op::none());
        if (lane == WARP - 1 && !alone)
            chain_publish<E>(chain_packets<E>(scratch), blockIdx.x,
                             epoch_of_all, CHAIN_AGGREGATE, sum);
        of_block = __shfl_sync(FULL_WARP, sum, WARP - 1);
        const E before = warp_before<Op>(sum);
        if (lane < WARPS)
            totals[lane] = before;
    } else if (warp <= gathering) {
        const E sum = wave_gather<Op>(scratch, (warp - 1) * WARP,
                                      epoch_of_all);
        if (lane == 0)
            others[warp - 1] = sum;
    }
    __syncthreads();

    E before = part.before ? *part.before : Op::none();
    for (unsigned k = 0; k < gathering; k++)
        before = Op::join(before, others[k]);
    const E start = Op::join(before, totals[warp]);
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (r < part.rows) {
            run_scan<Op>(v[r].lane, Op::join(start, starts[r]), exclusive);
            vector_store(out, x, first + r * (WARP * LANES), v[r]);
        }
    if (threadIdx.x > 0)
        return;
    if (part.through && blockIdx.x == gridDim.x - 1)
        *part.through = Op::join(before, of_block);
    if (!alone)
        chain_leave(scratch, gridDim.x, epoch);
}

#endif

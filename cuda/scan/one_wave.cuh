/* one_wave.cuh - one pass over what the GPU holds in registers at once: a part
 * a block, at most one a multiprocessor, and a block reads the joins of all
 * lower parts side by side, as they appear, so that no prefix goes from block
 * to block. Always in the same order: results repeat bit for bit.
 *
 * Parts are loaded while scratch is still being cleared (overlap.cuh). A block
 * waits for those with lower numbers only, and blocks start in the order of
 * their numbers; tickets, as other kernels here have, would cost a trip to
 * memory before the first load, 1.5 us of 15. */
#ifndef TETRAD_CUDA_SCAN_ONE_WAVE_CUH
#define TETRAD_CUDA_SCAN_ONE_WAVE_CUH

#include "parts/lookback.cuh"
#include "parts/overlap.cuh"
#include "scan/part.cuh"

template <class Op>
struct wave_link {
    using E = typename Op::element;
    void *scratch; /* chain_bytes<E>(parts), clear */

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(E total) const
    {
        await_first(); /* which clears scratch */
        if (threadIdx.x == 0)
            chain_publish<E>(chain_packets<E>(scratch), blockIdx.x,
                             CHAIN_AGGREGATE, total);
    }
    /* A lower part a thread: there are no fewer threads than blocks. */
    __device__ E before() const
    {
        __shared__ E of_warps[WARP];
        E mine = Op::none();
        if (threadIdx.x < blockIdx.x) {
#pragma unroll 1
            while (chain_read<E>(chain_packets<E>(scratch), threadIdx.x,
                                 mine) == CHAIN_EMPTY)
                ;
        }
        __syncwarp();
        const E upto =
            warps_scan<Op>(warp_reduce_all(mine, Op::join), of_warps);
        return __shfl_sync(FULL_WARP, upto, WARP - 1);
    }
};

template <class Op, int Rows>
static __global__ void __launch_bounds__(WAVE_THREADS, 1)
    scan_one_wave(const typename Op::element *in, typename Op::element *out,
                  extent x, bool exclusive, void *scratch)
{
    scan_part<Op, Rows>(in, out, x, exclusive, wave_link<Op>{ scratch });
}

#endif

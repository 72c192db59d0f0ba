/* lookwide.cuh - one pass over some MB: a block reads the joins of all lower
 * parts side by side, as they appear, so that no prefix goes from block to
 * block. Always in the same order: results repeat bit for bit.
 *
 * Parts are small, several a multiprocessor: the first are stored while the
 * last are loaded. They are loaded while scratch is still being cleared
 * (overlap.cuh). A block waits for those with lower numbers only, and blocks
 * start in the order of their numbers; tickets, as other kernels here have,
 * would cost a trip to memory before the first load, 1.5 us of 15. */
#ifndef TETRAD_CUDA_SCAN_LOOKWIDE_CUH
#define TETRAD_CUDA_SCAN_LOOKWIDE_CUH

#include "parts/lookback.cuh"
#include "parts/overlap.cuh"
#include "scan/part.cuh"

template <class Op>
struct wide_link {
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
    /* Each thread awaits its share of the lower parts. */
    __device__ E before() const
    {
        __shared__ E of_warps[WARP];
        E mine = Op::none();
#pragma unroll 1
        for (unsigned part = threadIdx.x; part < blockIdx.x;
             part += blockDim.x) {
            E one;
#pragma unroll 1
            while (chain_read<E>(chain_packets<E>(scratch), part, one) ==
                   CHAIN_EMPTY)
                ;
            mine = Op::join(mine, one);
        }
        __syncwarp();
        const E upto =
            warps_scan<Op>(warp_reduce_all(mine, Op::join), of_warps);
        return __shfl_sync(FULL_WARP, upto, WARP - 1);
    }
};

template <class Op, int Rows, int Threads>
static __global__ void __launch_bounds__(Threads)
    scan_lookwide(const typename Op::element *in, typename Op::element *out,
                  extent x, bool exclusive, void *scratch)
{
    scan_part<Op, Rows>(in, out, x, exclusive, wide_link<Op>{ scratch });
}

#endif

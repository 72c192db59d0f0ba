/* two_launches.cuh - the first adds up parts, the second scans them: it holds
 * its parts in registers when the first ends (overlap.cuh). An element is read
 * twice, the second time from L2, so this is for what L2 holds. */
#ifndef TETRAD_CUDA_SCAN_TWO_LAUNCHES_CUH
#define TETRAD_CUDA_SCAN_TWO_LAUNCHES_CUH

#include "parts/overlap.cuh"
#include "scan/part.cuh"

/* totals[b]: the join over part b. */
template <class Op, int Rows>
static __global__ void __launch_bounds__(PART_THREADS)
    scan_totals(const typename Op::element *in, extent x,
                typename Op::element *totals)
{
    using E = typename Op::element;
    __shared__ E of_warps[WARP];
    next_may_start();
    vector<E> v[Rows];
    rows_load(v, in, x, part_first<E, Rows>(x, blockIdx.x), Op::none());
    const E total = warps_scan<Op>(rows_total<Op>(v), of_warps);
    if (threadIdx.x == WARP - 1)
        totals[blockIdx.x] = total;
}

template <class Op>
struct totals_link {
    using E = typename Op::element;
    const E *totals;

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(E) const
    {
    }
    __device__ E before() const
    {
        __shared__ E of_warps[WARP];
        E mine = Op::none();
        await_first();
#pragma unroll 4
        for (unsigned b = threadIdx.x; b < blockIdx.x; b += blockDim.x)
            mine = Op::join(mine, totals[b]);
        const E upto =
            warps_scan<Op>(warp_reduce_all(mine, Op::join), of_warps);
        return __shfl_sync(FULL_WARP, upto, WARP - 1);
    }
};

template <class Op, int Rows>
static __global__ void __launch_bounds__(PART_THREADS)
    scan_parts(const typename Op::element *in, typename Op::element *out,
               extent x, bool exclusive, const typename Op::element *totals)
{
    scan_part<Op, Rows>(in, out, x, exclusive, totals_link<Op>{ totals });
}

#endif

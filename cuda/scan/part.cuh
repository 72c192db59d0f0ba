/* part.cuh - a block scans one part of the array, which it holds in registers:
 * a warp has Rows rows of 32 vectors side by side, the warps of a block lie
 * one after another. An element is read and written once.
 *
 * Which part it is, and what comes before it, is the link's to know
 * (cluster.cuh, two_launches.cuh, lookwide.cuh, lookback.cuh); all threads call
 *
 *     part()           which part
 *     publish(total)   the join over the part, the same in all threads
 *     before()         the join over lower parts, in all threads
 *
 * In place, too: a block stores where it has loaded. */
#ifndef TETRAD_CUDA_SCAN_PART_CUH
#define TETRAD_CUDA_SCAN_PART_CUH

#include "parts/rows.cuh"
#include "scan/joins.cuh"

/* The most threads of a block: of a cluster, of two launches, of a chain, and
 * blocks of that a multiprocessor. */
constexpr int CLUSTER_THREADS = 512, PART_THREADS = 256;
constexpr int CHAIN_THREADS = 256, CHAIN_BLOCKS = 4;

/* Vectors of a part. */
static __host__ __device__ constexpr size_t part_vectors(int rows,
                                                         unsigned warps)
{
    return size_t(warps) * rows * WARP;
}

/* Where this thread's vectors of a part begin, in elements of the array. */
template <class E, int Rows>
static __device__ size_t part_first(const extent &x, size_t part)
{
    const size_t warp = part * (blockDim.x / WARP) + threadIdx.x / WARP;
    return (warp * Rows * WARP + threadIdx.x % WARP) * vector<E>::LANES -
        x.skip;
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

/* --- a block's part ------------------------------------------------------ */

/* The scan over the warps of what each has, lane by lane: `totals` is room for
 * a value a warp, and all threads call. */
template <class Op>
static __device__ typename Op::element warps_scan(typename Op::element mine,
                                                  typename Op::element *totals)
{
    const unsigned lane = threadIdx.x % WARP;
    if (lane == 0)
        totals[threadIdx.x / WARP] = mine;
    __syncthreads();
    return warp_scan<Op>(lane < blockDim.x / WARP ? totals[lane] : Op::none());
}

/* A grid of whole warps that covers the array with parts. */
template <class Op, int Rows, class Link>
static __device__ void scan_part(const typename Op::element *in,
                                 typename Op::element *out, const extent &x,
                                 bool exclusive, Link link)
{
    using E = typename Op::element;
    __shared__ E totals[WARP];
    const unsigned warp = threadIdx.x / WARP;
    const size_t first = part_first<E, Rows>(x, link.part());
    vector<E> v[Rows];
    rows_load(v, in, x, first, Op::none());
    const E warps = warps_scan<Op>(rows_total<Op>(v), totals);
    link.publish(__shfl_sync(FULL_WARP, warps, WARP - 1));
    rows_scan<Op>(v, exclusive);
    const E start = Op::join(
        link.before(), __shfl_sync(FULL_WARP, warp_before<Op>(warps), warp));
#pragma unroll
    for (int r = 0; r < Rows; r++)
#pragma unroll
        for (E &one : v[r].lane)
            one = Op::join(start, one);
    rows_store(v, out, x, first);
}

#endif

/* warp_shuffle.cuh - from register to register: pairs of a flag and a sum
 * under one associative operator (Schwartz; Blelloch 1990), over the lanes of
 * a warp, then over the warps. SWEEP_TILE threads, one element each. */
#ifndef TETRAD_CUDA_SEGSCAN_WARP_SHUFFLE_CUH
#define TETRAD_CUDA_SEGSCAN_WARP_SHUFFLE_CUH

#include "segscan/sweep.cuh"
#include "segscan/segmented.cuh"

template <class T>
static __device__ part<T> pair_join(const part<T> &older, const part<T> &newer)
{
    return { newer.head ? newer.sum : older.sum + newer.sum,
             older.head || newer.head };
}

template <class T>
static __device__ part<T> pair_shift(const part<T> &p, int distance)
{
    return { __shfl_up_sync(FULL_WARP, p.sum, distance),
             __shfl_up_sync(FULL_WARP, int(p.head), distance) != 0 };
}

template <class T>
static __device__ part<T> warp_pairs(part<T> p)
{
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int distance = 1; distance < WARP; distance *= 2) {
        const part<T> before = pair_shift(p, distance);
        if (lane >= distance)
            p = pair_join(before, p);
    }
    return p;
}

template <class T>
static __global__ void warp_shuffle(const T *in, const head *heads, size_t n,
                                    bool exclusive, T *out,
                                    tile_totals<T> totals)
{
    constexpr int WARPS = SWEEP_TILE / WARP;
    __shared__ part<T> warps[WARPS];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const size_t i = size_t(blockIdx.x) * SWEEP_TILE + threadIdx.x;
    const part<T> own = { i < n ? in[i] : T(0), i < n && heads[i] };
    part<T> upto = warp_pairs(own);
    if (lane == WARP - 1)
        warps[warp] = upto;
    __syncthreads();
    if (warp == 0) {
        const part<T> all =
            warp_pairs(lane < WARPS ? warps[lane] : part<T>{ T(0), false });
        if (lane < WARPS)
            warps[lane] = all;
    }
    __syncthreads();
    if (warp > 0)
        upto = pair_join(warps[warp - 1], upto);
    const unsigned open = __syncthreads_count(!upto.head);
    if (threadIdx.x == SWEEP_TILE - 1)
        totals.leave(upto.sum, open);
    const T before = pair_shift(upto, 1).sum;
    const T start = lane > 0 ? before : warp > 0 ? warps[warp - 1].sum : T(0);
    if (i < n)
        out[i] = !exclusive ? upto.sum : own.head ? T(0) : start;
}

#endif

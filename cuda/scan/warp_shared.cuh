/* warp_shared.cuh - each warp scans 32 elements in shared memory without a
 * barrier of the block; the first warp scans the warps' sums, which the others
 * add: two barriers in place of one a level. Lecture, scan_warp and
 * scan_block. SWEEP_TILE threads, one element each.
 *
 * The source relies on warps in step; since Volta __syncwarp must order the
 * steps. */
#ifndef TETRAD_CUDA_SCAN_WARP_SHARED_CUH
#define TETRAD_CUDA_SCAN_WARP_SHARED_CUH

#include "parts/warp.cuh"
#include "scan/ladder.cuh"

template <class T>
static __device__ void scan_warp(T *sums)
{
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int distance = 1; distance < WARP; distance *= 2) {
        __syncwarp();
        const T before = lane >= distance ? sums[-distance] : T(0);
        __syncwarp();
        *sums += before;
    }
}

/* sums[] becomes its inclusive scan. */
template <class T>
static __device__ void scan_block(T *sums, T *warp_sums)
{
    const int t = threadIdx.x, warp = t / WARP, lane = t % WARP;
    constexpr int WARPS = SWEEP_TILE / WARP;
    static_assert(WARPS <= WARP, "one warp scans the warps' sums");
    scan_warp(sums + t);
    if (lane == WARP - 1)
        warp_sums[warp] = sums[t];
    __syncthreads();
    if (warp == 0) {
        if (lane >= WARPS)
            warp_sums[lane] = 0;
        scan_warp(warp_sums + lane);
    }
    __syncthreads();
    if (warp > 0)
        sums[t] += warp_sums[warp - 1];
}

template <class T>
static __global__ void warp_shared(const T *in, size_t n, bool exclusive,
                                   T *out, T *totals)
{
    __shared__ T sums[SWEEP_TILE], warp_sums[WARP];
    const int t = threadIdx.x;
    const size_t i = size_t(blockIdx.x) * SWEEP_TILE + t;
    sums[t] = i < n ? in[i] : T(0);
    scan_block(sums, warp_sums);
    __syncthreads();
    if (t == 0)
        totals[blockIdx.x] = sums[SWEEP_TILE - 1];
    if (i < n)
        out[i] = !exclusive ? sums[t] : t > 0 ? sums[t - 1] : T(0);
}

#endif

/* warp_shuffle.cuh - the same from register to register: only the warps' sums
 * pass through shared memory. SWEEP_TILE threads, one element each. */
#ifndef TETRAD_CUDA_SCAN_WARP_SHUFFLE_CUH
#define TETRAD_CUDA_SCAN_WARP_SHUFFLE_CUH

#include "parts/warp.cuh"
#include "scan/ladder.cuh"

template <class T>
static __device__ T warp_inclusive(T sum)
{
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int distance = 1; distance < WARP; distance *= 2) {
        const T before = __shfl_up_sync(FULL_WARP, sum, distance);
        if (lane >= distance)
            sum += before;
    }
    return sum;
}

/* What came before each lane, of an inclusive scan. */
template <class T>
static __device__ T warp_before(T scanned)
{
    const T before = __shfl_up_sync(FULL_WARP, scanned, 1);
    return threadIdx.x % WARP > 0 ? before : T(0);
}

/* The sum of the values of the threads before this one, plus what
 * start(total) says: called by the first warp alone, it is given the sum over
 * the block and tells what lies before the block, in all lanes. Two barriers;
 * warp_sums may be written again after the block's next one. */
template <int Threads, class T, class Start>
static __device__ T block_before(T value, T *warp_sums, Start start)
{
    constexpr int WARPS = Threads / WARP;
    static_assert(Threads % WARP == 0 && WARPS <= WARP, "whole warps");
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const T scanned = warp_inclusive(value);
    if (lane == WARP - 1)
        warp_sums[warp] = scanned;
    __syncthreads();
    if (warp == 0) {
        const T upto = warp_inclusive(lane < WARPS ? warp_sums[lane] : T(0));
        const T offset =
            start(__shfl_sync(FULL_WARP, upto, WARP - 1)) + warp_before(upto);
        if (lane < WARPS)
            warp_sums[lane] = offset;
    }
    __syncthreads();
    return warp_sums[warp] + warp_before(scanned);
}

template <class T>
static __global__ void warp_shuffle(const T *in, size_t n, bool exclusive,
                                    T *out, T *totals)
{
    __shared__ T warp_sums[SWEEP_TILE / WARP];
    const size_t i = size_t(blockIdx.x) * SWEEP_TILE + threadIdx.x;
    const T value = i < n ? in[i] : T(0);
    const T before = block_before<SWEEP_TILE>(value, warp_sums, [=](T total) {
        if (threadIdx.x == 0)
            totals[blockIdx.x] = total;
        return T(0);
    });
    if (i < n)
        out[i] = exclusive ? before : before + value;
}

#endif

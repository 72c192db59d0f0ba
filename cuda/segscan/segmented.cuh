/* segmented.cuh - what the kernels of segscan share: the scan of what threads
 * and warps have, where heads stop it, and what tiles tell each other. */
#ifndef TETRAD_CUDA_SEGSCAN_SEGMENTED_CUH
#define TETRAD_CUDA_SEGSCAN_SEGMENTED_CUH

#include "parts/lookback.cuh"
#include "parts/warp.cuh"

/* What some consecutive elements hand on. */
template <class T>
struct part {
    T sum; /* of those after the last head, it included */
    bool head;
};

/* The inclusive scan of the lanes' sums; `heads`: the lanes that have one. */
template <class T>
static __device__ T scan_lanes(T sum, unsigned heads)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned upto = heads & (FULL_WARP >> (WARP - 1 - lane));
    const unsigned reach = upto ? lane - (31 - __clz(upto)) : lane;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const T left = __shfl_up_sync(FULL_WARP, sum, step);
        if (step <= reach)
            sum = left + sum;
    }
    return sum;
}

/* Whether no lane before this one has a head. */
static __device__ bool none_before(unsigned heads)
{
    return !(heads & ((1u << threadIdx.x % WARP) - 1));
}

/* Of an inclusive scan over lanes, what came before this one. */
template <class T>
static __device__ T lane_before(T sum)
{
    const T left = __shfl_up_sync(FULL_WARP, sum, 1);
    return threadIdx.x % WARP ? left : T(0);
}

static __device__ void block_sync()
{
    __syncthreads();
}

/* What comes before this thread's warp within its segment, and whether a head
 * does; `all`: what all `warps` hand on. `own`: what the warp does. sync()
 * waits for all of them; `parts` may be written again after their next one. */
template <class T, class Sync>
static __device__ part<T> warps_before(const part<T> &own, part<T> *parts,
                                       unsigned warps, Sync sync, part<T> &all)
{
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (lane == 0)
        parts[warp] = own;
    sync();
    const part<T> p = lane < warps ? parts[lane] : part<T>{ T(0), false };
    const unsigned with = __ballot_sync(FULL_WARP, p.head);
    const T upto = scan_lanes(p.sum, with);
    all = part<T>{ __shfl_sync(FULL_WARP, upto, WARP - 1), with != 0 };
    return { __shfl_sync(FULL_WARP, lane_before(upto), warp),
             (with & ((1u << warp) - 1)) != 0 };
}

/* Elements become their scan, from `run` on; bit k: x[k] is a head. */
template <int Items, class T>
static __device__ void scan_items(T *x, unsigned heads, T run, bool inclusive)
{
    if (inclusive) {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            run = (heads >> i & 1 ? T(0) : run) + x[i];
            x[i] = run;
        }
    } else {
#pragma unroll
        for (int i = 0; i < Items; i++) {
            const T before = heads >> i & 1 ? T(0) : run;
            run = before + x[i];
            x[i] = before;
        }
    }
}

template <int Items, class T>
static __device__ T sum_items(const T *x, unsigned heads)
{
    T sum = 0;
#pragma unroll
    for (int i = 0; i < Items; i++)
        sum = (heads >> i & 1 ? T(0) : sum) + x[i];
    return sum;
}

#endif

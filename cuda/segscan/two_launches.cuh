/* two_launches.cuh - by flags, the first launch finds what parts hand on, the
 * second scans them: it holds its parts in registers when the first ends
 * (overlap.cuh). The first reads a part from its end back to the nearest head
 * only, so with short segments little is read twice. */
#ifndef TETRAD_CUDA_SEGSCAN_TWO_LAUNCHES_CUH
#define TETRAD_CUDA_SEGSCAN_TWO_LAUNCHES_CUH

#include "parts/overlap.cuh"
#include "segscan/part.cuh"

/* Warps of a part, and of the first launch: they take it in so many turns. */
constexpr unsigned TWICE_WARPS = PART_WARPS, TAIL_WARPS = 2;
constexpr unsigned TAILS = TWICE_WARPS / TAIL_WARPS;

/* parts[b]: what part b hands on. */
template <class T>
static __global__ void __launch_bounds__(TAIL_WARPS *WARP)
    segscan_totals(segscan_work<T> w, part<T> *parts)
{
    __shared__ warp_storage<T> storage[TAIL_WARPS];
    __shared__ part<T> of_warps[2][WARP];
    const extent x = { w.n, w.lead, w.in_step };
    part<T> sum = { T(0), false };
    next_may_start();
#pragma unroll 1
    for (unsigned k = TAILS; k-- > 0 && !sum.head;) {
        held<T> h;
        part<T> all;
        part_load(h, storage[threadIdx.x / WARP], w, x,
                  size_t(blockIdx.x) * TAILS + k);
        warps_before(h.own, of_warps[k % 2], TAIL_WARPS, block_sync, all);
        sum = { all.sum + sum.sum, all.head };
    }
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

template <class T>
struct totals_link {
    const ::part<T> *parts;

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(const ::part<T> &) const
    {
    }
    /* A part a thread, as often as needed. */
    __device__ T before(bool) const
    {
        __shared__ ::part<T> of_warps[2][WARP];
        T carry = 0;
        await_first();
#pragma unroll 1
        for (unsigned b = threadIdx.x, turn = 0; b - threadIdx.x < blockIdx.x;
             b += blockDim.x, turn ^= 1) {
            const ::part<T> p =
                b < blockIdx.x ? parts[b] : ::part<T>{ T(0), false };
            const unsigned with = __ballot_sync(FULL_WARP, p.head);
            const T upto = scan_lanes(p.sum, with);
            ::part<T> all;
            warps_before(
                ::part<T>{ __shfl_sync(FULL_WARP, upto, WARP - 1), with != 0 },
                of_warps[turn], TWICE_WARPS, block_sync, all);
            carry = all.head ? all.sum : carry + all.sum;
        }
        return carry;
    }
};

template <class T, bool Inclusive>
static __global__ void __launch_bounds__(TWICE_WARPS *WARP)
    segscan_parts(segscan_work<T> w, const part<T> *parts)
{
    scan_part<T, Inclusive>(w, totals_link<T>{ parts });
}

#endif

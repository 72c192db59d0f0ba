/* ballot.cuh - the flags of a warp are one word, by a ballot: how far a lane
 * may add is the distance to the nearest head before it, so that shuffles move
 * sums alone and no flag is joined. SWEEP_TILE threads, one element each. */
#ifndef TETRAD_CUDA_SEGSCAN_BALLOT_CUH
#define TETRAD_CUDA_SEGSCAN_BALLOT_CUH

#include "segscan/sweep.cuh"
#include "segscan/segmented.cuh"

template <class T>
static __global__ void ballot(const T *in, const head *heads, size_t n,
                              bool exclusive, T *out, tile_totals<T> totals)
{
    __shared__ part<T> parts[SWEEP_TILE / WARP];
    const size_t i = size_t(blockIdx.x) * SWEEP_TILE + threadIdx.x;
    const T x = i < n ? in[i] : T(0);
    const bool is_head = i < n && heads[i];
    const unsigned with = __ballot_sync(FULL_WARP, is_head);
    const T upto = scan_lanes(x, with);
    part<T> all;
    const part<T> before = warps_before(
        part<T>{ __shfl_sync(FULL_WARP, upto, WARP - 1), with != 0 }, parts,
        SWEEP_TILE / WARP, block_sync, all);
    const bool open = none_before(with);
    T run = lane_before(upto) + (open ? before.sum : T(0));
    if (is_head)
        run = 0;
    const unsigned leading =
        __syncthreads_count(open && !is_head && !before.head);
    if (threadIdx.x == 0)
        totals.leave(all.sum, leading);
    if (i < n)
        out[i] = exclusive ? run : run + x;
}

#endif

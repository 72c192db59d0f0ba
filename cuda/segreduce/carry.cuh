/* carry.cuh - joining what shares have of the segments that cross their edges.
 *
 * Each warp leaves the value of the elements before its first end, and of
 * those after its last. Over a block they are joined by a segmented scan, whose
 * own edges are left to a second launch, which joins those of the blocks in the
 * same way (overlap.cuh). Always in the order of the shares, so results repeat
 * bit for bit, and no block waits for another. */
#ifndef TETRAD_CUDA_SEGREDUCE_CARRY_CUH
#define TETRAD_CUDA_SEGREDUCE_CARRY_CUH

#include "parts/overlap.cuh"
#include "parts/warp.cuh"

/* What is left of a share: the value of its first end, if it has one, without
 * what came before the share; the value after its last end, or of all. */
template <class A>
struct edges {
    A lead, trail;
    size_t first; /* segment of the first end */
    bool ends;    /* whether it has one */
};

/* --- over the block ------------------------------------------------------- */

/* A warp, lane by lane what `count` shares, at most 32, have left: writes what
 * is complete; the edges of all of them, in every lane. */
template <class Op>
static __device__ edges<typename Op::part> join_shares(
    const edges<typename Op::part> *left, unsigned count,
    typename Op::part *out)
{
    using A = typename Op::part;
    const unsigned lane = threadIdx.x % WARP;
    edges<A> mine = { Op::none(), Op::none(), 0, false };
    if (lane < count)
        mine = left[lane];
    const unsigned ends = __ballot_sync(FULL_WARP, mine.ends);
    const unsigned here = ends & (~0u >> (WARP - 1 - lane));
    const unsigned first = here ? WARP - 1 - __clz(here) : 0;
    A sum = mine.trail;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const A older = warp_words(sum, [step](unsigned word) {
            return __shfl_up_sync(FULL_WARP, word, step);
        });
        if (lane >= first + step)
            sum = Op::join(older, sum);
    }
    const A before = warp_words(
        sum, [](unsigned word) { return __shfl_up_sync(FULL_WARP, word, 1); });
    A value = lane ? Op::join(before, mine.lead) : mine.lead;
    if (mine.ends && (ends & ((1u << lane) - 1)))
        out[mine.first] = value;
    const unsigned opener = ends ? __ffs(ends) - 1 : 0;
    edges<A> all;
    all.lead = warp_words(value, [opener](unsigned word) {
        return __shfl_sync(FULL_WARP, word, opener);
    });
    all.trail = warp_words(sum, [](unsigned word) {
        return __shfl_sync(FULL_WARP, word, WARP - 1);
    });
    all.first = __shfl_sync(FULL_WARP, mine.first, opener);
    all.ends = ends != 0;
    return all;
}

/* Warp 0 of a block, of what its warps have left: leaves the block's edges to
 * the second launch. */
template <class Op>
static __device__ void leave_edges(const edges<typename Op::part> *left,
                                   unsigned warps, typename Op::part *out,
                                   edges<typename Op::part> *of_blocks)
{
    const auto all = join_shares<Op>(left, warps, out);
    if (threadIdx.x == 0)
        of_blocks[blockIdx.x] = all;
}

/* --- over the blocks ------------------------------------------------------ */

/* The most blocks of the first launch. */
constexpr unsigned CARRY_MOST = WARP * WARP;

/* The second launch, one block of a thread a block of the first. */
template <class Op>
static __global__ void segreduce_carry(
    const edges<typename Op::part> *of_blocks, unsigned blocks,
    typename Op::part *out)
{
    __shared__ edges<typename Op::part> of_warps[WARP];
    const unsigned warp = threadIdx.x / WARP, first = warp * WARP;
    await_first();
    const auto mine =
        join_shares<Op>(of_blocks + first, min(blocks - first, WARP), out);
    if (threadIdx.x % WARP == 0)
        of_warps[warp] = mine;
    __syncthreads();
    if (warp > 0)
        return;
    const auto all = join_shares<Op>(of_warps, blockDim.x / WARP, out);
    if (threadIdx.x == 0 && all.ends)
        out[all.first] = all.lead;
}

#endif

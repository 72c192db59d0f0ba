/* carry.cuh - joining what shares have of the segments that cross their edges.
 *
 * Each warp leaves the value of the elements before its first end, and of
 * those after its last. Over the block they are joined by a segmented scan;
 * the block's own edges goes into a packet for the blocks after it, and
 * the block in which a segment ends looks back to the nearest in which another
 * did. Always in the order of the shares, so results repeat bit for bit.
 *
 * Blocks wait for those before them: the whole grid must be resident.
 * Scratch: CHAIN_BYTES, of which the first word counts the blocks that have
 * entered (low half) and the launches (high half); then a packet a block. All
 * zero before the first launch (lookback.cuh). */
#ifndef TETRAD_CUDA_SEGREDUCE_CARRY_CUH
#define TETRAD_CUDA_SEGREDUCE_CARRY_CUH

#include "parts/lookback.cuh"

/* What is left of a share: the value of its first end, if it has one, without
 * what came before the share; the value after its last end, or of all. */
template <class A>
struct edges {
    A lead, trail;
    size_t first; /* segment of the first end */
    bool ends;    /* whether it has one */
};

/* --- launches ------------------------------------------------------------- */

/* Thread 0: what the counter held as the block entered, of `blocks`. */
struct turn {
    unsigned long long count;
    unsigned blocks;
    __device__ unsigned epoch() const
    {
        return unsigned(count >> 32);
    }
};

static __device__ turn carry_enter(void *scratch, unsigned blocks)
{
    turn t = { 0, blocks };
    if (threadIdx.x == 0)
        asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], 1;"
                     : "=l"(t.count)
                     : "l"(scratch)
                     : "memory");
    return t;
}

/* Thread 0: the last block that entered starts the next epoch; all others have
 * theirs. */
static __device__ void carry_leave(void *scratch, const turn &t)
{
    if (unsigned(t.count) == t.blocks - 1)
        *static_cast<unsigned long long *>(scratch) =
            (unsigned long long)(t.epoch() + 1) << 32;
}

/* --- over the block ------------------------------------------------------- */

/* Warp 0, lane by lane the warps' remainders: writes what is complete; the
 * block's edges, in every lane. */
template <class Op>
static __device__ edges<typename Op::part> carry_block(
    const edges<typename Op::part> *left, unsigned warps,
    typename Op::part *out)
{
    using A = typename Op::part;
    const unsigned lane = threadIdx.x % WARP;
    edges<A> mine = { Op::none(), Op::none(), 0, false };
    if (lane < warps)
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
    edges<A> block;
    block.lead = warp_words(value, [opener](unsigned word) {
        return __shfl_sync(FULL_WARP, word, opener);
    });
    block.trail = warp_words(sum, [](unsigned word) {
        return __shfl_sync(FULL_WARP, word, WARP - 1);
    });
    block.first = __shfl_sync(FULL_WARP, mine.first, opener);
    block.ends = ends != 0;
    return block;
}

/* --- over the blocks ------------------------------------------------------ */

/* All warps of a block that waits for the ones before it, each 32 of them at
 * a time; the join of those back to the nearest with an end, in thread 0. */
template <class Op, int Threads>
static __device__ typename Op::part carry_in(
    const packet<typename Op::part> *packets, unsigned epoch)
{
    using A = typename Op::part;
    __shared__ A windows[Threads / WARP];
    __shared__ bool founds[Threads / WARP];
    const unsigned warps = blockDim.x / WARP, warp = threadIdx.x / WARP;
    A sum = Op::none();
    for (size_t end = blockIdx.x, done = 0; !done;) {
        const size_t mine = size_t(warp) * WARP;
        bool found = false;
        if (mine < end) {
            const A window =
                chain_window<A>(packets, end - mine, epoch, Op::join, found);
            if (threadIdx.x % WARP == 0) {
                windows[warp] = window;
                founds[warp] = found;
            }
        }
        __syncthreads();
        for (unsigned v = 0; v < warps && !done; v++) {
            if (size_t(v) * WARP >= end)
                break;
            sum = Op::join(windows[v], sum);
            done = founds[v];
        }
        end = end > size_t(warps) * WARP ? end - size_t(warps) * WARP : 0;
        done |= end == 0;
        __syncthreads();
    }
    return sum;
}

/* All threads of the block, with the remainders of its warps in `left`. */
template <class Op, int Threads>
static __device__ void carry_over(const edges<typename Op::part> *left,
                                  unsigned warps, typename Op::part *out,
                                  void *scratch, const turn &launch)
{
    using A = typename Op::part;
    __shared__ unsigned epoch;
    __shared__ edges<A> block;
    packet<A> *packets = chain_packets<A>(scratch);
    if (threadIdx.x < WARP) {
        const edges<A> b = carry_block<Op>(left, warps, out);
        if (threadIdx.x == 0) {
            const bool closed = b.ends || blockIdx.x == 0;
            chain_publish<A>(packets, blockIdx.x, launch.epoch(),
                             closed ? CHAIN_PREFIX : CHAIN_AGGREGATE, b.trail);
            carry_leave(scratch, launch);
            epoch = launch.epoch();
            block = b;
        }
    }
    __syncthreads();
    if (!block.ends)
        return;
    A value = block.lead;
    if (blockIdx.x > 0)
        value = Op::join(carry_in<Op, Threads>(packets, epoch), value);
    if (threadIdx.x == 0)
        out[block.first] = value;
}

#endif

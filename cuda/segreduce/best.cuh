/* best.cuh - even shares, over any lengths of segments.
 *
 * Elements and ends of segments, merged, are cut into even shares, one a warp
 * (cut.cuh). A warp walks its share on its own: elements come in chunks of 80
 * bytes a lane, offsets in halves of a ring, both by asynchronous copies while
 * the chunk before is worked on. A chunk takes one round, or more if many
 * segments end in it. A round is one of
 *
 *   stream  no segment ends in it: lanes add up what they read
 *   dense   segments are very short: a lane adds up a segment by itself
 *   scan    a segmented scan, each lane over its 80 bytes, then over the warp;
 *           the value at a segment's last element is the segment's
 *
 * What is left of a segment at the edges of a share is joined in order: over
 * the block, then, by a second launch, over the blocks (carry.cuh). An
 * element's bytes and an offset's are read once, but for the search. */
#ifndef TETRAD_CUDA_SEGREDUCE_BEST_CUH
#define TETRAD_CUDA_SEGREDUCE_BEST_CUH

#include "segreduce/carry.cuh"
#include "segreduce/cut.cuh"
#include "segreduce/rounds.cuh"

/* An end costs about as much as the bytes it moves. */
template <class E>
constexpr int END_WEIGHT = 1 + 8 / sizeof(E);

/* --- rounds of a chunk ---------------------------------------------------- */

/* The ends of the round that begins at `from`; true if the chunk ends with
 * it. */
template <class Op>
static __device__ bool plan(walk<Op> &w, pass<typename Op::element> &r,
                            unsigned chunk_first)
{
    constexpr unsigned BEYOND = ~0u;
    const unsigned lane = threadIdx.x % WARP;
    const unsigned left = w.offsets.end - w.next;
    const unsigned most = min(left, unsigned(HALF));
    await_ends(w, w.next + most);
    r.count = 0;
    unsigned previous = r.from;
#pragma unroll
    for (int group = 0; group < GROUPS; group++) {
        const unsigned end = group * WARP + lane;
        r.end[group] = BEYOND;
        if (previous > r.stop) /* so are those after it */
            continue;
        if (end < most)
            r.end[group] = end_place(w, w.next + end, chunk_first);
        const unsigned up = __shfl_up_sync(FULL_WARP, r.end[group], 1);
        r.before[group] = lane ? up : previous;
        previous = __shfl_sync(FULL_WARP, r.end[group], WARP - 1);
        r.count += __popc(__ballot_sync(FULL_WARP, r.end[group] <= r.stop));
    }
    r.last =
        r.count ? end_place(w, w.next + r.count - 1, chunk_first) : r.from;
    const bool whole = r.count < HALF || r.count == left;
    r.to = whole ? r.stop : r.last;
    return whole;
}

/* Whether lanes can add up the round's segments by themselves. */
template <class E>
static __device__ bool dense(const pass<E> &r)
{
    if (r.last - r.from > DENSE_MEAN * r.count)
        return false;
    unsigned longest = 0;
#pragma unroll
    for (int group = 0; group < GROUPS; group++)
        if (group * WARP + threadIdx.x % WARP < r.count)
            longest = max(longest, r.end[group] - r.before[group]);
    return !__any_sync(FULL_WARP, longest > DENSE_MOST);
}

/* --- shares --------------------------------------------------------------- */

template <class Op>
static __device__ void walk_chunk(walk<Op> &w, unsigned k)
{
    using E = typename Op::element;
    const unsigned at = k * CHUNK<E>;
    const unsigned chunk_first = w.first_element + at;
    pass<E> r;
    r.chunk = w.room->chunk[k % 2];
    r.from = at < w.elements.begin ? w.elements.begin - at : 0;
    r.stop = min(w.elements.end - at, unsigned(CHUNK<E>));
    for (bool whole = false; !whole;) {
        if (w.next < w.offsets.end)
            await_ends(w, w.next + 1);
        if (w.next == w.offsets.end ||
            end_place(w, w.next, chunk_first) > r.stop) {
            if (r.stop - r.from == CHUNK<E>)
                stream_whole(w, r.chunk);
            else
                stream_some(w, r.chunk, r.from, r.stop);
            return;
        }
        whole = plan(w, r, chunk_first);
        settle(w);
        if (dense(r))
            dense_round(w, r);
        else
            scan_round(w, r);
        __syncwarp();
        const unsigned half = w.next / HALF;
        w.next += r.count;
        if (w.next / HALF > half)
            fetch_half(w);
        r.from = r.to;
    }
}

/* A warp's share; what is left at its edges. */
template <class Op>
static __device__ edges<typename Op::part> walk_share(
    warp_storage<typename Op::element> *room, const typename Op::element *in,
    const segments &all, const cut &from, const cut &to,
    typename Op::part *out)
{
    using E = typename Op::element;
    walk<Op> w;
    w.room = room;
    w.elements =
        stream_of_range(in, all.n, from.elements, to.elements - from.elements);
    w.offsets = stream_of_range(all.offsets + 1, all.count, from.ends,
                                to.ends - from.ends);
    w.first_element = unsigned(from.elements) - w.elements.begin;
    w.out = out + from.ends - w.offsets.begin;
    w.next = w.offsets.begin;
    w.halves = w.asked = w.asked_with[1] = 0;
    w.carry = w.run = w.lead = Op::none();
    w.running = false;
    fetch_half(w);
    fetch_chunk(w, 0);
    fetch_half(w);
    fetch_chunk(w, 1);
    const unsigned chunks =
        max(ceil_div(w.elements.end, unsigned(CHUNK<E>)), 1u);
#pragma unroll 1
    for (unsigned k = 0; k < chunks; k++) {
        await_chunk(w);
        walk_chunk(w, k);
        __syncwarp();
        fetch_chunk(w, k + 2);
    }
    copy_wait<0>();
    settle(w);
    return { w.lead, w.carry, from.ends, to.ends > from.ends };
}

/* One share a warp. `Threads` a block at most, of which `Blocks` fit on a
 * multiprocessor. */
template <class Op, int Threads, int Blocks>
static __global__ void __launch_bounds__(Threads, Blocks)
    segreduce_shares(const typename Op::element *in, segments all,
                     typename Op::part *out,
                     edges<typename Op::part> *of_blocks)
{
    using E = typename Op::element;
    constexpr int WEIGHT = END_WEIGHT<E>;
    extern __shared__ __align__(16) unsigned char rooms[];
    __shared__ edges<typename Op::part> left[Threads / WARP];
    const unsigned warps = blockDim.x / WARP, warp = threadIdx.x / WARP;
    const size_t shares = size_t(gridDim.x) * warps;
    const size_t share = size_t(blockIdx.x) * warps + warp;
    cut from, to;
    next_may_start();
    find_cuts<WEIGHT>(all, shares, share, share + 1, from, to);
    const auto mine =
        walk_share<Op>(reinterpret_cast<warp_storage<E> *>(rooms) + warp, in,
                       all, from, to, out);
    if (threadIdx.x % WARP == 0)
        left[warp] = mine;
    __syncthreads();
    if (warp == 0)
        leave_edges<Op>(left, warps, out, of_blocks);
}

#endif

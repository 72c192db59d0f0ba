/* small.cuh - small problems: some lanes, or a block, take a segment, so that
 * there is no search, and little code to fetch.
 *
 * Two round trips to memory, offsets and elements. Lengths that the mean does
 * not foretell are met in two ways, when all others are done. Lanes leave a
 * segment that is long for them to their whole block. One that is very long is
 * left to the cluster of blocks, an even part each: a block that has one calls
 * the others, which meet before they end. Code for less than compute
 * capability 9.0 has no clusters, and a block takes it alone.
 *
 * Counts and positions have 32 bits here. */
#ifndef TETRAD_CUDA_SEGREDUCE_SMALL_CUH
#define TETRAD_CUDA_SEGREDUCE_SMALL_CUH

#include "parts/cluster.cuh"
#include "segreduce/few.cuh"

constexpr int SMALL_THREADS = 256;
/* Blocks a multiprocessor. */
template <class E>
constexpr int SMALL_BLOCKS = sizeof(E) == 8 ? 5 : 8;
/* Loads a lane has in flight, and elements it walks. */
constexpr unsigned LANE_LOADS = 4, LANE_MOST = 32;
/* The same of a thread where a block takes a segment. */
constexpr unsigned BLOCK_LOADS = 8, BLOCK_WALK = BLOCK_LOADS * SMALL_THREADS;
/* Blocks a cluster, as many as every GPU with clusters has, and the least
 * elements that they share. */
constexpr unsigned SMALL_CLUSTER = 8, VERY_LONG = 1 << 15;

/* --- what is long --------------------------------------------------------- */

/* A block's shared memory. */
template <class A>
struct long_room {
    A warps[WARP];                        /* for block_reduce() */
    A parts[2][SMALL_CLUSTER];            /* a block's, of a segment of ours */
    unsigned count, queue[SMALL_THREADS]; /* segments */
    unsigned called;                      /* whether a block has called us */
};

/* Queues the segments of those threads that have one, by all of a block. */
template <class A>
static __device__ void queue_up(long_room<A> &room, bool has, unsigned s)
{
    __syncthreads();
    if (threadIdx.x == 0)
        room.count = 0;
    __syncthreads();
    if (has)
        room.queue[atomicAdd(&room.count, 1u)] = s;
    __syncthreads();
}

/* Elements [begin, end) by all of a block; valid in thread 0. */
template <class Op>
static __device__ typename Op::part fold_block(const typename Op::element *in,
                                               size_t begin, size_t end,
                                               typename Op::part *room)
{
    return block_reduce<Op, SMALL_THREADS>(
        fold_piece<Op, SMALL_THREADS, 4>(in, begin, end), room);
}

/* Segments of those threads that have one, by all of a block. Apart, as all
 * that is seldom run is: it would cost registers, and way to code behind it. */
template <class Op>
static __device__ __noinline__ void take_long(
    const typename Op::element *in, const uint64_t *offsets,
    typename Op::part *out, long_room<typename Op::part> &room, bool has,
    unsigned s)
{
    queue_up(room, has, s);
#pragma unroll 1
    for (unsigned k = 0; k < room.count; k++) {
        const unsigned s = room.queue[k];
        const auto sum =
            fold_block<Op>(in, offsets[s], offsets[s + 1], room.warps);
        if (threadIdx.x == 0)
            out[s] = sum;
        __syncthreads();
    }
}

/* --- what is very long ---------------------------------------------------- */

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* This block's part of segment s, to the block that has queued it. */
template <class Op>
static __device__ void leave_part(const typename Op::element *in,
                                  const uint64_t *offsets, unsigned s,
                                  typename Op::part *room,
                                  typename Op::part *to)
{
    const unsigned rank = blockIdx.x % SMALL_CLUSTER;
    const size_t begin = offsets[s], count = offsets[s + 1] - begin;
    const auto sum = fold_block<Op>(
        in, begin + share_place(count, SMALL_CLUSTER, rank),
        begin + share_place(count, SMALL_CLUSTER, rank + 1), room);
    if (threadIdx.x == 0)
        *to = sum;
}

template <class Op>
static __device__ typename Op::part join_parts(const typename Op::part *parts)
{
    auto sum = parts[0];
#pragma unroll
    for (unsigned r = 1; r < SMALL_CLUSTER; r++)
        sum = Op::join(sum, parts[r]);
    return sum;
}

/* Segments of those threads of the cluster that have one, by all its blocks.
 * Parts are written again when a barrier has come after their reading, hence
 * two rooms. */
template <class Op>
static __device__ __noinline__ void take_very_long(
    const typename Op::element *in, const uint64_t *offsets,
    typename Op::part *out, long_room<typename Op::part> &room, bool has,
    unsigned s)
{
    const unsigned rank = blockIdx.x % SMALL_CLUSTER;
    queue_up(room, has, s);
    cluster_leave();
    cluster_meet();
    unsigned turn = 0;
#pragma unroll 1
    for (unsigned r = 0; r < SMALL_CLUSTER; r++) {
        auto *theirs = cluster_place(&room, r);
#pragma unroll 1
        for (unsigned k = 0; k < theirs->count; k++, turn ^= 1) {
            const unsigned of = theirs->queue[k];
            leave_part<Op>(in, offsets, of, room.warps,
                           &theirs->parts[turn][rank]);
            cluster_leave();
            cluster_meet();
            if (r == rank && threadIdx.x == 0)
                out[of] = join_parts<Op>(room.parts[turn]);
        }
    }
    cluster_leave(); /* nobody reads what has ended */
    cluster_meet();
}

/* To all blocks of the cluster. */
template <class A>
static __device__ __noinline__ void call_cluster(long_room<A> &room)
{
    if (threadIdx.x < SMALL_CLUSTER)
        cluster_place(&room, threadIdx.x)->called = 1;
    cluster_leave();
}

#endif

/* As the block begins. */
template <class A>
static __device__ void enter_cluster(long_room<A> &room)
{
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0)
        room.called = 0;
    if (threadIdx.x < WARP)
        cluster_leave(); /* others may write only after this */
    else
        cluster_enter();
#endif
}

/* As the block ends: whether this thread has a very long segment s is `has`,
 * whether any of its block has, `calls`. */
template <class Op>
static __device__ void end_cluster(const typename Op::element *in,
                                   const uint64_t *offsets,
                                   typename Op::part *out,
                                   long_room<typename Op::part> &room,
                                   bool calls, bool has, unsigned s)
{
#if __CUDA_ARCH__ >= 900
    cluster_ready();
    if (calls)
        call_cluster(room);
    else
        cluster_enter();
    cluster_meet();
    if (room.called)
        take_very_long<Op>(in, offsets, out, room, has, s);
#endif
}

/* --- segments ------------------------------------------------------------- */

struct range {
    unsigned begin, end;
};

/* Of segment s; beyond the last, empty. */
static __device__ range range_of(const segments &all, unsigned s)
{
    if (s >= unsigned(all.count))
        return { 0, 0 };
    return { unsigned(__ldg(all.offsets + s)),
             unsigned(__ldg(all.offsets + s + 1)) };
}

/* Every step-th of the elements of a range, from its first on. */
template <class Op, unsigned Loads>
static __device__ typename Op::part fold_steps(const typename Op::element *in,
                                               range r, unsigned step)
{
    typename Op::part sum = Op::none();
#pragma unroll 1
    for (unsigned i = r.begin; i < r.end; i += step) {
        typename Op::element x[Loads];
        bool has[Loads];
#pragma unroll
        for (unsigned u = 0; u < Loads; u++) {
            if (u)
                i += step;
            if ((has[u] = i < r.end))
                x[u] = __ldg(in + i);
        }
#pragma unroll
        for (unsigned u = 0; u < Loads; u++)
            if (has[u])
                sum = Op::join(sum, x[u]);
    }
    return sum;
}

/* Lanes, 2^log_lanes and at most a warp, a segment. */
template <class Op, bool Cluster>
static __device__ void take_by_lanes(const typename Op::element *in,
                                     const segments &all,
                                     typename Op::part *out, unsigned lanes,
                                     unsigned log_lanes)
{
    using A = typename Op::part;
    __shared__ long_room<A> room;
    const unsigned lane = threadIdx.x & (lanes - 1);
    const unsigned s = (blockIdx.x * SMALL_THREADS + threadIdx.x) >> log_lanes;
    const range r = range_of(all, s);
    if (Cluster)
        enter_cluster(room);
    const unsigned count = r.end - r.begin;
    const bool is_long = count > LANE_MOST * lanes;
    A sum = fold_steps<Op, LANE_LOADS>(
        in, { r.begin + lane, is_long ? 0 : r.end }, lanes);
#pragma unroll 1
    for (unsigned mask = lanes / 2; mask; mask /= 2)
        sum = Op::join(sum, warp_words(sum, [mask](unsigned word) {
                           return __shfl_xor_sync(FULL_WARP, word, mask);
                       }));
    const bool first = lane == 0 && s < unsigned(all.count);
    if (first && !is_long)
        out[s] = sum;
    const bool is_very = Cluster && count >= VERY_LONG;
    bool calls = false;
    if (__syncthreads_or(is_long)) {
        take_long<Op>(in, all.offsets, out, room, first && is_long && !is_very,
                      s);
        calls = Cluster && __syncthreads_or(is_very);
    }
    if (Cluster)
        end_cluster<Op>(in, all.offsets, out, room, calls, first && is_very,
                        s);
}

/* What a thread of a block has of a longer range. */
template <class Op>
static __device__ __noinline__ typename Op::part fold_apart(
    const typename Op::element *in, unsigned begin, unsigned end)
{
    return fold_piece<Op, SMALL_THREADS, 4>(in, begin, end);
}

/* A block a segment. */
template <class Op, bool Cluster>
static __device__ void take_by_block(const typename Op::element *in,
                                     const segments &all,
                                     typename Op::part *out)
{
    using A = typename Op::part;
    __shared__ long_room<A> room;
    const unsigned s = blockIdx.x, t = threadIdx.x;
    const range r = range_of(all, s);
    if (Cluster)
        enter_cluster(room);
    const unsigned count = r.end - r.begin;
    const bool is_very = Cluster && count >= VERY_LONG;
    if (!is_very) {
        const A mine = count <= BLOCK_WALK
            ? fold_steps<Op, BLOCK_LOADS>(in, { r.begin + t, r.end },
                                          SMALL_THREADS)
            : fold_apart<Op>(in, r.begin, r.end);
        const A sum = block_reduce<Op, SMALL_THREADS>(mine, room.warps);
        if (t == 0 && s < unsigned(all.count))
            out[s] = sum;
    }
    if (Cluster)
        end_cluster<Op>(in, all.offsets, out, room, is_very, t == 0 && is_very,
                        s);
}

/* --- kernels -------------------------------------------------------------- */

/* Both: blocks of 256 threads; an element's bytes are read once, and 8 + its
 * bytes a segment, of which offsets are read twice. */
template <class Op>
static __global__ void __launch_bounds__(SMALL_THREADS,
                                         SMALL_BLOCKS<typename Op::element>)
    segreduce_lanes(const typename Op::element *in, segments all,
                    typename Op::part *out, unsigned lanes, unsigned log_lanes)
{
    take_by_lanes<Op, false>(in, all, out, lanes, log_lanes);
}

template <class Op>
static __global__ void __launch_bounds__(SMALL_THREADS,
                                         SMALL_BLOCKS<typename Op::element>)
    segreduce_block(const typename Op::element *in, segments all,
                    typename Op::part *out)
{
    take_by_block<Op, false>(in, all, out);
}

/* The same in clusters. */
template <class Op>
static __global__ void CLUSTERS_OF(SMALL_CLUSTER)
    __launch_bounds__(SMALL_THREADS, SMALL_BLOCKS<typename Op::element>)
        segreduce_lanes_cluster(const typename Op::element *in, segments all,
                                typename Op::part *out, unsigned lanes,
                                unsigned log_lanes)
{
    take_by_lanes<Op, true>(in, all, out, lanes, log_lanes);
}

template <class Op>
static __global__ void CLUSTERS_OF(SMALL_CLUSTER)
    __launch_bounds__(SMALL_THREADS, SMALL_BLOCKS<typename Op::element>)
        segreduce_block_cluster(const typename Op::element *in, segments all,
                                typename Op::part *out)
{
    take_by_block<Op, true>(in, all, out);
}

#endif

/* small.cuh - small problems: some lanes, or a block, take a segment, so that
 * nobody waits for others and there is little code to fetch.
 *
 * Two round trips: offsets, elements. Lengths that the mean does not foretell
 * are met in two ways. Lanes leave a segment that is long for them to their
 * whole block. Where a block, too, may meet one that is long for it, every
 * block looks at all offsets, at most BLOCKWISE_SEGMENTS, in the first round
 * trip; if one is too long, all blocks know and stream shares (few.cuh). */
#ifndef TETRAD_CUDA_SEGREDUCE_SMALL_CUH
#define TETRAD_CUDA_SEGREDUCE_SMALL_CUH

#include "segreduce/few.cuh"

constexpr int SMALL_THREADS = 256;
constexpr size_t BLOCKWISE_SEGMENTS = 2048;
/* Elements that a lane walks, and how many loads it has in flight. */
constexpr unsigned LANE_MOST = 32, LANE_LOADS = 8;
/* Offsets that are looked at are so many segments apart: all of these
 * together must not be too long for a block. */
constexpr unsigned LOOK_APART = 4;

/* Every `lanes`-th of `count` elements, from the lane's own on. */
template <class Op>
static __device__ typename Op::part
fold_lane(const typename Op::element *in, unsigned count, unsigned lane,
          unsigned lanes)
{
    typename Op::part sum = Op::none();
#pragma unroll 1
    for (unsigned i = lane; i < count; i += LANE_LOADS * lanes) {
        typename Op::element x[LANE_LOADS];
#pragma unroll
        for (unsigned u = 0; u < LANE_LOADS; u++)
            if (i + u * lanes < count)
                x[u] = __ldg(in + i + u * lanes);
#pragma unroll
        for (unsigned u = 0; u < LANE_LOADS; u++)
            if (i + u * lanes < count)
                sum = Op::join(sum, x[u]);
    }
    return sum;
}

/* Lanes, a power of two up to a warp, a segment. Elements are read once. */
template <class Op>
static __global__ void __launch_bounds__(SMALL_THREADS)
segreduce_lanes(const typename Op::element *in, segments all,
                typename Op::part *out, unsigned lanes)
{
    using A = typename Op::part;
    __shared__ A room[WARP];
    __shared__ unsigned longs, queue[SMALL_THREADS];
    const unsigned t = threadIdx.x, lane = t % lanes;
    const size_t first = size_t(blockIdx.x) * (SMALL_THREADS / lanes);
    const size_t s = first + t / lanes;
    if (t == 0)
        longs = 0;
    __syncthreads();
    size_t begin = 0, end = 0;
    if (s < all.count) {
        begin = __ldg(all.offsets + s);
        end = __ldg(all.offsets + s + 1);
    }
    const bool is_long = end - begin > size_t(LANE_MOST) * lanes;
    if (is_long && lane == 0)
        queue[atomicAdd(&longs, 1u)] = t / lanes;
    A sum = Op::none();
    if (!is_long)
        sum = fold_lane<Op>(in + begin, unsigned(end - begin), lane, lanes);
    for (unsigned mask = lanes / 2; mask; mask /= 2)
        sum = Op::join(sum, warp_words(sum, [mask](unsigned word) {
                           return __shfl_xor_sync(FULL_WARP, word, mask);
                       }));
    if (s < all.count && !is_long && lane == 0)
        out[s] = sum;
    __syncthreads();
    for (unsigned k = 0; k < longs; k++) {
        const size_t l = first + queue[k];
        sum = block_reduce<Op, SMALL_THREADS>(
            fold_piece<Op, SMALL_THREADS, 4>(in, all.offsets[l],
                                             all.offsets[l + 1]), room);
        if (t == 0)
            out[l] = sum;
        __syncthreads();
    }
}

/* Apart from its caller, whose registers it would else cost. */
template <class Op>
static __device__ __noinline__ void
stream_instead(const typename Op::element *in, segments all,
               typename Op::part *out, void *scratch, unsigned share)
{
    stream_share<Op, SMALL_THREADS, 4>(in, all, out, scratch, share);
}

/* A block a segment, if none can be longer than `longest`; else the first
 * `share` blocks stream. longest 0: do not look. Elements are read once. */
template <class Op>
static __global__ void __launch_bounds__(SMALL_THREADS, 8)
segreduce_block(const typename Op::element *in, segments all,
                typename Op::part *out, void *scratch, unsigned longest,
                unsigned share)
{
    __shared__ typename Op::part room[WARP];
    const size_t begin = __ldg(all.offsets + blockIdx.x);
    const size_t end = __ldg(all.offsets + blockIdx.x + 1);
    if (longest) {
        constexpr int LOOKS =
            BLOCKWISE_SEGMENTS / LOOK_APART / SMALL_THREADS;
        const unsigned count = unsigned(all.count);
        bool too_long = false;
#pragma unroll
        for (int k = 0; k < LOOKS; k++) {
            const unsigned s = (k * SMALL_THREADS + threadIdx.x) * LOOK_APART;
            if (s < count)
                too_long |= __ldg(all.offsets + min(s + LOOK_APART, count)) -
                                __ldg(all.offsets + s) > longest;
        }
        if (__syncthreads_or(too_long)) {
            if (blockIdx.x < share)
                stream_instead<Op>(in, all, out, scratch, share);
            return;
        }
    }
    const auto sum = block_reduce<Op, SMALL_THREADS>(
        fold_piece<Op, SMALL_THREADS, 4>(in, begin, end), room);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

#endif

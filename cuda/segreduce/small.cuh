/* small.cuh - small problems: some lanes, or a block, take a segment, so that
 * there is no search, and little code to fetch.
 *
 * Two round trips to memory: offsets, and elements, which L2 has been asked
 * for meanwhile. Lengths that the mean does not foretell are met in two ways.
 * Lanes leave a segment that is long for them to their whole block. What is
 * long for a block is cut into pieces: each block of a first part of the grid
 * looks whether its PIECE elements lie inside such a segment, and if they do
 * adds them up; the segment's own block has what is before its first piece and
 * after its last, and a second launch joins them in order (overlap.cuh). */
#ifndef TETRAD_CUDA_SEGREDUCE_SMALL_CUH
#define TETRAD_CUDA_SEGREDUCE_SMALL_CUH

#include "segreduce/few.cuh"

constexpr int SMALL_THREADS = 256;
/* Elements that a lane walks, and how many loads it has in flight. */
constexpr unsigned LANE_MOST = 32, LANE_LOADS = 8;
/* Blocks a multiprocessor: all their loads fit in registers. */
template <class E>
constexpr int LANES_BLOCKS = sizeof(E) == 8 ? 4 : 5;
template <class E>
constexpr int BLOCKWISE_BLOCKS = sizeof(E) == 8 ? 5 : 8;
/* Elements a piece, and the least of a segment of pieces: so one has a whole
 * piece inside. */
template <class E>
constexpr unsigned PIECE = 65536 / sizeof(E);
template <class E>
constexpr unsigned LONG = 2 * PIECE<E>;

/* --- long segments -------------------------------------------------------- */

/* The segments of a problem, its pieces, and what each is of: the segment, and
 * the join of the piece. */
template <class A>
struct pieces {
    segments all;
    unsigned count;  /* 0: the problem is small enough for none */
    size_t *segment; /* all.count: of no long one */
    A *value;
};

/* The segment that elements [begin, end) lie inside, by all of a block; count:
 * there is none. Mostly seen by one look at offsets evenly far apart. */
static __device__ size_t segment_around(const segments &all, size_t begin,
                                        size_t end)
{
    size_t low = 0, high = all.count; /* offsets[low] <= begin <
                                         offsets[high] */
#pragma unroll 1
    while (high - low > 1) {
        const size_t step = (high - low) / (SMALL_THREADS + 1) + 1;
        const size_t at = low + (threadIdx.x + 1) * step;
        const size_t seen = at < high ? __ldg(all.offsets + at) : end;
        const unsigned before = __syncthreads_count(seen <= begin);
        if (__syncthreads_or(seen > begin && seen < end))
            return all.count;
        high = min(high, low + (before + 1) * step);
        low += before * step;
    }
    return low;
}

/* The long segment that a piece lies inside; count: there is none. */
template <class E>
static __device__ size_t long_segment(const segments &all, size_t begin)
{
    const size_t s = segment_around(all, begin, begin + PIECE<E>);
    if (s == all.count)
        return s;
    const size_t from = __ldg(all.offsets + s),
                 to = __ldg(all.offsets + s + 1);
    return to >= begin + PIECE<E> && to - from >= LONG<E> ? s : all.count;
}

template <class Op>
static __device__ void take_piece(const typename Op::element *in,
                                  const pieces<typename Op::part> &p,
                                  unsigned piece, typename Op::part *room)
{
    using E = typename Op::element;
    const size_t begin = size_t(piece) * PIECE<E>;
    const size_t s = long_segment<E>(p.all, begin);
    if (threadIdx.x == 0)
        p.segment[piece] = s;
    if (s == p.all.count)
        return;
    const auto sum = block_reduce<Op, SMALL_THREADS>(
        fold_piece<Op, SMALL_THREADS, 4>(in, begin, begin + PIECE<E>), room);
    if (threadIdx.x == 0)
        p.value[piece] = sum;
}

/* The second launch, a warp a piece: the first of a segment joins them all to
 * what the segment has besides. */
template <class Op>
static __global__ void __launch_bounds__(SMALL_THREADS)
    segreduce_pieces(pieces<typename Op::part> p, typename Op::part *out)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned k = (blockIdx.x * SMALL_THREADS + threadIdx.x) / WARP;
    await_first();
    if (k >= p.count)
        return;
    const size_t s = p.segment[k];
    if (s == p.all.count || (k > 0 && p.segment[k - 1] == s))
        return;
    typename Op::part sum = Op::none();
    for (unsigned j = k + lane; j < p.count && p.segment[j] == s; j += WARP)
        sum = Op::join(sum, p.value[j]);
    sum = Op::template across_warp<WARP>(sum);
    if (lane == 0)
        out[s] = Op::join(out[s], sum);
}

/* Of a segment of pieces, what a thread has besides. Apart from its callers,
 * whose registers it would else cost. */
template <class Op>
static __device__ __noinline__ typename Op::part fold_ends(
    const typename Op::element *in, size_t begin, size_t end)
{
    using E = typename Op::element;
    const size_t first = ceil_div(begin, size_t(PIECE<E>)) * PIECE<E>;
    const size_t last = end / PIECE<E> * PIECE<E>;
    const auto sum = fold_piece<Op, SMALL_THREADS, 4>(in, begin, first);
    return Op::join(sum, fold_piece<Op, SMALL_THREADS, 4>(in, last, end));
}

/* --- segments ------------------------------------------------------------- */

/* Asks L2 for an even part of the elements, which is about where the block's
 * segments lie; where it is not, other blocks asked. */
template <class E>
static __device__ void fetch_ahead(const E *in, size_t n, unsigned block,
                                   unsigned blocks)
{
    constexpr unsigned STEP = LINE / sizeof(E);
    const size_t stop = share_place(n, blocks, block + 1);
    for (size_t i = share_place(n, blocks, block) + threadIdx.x * STEP;
         i < stop; i += SMALL_THREADS * STEP)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(in + i));
}

/* A segment by all of a block; valid in thread 0. */
template <class Op>
static __device__ typename Op::part fold_segment(
    const typename Op::element *in, size_t begin, size_t end,
    const pieces<typename Op::part> &p, typename Op::part *room)
{
    const bool is_long = p.count && end - begin >= LONG<typename Op::element>;
    return block_reduce<Op, SMALL_THREADS>(
        is_long ? fold_ends<Op>(in, begin, end)
                : fold_piece<Op, SMALL_THREADS, 4>(in, begin, end),
        room);
}

/* Every `lanes`-th of `count` elements, from the lane's own on. */
template <class Op>
static __device__ typename Op::part fold_lane(const typename Op::element *in,
                                              unsigned count, unsigned lane,
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
static __global__ void __launch_bounds__(SMALL_THREADS,
                                         LANES_BLOCKS<typename Op::element>)
    segreduce_lanes(const typename Op::element *in,
                    pieces<typename Op::part> p, typename Op::part *out,
                    unsigned lanes)
{
    using A = typename Op::part;
    __shared__ A room[WARP];
    __shared__ unsigned longs, queue[SMALL_THREADS];
    next_may_start();
    if (blockIdx.x < p.count)
        return take_piece<Op>(in, p, blockIdx.x, room);
    const unsigned b = blockIdx.x - p.count, blocks = gridDim.x - p.count;
    const unsigned t = threadIdx.x, lane = t % lanes;
    const size_t first = size_t(b) * (SMALL_THREADS / lanes);
    const size_t s = first + t / lanes;
    if (t == 0)
        longs = 0;
    size_t begin = 0, end = 0;
    if (s < p.all.count) {
        begin = __ldg(p.all.offsets + s);
        end = __ldg(p.all.offsets + s + 1);
    }
    fetch_ahead(in, p.all.n, b, blocks);
    __syncthreads();
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
    if (s < p.all.count && !is_long && lane == 0)
        out[s] = sum;
    __syncthreads();
    for (unsigned k = 0; k < longs; k++) {
        const size_t l = first + queue[k];
        sum = fold_segment<Op>(in, p.all.offsets[l], p.all.offsets[l + 1], p,
                               room);
        if (t == 0)
            out[l] = sum;
        __syncthreads();
    }
}

/* Up to so many elements a block walks as lanes do. */
constexpr size_t BLOCK_WALK = LANE_LOADS * SMALL_THREADS;

/* A block a segment. Elements are read once. */
template <class Op>
static __global__ void __launch_bounds__(
    SMALL_THREADS, BLOCKWISE_BLOCKS<typename Op::element>)
    segreduce_block(const typename Op::element *in,
                    pieces<typename Op::part> p, typename Op::part *out)
{
    __shared__ typename Op::part room[WARP];
    next_may_start();
    if (blockIdx.x < p.count)
        return take_piece<Op>(in, p, blockIdx.x, room);
    const unsigned b = blockIdx.x - p.count, blocks = gridDim.x - p.count;
    const size_t begin = __ldg(p.all.offsets + b);
    const size_t end = __ldg(p.all.offsets + b + 1);
    fetch_ahead(in, p.all.n, b, blocks);
    const auto sum = end - begin <= BLOCK_WALK
        ? block_reduce<Op, SMALL_THREADS>(
              fold_lane<Op>(in + begin, unsigned(end - begin), threadIdx.x,
                            SMALL_THREADS),
              room)
        : fold_segment<Op>(in, begin, end, p, room);
    if (threadIdx.x == 0)
        out[b] = sum;
}

#endif

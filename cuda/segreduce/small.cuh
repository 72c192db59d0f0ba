/* small.cuh - small problems: some lanes, or a block, take a segment, so that
 * there is no search, and little code to fetch.
 *
 * Two round trips to memory, offsets and elements; of these L2 fetches lines
 * meanwhile, all threads alike, whichever block will want them. Lanes leave a
 * segment that is long for them to their whole block, when all others are done;
 * as a block has few loads in flight, L2 is sent for all of it first.
 *
 * Counts and positions have 32 bits here. */
#ifndef TETRAD_CUDA_SEGREDUCE_SMALL_CUH
#define TETRAD_CUDA_SEGREDUCE_SMALL_CUH

#include "segreduce/few.cuh"

/* H200, f32, half of all elements in one segment, 2^20: 51 us cold by 256, 87
 * by 128 threads, which else are as fast. */
constexpr int SMALL_THREADS = 256;
/* Blocks a multiprocessor. */
template <class E>
constexpr int SMALL_BLOCKS = sizeof(E) == 8 ? 5 : 8;
/* Loads a lane has in flight, and elements it walks. H200, f32, by 32 lanes:
 * mean 100, 2^20, 8 loads 7.1 us cold, 4 loads 8.2; lengths by a power law
 * of mean 33, 2^16, to 32 or 48 elements 5.8, to 128 8.5. */
constexpr unsigned LANE_LOADS = 8, LANE_MOST = 48;
/* The same of a thread where a block takes a segment. */
constexpr unsigned BLOCK_LOADS = 8, BLOCK_WALK = BLOCK_LOADS * SMALL_THREADS;

/* --- what is long --------------------------------------------------------- */

/* A block's shared memory. */
template <class A>
struct long_room {
    A warps[WARP];                        /* for block_reduce() */
    unsigned count, queue[SMALL_THREADS]; /* segments */
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

/* Has L2 fetch elements [begin, end), by all of a block. */
template <class E>
static __device__ void fetch_lines(const E *in, size_t begin, size_t end)
{
    constexpr unsigned STEP = LINE / sizeof(E);
    for (size_t i = begin + threadIdx.x * STEP; i < end;
         i += SMALL_THREADS * STEP)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(in + i));
}

/* What a thread of a block has of elements [begin, end). Apart, as all that is
 * seldom run is: it would cost registers, and way to code behind it. */
template <class Op>
static __device__ __noinline__ typename Op::part fold_apart(
    const typename Op::element *in, size_t begin, size_t end)
{
    fetch_lines(in, begin, end);
    return fold_piece<Op, SMALL_THREADS, 4>(in, begin, end);
}

/* Segments of those threads that have one, by all of a block. */
template <class Op>
static __device__ __noinline__ void take_long(
    const typename Op::element *in, const uint64_t *offsets,
    typename Op::part *out, long_room<typename Op::part> &room, bool has,
    unsigned s)
{
    queue_up(room, has, s);
#pragma unroll 1
    for (unsigned k = 0; k < room.count; k++) {
        const unsigned of = room.queue[k];
        const auto sum = block_reduce<Op, SMALL_THREADS>(
            fold_apart<Op>(in, offsets[of], offsets[of + 1]), room.warps);
        if (threadIdx.x == 0)
            out[of] = sum;
        __syncthreads();
    }
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

/* The lines of the elements, of which every 2^log-th thread has L2 fetch one;
 * none, and L2 fetches nothing ahead. */
struct ahead {
    unsigned lines, log;
};

template <class E>
static __device__ void fetch_ahead(const E *in, const ahead &a,
                                   unsigned thread)
{
    const unsigned line = thread >> a.log;
    if ((thread & ((1u << a.log) - 1)) == 0 && line < a.lines)
        asm volatile("prefetch.global.L2 [%0];"
                     :
                     : "l"(in + line * (LINE / sizeof(E))));
}

/* Lanes, at most a warp, a segment. Blocks of 256 threads; an element's bytes
 * are read once, and 8 + its bytes a segment, of which offsets are read
 * twice. */
template <class Op, unsigned Lanes>
static __global__ void __launch_bounds__(SMALL_THREADS,
                                         SMALL_BLOCKS<typename Op::element>)
    segreduce_lanes(const typename Op::element *in, segments all,
                    typename Op::part *out, ahead ahead)
{
    using A = typename Op::part;
    __shared__ long_room<A> room;
    const unsigned thread = blockIdx.x * SMALL_THREADS + threadIdx.x;
    const unsigned lane = thread % Lanes, s = thread / Lanes;
    const range r = range_of(all, s);
    fetch_ahead(in, ahead, thread);
    const bool is_long = r.end - r.begin > LANE_MOST * Lanes;
    A sum = fold_steps<Op, LANE_LOADS>(
        in, { r.begin + lane, is_long ? 0 : r.end }, Lanes);
#pragma unroll
    for (unsigned mask = Lanes / 2; mask; mask /= 2)
        sum = Op::join(sum, warp_words(sum, [mask](unsigned word) {
                           return __shfl_xor_sync(FULL_WARP, word, mask);
                       }));
    const bool first = lane == 0 && s < unsigned(all.count);
    if (first && !is_long)
        out[s] = sum;
    if (__syncthreads_or(is_long))
        take_long<Op>(in, all.offsets, out, room, first && is_long, s);
}

/* A block a segment; the same. */
template <class Op>
static __global__ void __launch_bounds__(SMALL_THREADS,
                                         SMALL_BLOCKS<typename Op::element>)
    segreduce_block(const typename Op::element *in, segments all,
                    typename Op::part *out)
{
    using A = typename Op::part;
    __shared__ A room[WARP];
    const unsigned s = blockIdx.x, t = threadIdx.x;
    const range r = range_of(all, s);
    const A mine = r.end - r.begin <= BLOCK_WALK
        ? fold_steps<Op, BLOCK_LOADS>(in, { r.begin + t, r.end },
                                      SMALL_THREADS)
        : fold_apart<Op>(in, r.begin, r.end);
    const A sum = block_reduce<Op, SMALL_THREADS>(mine, room);
    if (t == 0)
        out[s] = sum;
}

#endif

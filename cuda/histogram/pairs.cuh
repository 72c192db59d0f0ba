/* pairs.cuh - best of more bins than a block has room for in words: 16-bit
 * counters in pairs. i32: 4 bytes read a sample.
 *
 * No half runs over into the other: a half that has PAIRS_MANY or more between
 * two spells is added to the result and cleared, and in a spell the block
 * counts PAIRS_SPELL samples, so that it has less than 2^16 at any time, in
 * whatever order warps run. (H200: additions that asked what they found, so
 * that no counter was looked at in vain, took 1.25 times as long.) */
#ifndef TETRAD_CUDA_HISTOGRAM_PAIRS_CUH
#define TETRAD_CUDA_HISTOGRAM_PAIRS_CUH

#include "histogram/samples.cuh"
#include "histogram/table.cuh"
#include "parts/warp.cuh"

constexpr unsigned PAIRS_THREADS = 1024;
constexpr int PAIRS_UNROLL = 3;
constexpr unsigned PAIRS_TILES = 5; /* a spell */
/* Of 4-byte samples. */
constexpr unsigned PAIRS_SPELL =
    PAIRS_TILES * PAIRS_THREADS * PAIRS_UNROLL * 4;
constexpr unsigned PAIRS_MANY = 1u << 12;
/* The bits that a pair has one of where a half has so many. */
constexpr unsigned PAIRS_MANY_BITS = 0xf000f000;
static_assert(PAIRS_MANY - 1 + PAIRS_SPELL < 1u << 16,
              "no half passes 2^16 in a spell");

/* Adds one to the counter of bin b where it is asked to: without a branch. */
static __device__ void pairs_add(unsigned *table, unsigned words, unsigned b,
                                 bool add)
{
    const bool upper = b >= words;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "setp.ne.u32 p, %2, 0;\n\t"
                 "@p red.shared.add.u32 [%0], %1;\n\t"
                 "}"
                 :
                 : "r"(unsigned(__cvta_generic_to_shared(table)) +
                       (upper ? b - words : b) * unsigned(sizeof *table)),
                   "r"(upper ? 1u << 16 : 1u), "r"(unsigned(add))
                 : "memory");
}

/* --- between spells ------------------------------------------------------- */

constexpr unsigned PAIRS_OF_VECTOR = 4;

/* Vectors that hold all counters: the bins', then that of samples without one.
 * Of their words W, bins b and b + W share word b: bins beside each other, of
 * which both may have much, do not. */
static __host__ __device__ constexpr unsigned pairs_vectors(size_t bins)
{
    return unsigned(bins / (2 * PAIRS_OF_VECTOR)) + 1;
}

/* Bytes of shared memory for so many bins, and for which is hot. */
static inline size_t pairs_room(size_t bins)
{
    return (pairs_vectors(bins) + 1) * sizeof(uint4);
}

/* The halves of word w that have `least` or more to the result; returns the
 * rest. */
template <class C>
static __device__ unsigned pairs_move(unsigned pair, unsigned w,
                                      unsigned words, unsigned bins,
                                      unsigned least, C *out)
{
#pragma unroll
    for (unsigned half = 0; half < 2; half++) {
        const unsigned count = pair >> half * 16 & 0xffff;
        const unsigned b = w + half * words;
        if (count < least)
            continue;
        if (b < bins)
            atomicAdd(&out[b], C(count));
        pair -= count << half * 16;
    }
    return pair;
}

constexpr unsigned PAIRS_LOOKS = 4; /* vectors that a thread has at hand */

/* By all threads, between barriers. */
template <class C>
static __device__ void pairs_spill(unsigned *table, unsigned words,
                                   unsigned bins, C *out)
{
    uint4 *const at = reinterpret_cast<uint4 *>(table);
    const unsigned vectors = words / PAIRS_OF_VECTOR;
    const auto move = [&](unsigned pair, unsigned w) {
        return pairs_move(pair, w, words, bins, PAIRS_MANY, out);
    };
#pragma unroll 1
    for (unsigned v = threadIdx.x; v < vectors;
         v += PAIRS_LOOKS * PAIRS_THREADS) {
        uint4 c[PAIRS_LOOKS];
#pragma unroll
        for (unsigned i = 0; i < PAIRS_LOOKS; i++)
            c[i] = v + i * PAIRS_THREADS < vectors ? at[v + i * PAIRS_THREADS]
                                                   : uint4{ 0, 0, 0, 0 };
#pragma unroll
        for (unsigned i = 0; i < PAIRS_LOOKS; i++) {
            const unsigned k = v + i * PAIRS_THREADS;
            const unsigned w = k * PAIRS_OF_VECTOR;
            if ((c[i].x | c[i].y | c[i].z | c[i].w) & PAIRS_MANY_BITS)
                at[k] = { move(c[i].x, w), move(c[i].y, w + 1),
                          move(c[i].z, w + 2), move(c[i].w, w + 3) };
        }
    }
}

/* --- a bin that has many of the samples ----------------------------------- */

/* Lanes that add to one word take turns at it: only where all add 1 to words of
 * their own does the hardware merge them. So threads count those samples
 * themselves that are of a bin that seems to have many. */
constexpr unsigned NO_HOT = ~0u;
/* Lanes of a warp; fewer may be chance. */
constexpr unsigned HOT_LEAST = 3;

/* The bin that most of a warp's samples are of, a lane each; NO_HOT: none
 * has many. By the whole warp. */
static __device__ unsigned hot_of(unsigned bin)
{
    const unsigned alike = __match_any_sync(FULL_WARP, bin);
    const unsigned most =
        warp_reduce_all(unsigned(__popc(alike)) * WARP + threadIdx.x % WARP,
                        [](unsigned a, unsigned c) { return max(a, c); });
    const unsigned hot = __shfl_sync(FULL_WARP, bin, int(most % WARP));
    return most / WARP >= HOT_LEAST ? hot : NO_HOT;
}

/* Adds what all threads counted of it. By whole warps. */
template <class C>
static __device__ void hot_add(C *out, unsigned hot, unsigned bins,
                               unsigned mine)
{
    const unsigned sum =
        warp_reduce_all(mine, [](unsigned a, unsigned c) { return a + c; });
    if (threadIdx.x % WARP == 0 && hot < bins && sum)
        atomicAdd(&out[hot], C(sum));
}

/* --- the launch ----------------------------------------------------------- */

/* A thread's vectors of a tile that is whole. */
static __device__ void pairs_load(const uint4 *from,
                                  uint4 (&bits)[PAIRS_UNROLL])
{
#pragma unroll
    for (int u = 0; u < PAIRS_UNROLL; u++)
        bits[u] = load_passing(from + u * PAIRS_THREADS);
}

/* The block's tiles, the first of which is in `bits`, or on its way; each of
 * the others is asked for as soon as the one before is counted. All threads go
 * through all, for the barriers. */
template <class T, class Count, class Spill>
static __device__ void pairs_tiles(const samples<T> &s,
                                   uint4 (&bits)[PAIRS_UNROLL], Count count,
                                   Spill spill)
{
    constexpr unsigned TILE = PAIRS_THREADS * PAIRS_UNROLL;
    const size_t tiles = s.vectors / TILE;
    const uint4 *from = s.first() + threadIdx.x;
    unsigned spell = 0;
    size_t t = blockIdx.x;
    while (t < tiles) {
#pragma unroll
        for (int u = 0; u < PAIRS_UNROLL; u++)
            each_lane<T>(bits[u], count);
        t += gridDim.x;
        if (t < tiles)
            pairs_load(from + t * TILE, bits);
        if (++spell < PAIRS_TILES)
            continue;
        spell = 0;
        __syncthreads();
        spill();
        __syncthreads();
    }
    if (t == tiles)
        each_of_tile<PAIRS_THREADS, PAIRS_UNROLL, false, T>(
            from + t * TILE, unsigned(s.vectors % TILE), count);
    __syncthreads();
}

template <class Bins, class C>
static __global__ void __launch_bounds__(PAIRS_THREADS, 1)
    histogram_pairs(Bins bins, samples<typename Bins::sample> s, C *out)
{
    using T = typename Bins::sample;
    constexpr unsigned TILE = PAIRS_THREADS * PAIRS_UNROLL;
    extern __shared__ __align__(16) unsigned table[];
    const unsigned words = pairs_vectors(bins.bins) * PAIRS_OF_VECTOR;
    unsigned &shared_hot = table[words];
    uint4 bits[PAIRS_UNROLL];
    const bool whole = blockIdx.x < s.vectors / TILE;
    if (whole)
        pairs_load(s.first() + threadIdx.x + size_t(blockIdx.x) * TILE, bits);
    if (threadIdx.x < WARP)
        shared_hot =
            whole ? hot_of(bins(vector_of<T>(bits[0]).lane[0])) : NO_HOT;
    table_clear(table, words);
    const unsigned hot = shared_hot;
    unsigned mine = 0;
    T one;
    await_first(); /* as halves that have many go to the result */
    pairs_tiles(
        s, bits,
        [&](T x) {
            const unsigned b = bins(x);
            mine += b == hot;
            pairs_add(table, words, b, b != hot);
        },
        [&] { pairs_spill(table, words, bins.bins, out); });
    for (unsigned w = threadIdx.x; w < words; w += PAIRS_THREADS)
        pairs_move(table[w], w, words, bins.bins, 1, out);
    hot_add(out, hot, bins.bins, mine);
    /* Samples in no vector are few. */
    if (blockIdx.x == 0 && threadIdx.x < ODD_MOST<T> &&
        s.odd(threadIdx.x, &one) && bins(one) < bins.bins)
        atomicAdd(&out[bins(one)], C(1));
}

#endif

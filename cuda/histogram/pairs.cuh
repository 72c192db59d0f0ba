/* pairs.cuh - best of more bins than a block has room for in words: 16-bit
 * counters in pairs. i32: 4 bytes read a sample. (H200, as tried in a plain
 * form: 3.66 TB/s at 65536 bins, uniform and Zipf.)
 *
 * No half runs over into the other: between two barriers a block counts
 * PAIRS_TILE samples, not more than 2^15. A half below 2^15 at a barrier passes
 * 2^15 at most once before the next, as it then has fewer than 2^15 to come,
 * less than 2^15 after what passed is taken off; exactly one thread sees it
 * pass, by the value that its own addition found, takes 2^15 off the half and
 * adds them to the result, both before the next barrier. So every half is below
 * 2^15 again there, and below 2^16 at any time. That holds in whatever order
 * warps run, for which the barriers are. */
#ifndef TETRAD_CUDA_HISTOGRAM_PAIRS_CUH
#define TETRAD_CUDA_HISTOGRAM_PAIRS_CUH

#include "histogram/samples.cuh"
#include "histogram/table.cuh"
#include "parts/warp.cuh"

constexpr unsigned PAIRS_THREADS = 1024;
constexpr int PAIRS_UNROLL = 4;
constexpr unsigned PAIRS_FULL = 1u << 15;
/* Of 4-byte samples; the last tile has the odd ones, too. */
constexpr unsigned PAIRS_TILE = PAIRS_THREADS * PAIRS_UNROLL * 4;
static_assert(PAIRS_TILE + ODD_MOST<int32_t> <= PAIRS_FULL,
              "a half passes 2^15 once between barriers");

/* atomicAdd(at, count), or 0 where it is not asked to: without a branch. */
static __device__ unsigned pairs_add(unsigned *at, unsigned count, bool add)
{
    unsigned before = 0;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "setp.ne.u32 p, %3, 0;\n\t"
                 "@p atom.shared.add.u32 %0, [%1], %2;\n\t"
                 "}"
                 : "+r"(before)
                 : "r"(unsigned(__cvta_generic_to_shared(at))), "r"(count),
                   "r"(unsigned(add))
                 : "memory");
    return before;
}

/* A sample of bin b, up to `bins`: that counter is of samples without a bin.
 * here: it is to be counted in the table. */
template <class C>
static __device__ void pairs_count(unsigned *table, unsigned b, unsigned bins,
                                   bool here, C *out)
{
    const unsigned shift = b % 2 * 16;
    const unsigned before = pairs_add(&table[b / 2], 1u << shift, here);
    if ((before >> shift & 0xffff) != PAIRS_FULL - 1)
        return;
    atomicSub(&table[b / 2], PAIRS_FULL << shift);
    if (b < bins)
        atomicAdd(&out[b], C(PAIRS_FULL));
}

/* --- a bin that has many of the samples ----------------------------------- */

/* Lanes that ask what a counter was take turns at it, one by one; so threads
 * count those samples themselves that are of a bin that seems to have many. */
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

/* Bytes of shared memory for so many bins; the last word is the hot bin. */
static inline size_t pairs_room(size_t bins)
{
    return (bins / 2 + 2) * sizeof(unsigned);
}

/* A thread's vectors of a tile that is whole. */
static __device__ void pairs_load(const uint4 *from,
                                  uint4 (&bits)[PAIRS_UNROLL])
{
#pragma unroll
    for (int u = 0; u < PAIRS_UNROLL; u++)
        bits[u] = load_passing(from + u * PAIRS_THREADS);
}

/* --- the launch ----------------------------------------------------------- */

/* The block's tiles, of which the first is on its way; the next one is while
 * one is counted. All threads go through all, for the barriers. */
template <class T, class Count>
static __device__ void pairs_tiles(const samples<T> &s,
                                   uint4 (&next)[PAIRS_UNROLL], Count count)
{
    constexpr unsigned TILE = PAIRS_THREADS * PAIRS_UNROLL;
    const size_t tiles = s.vectors / TILE;
    const uint4 *from = s.first() + threadIdx.x;
    T one;
    size_t t = blockIdx.x;
    for (; t < tiles; t += gridDim.x) {
        uint4 bits[PAIRS_UNROLL];
#pragma unroll
        for (int u = 0; u < PAIRS_UNROLL; u++)
            bits[u] = next[u];
        if (t + gridDim.x < tiles)
            pairs_load(from + (t + gridDim.x) * TILE, next);
#pragma unroll
        for (int u = 0; u < PAIRS_UNROLL; u++)
            each_lane<T>(bits[u], count);
        __syncthreads();
    }
    if (t == tiles) {
        each_of_tile<PAIRS_THREADS, PAIRS_UNROLL, false, T>(
            from + t * TILE, unsigned(s.vectors % TILE), count);
        if (threadIdx.x < ODD_MOST<T> && s.odd(threadIdx.x, &one))
            count(one);
    }
    __syncthreads();
}

template <class Bins, class C>
static __global__ void __launch_bounds__(PAIRS_THREADS, 1)
    histogram_pairs(Bins bins, samples<typename Bins::sample> s, C *out)
{
    using T = typename Bins::sample;
    constexpr unsigned TILE = PAIRS_THREADS * PAIRS_UNROLL;
    extern __shared__ unsigned table[];
    unsigned &shared_hot = table[bins.bins / 2 + 1];
    uint4 next[PAIRS_UNROLL];
    const bool whole = blockIdx.x < s.vectors / TILE;
    if (whole)
        pairs_load(s.first() + threadIdx.x + size_t(blockIdx.x) * TILE, next);
    if (threadIdx.x < WARP)
        shared_hot =
            whole ? hot_of(bins(vector_of<T>(next[0]).lane[0])) : NO_HOT;
    table_clear(table, bins.bins / 2 + 1);
    const unsigned hot = shared_hot;
    unsigned mine = 0;
    await_first(); /* as halves that are full go to the result */
    pairs_tiles(s, next, [&](T x) {
        const unsigned b = bins(x);
        mine += b == hot;
        pairs_count(table, b, bins.bins, b != hot, out);
    });
    for (unsigned b = threadIdx.x; b < bins.bins; b += PAIRS_THREADS) {
        const unsigned c = table[b / 2] >> b % 2 * 16 & 0xffff;
        if (c)
            atomicAdd(&out[b], C(c));
    }
    hot_add(out, hot, bins.bins, mine);
}

#endif

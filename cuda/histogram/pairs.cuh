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

constexpr unsigned PAIRS_THREADS = 1024;
constexpr int PAIRS_UNROLL = 4;
constexpr unsigned PAIRS_FULL = 1u << 15;
/* Of 4-byte samples; the last tile has the odd ones, too. */
constexpr unsigned PAIRS_TILE = PAIRS_THREADS * PAIRS_UNROLL * 4;
static_assert(PAIRS_TILE + ODD_MOST<int32_t> <= PAIRS_FULL,
              "a half passes 2^15 once between barriers");

/* b up to `bins`: that counter is of samples without a bin. */
template <class C>
static __device__ void pairs_count(unsigned *table, unsigned b, unsigned bins,
                                   C *out)
{
    const unsigned shift = b % 2 * 16;
    const unsigned before = atomicAdd(&table[b / 2], 1u << shift);
    if ((before >> shift & 0xffff) != PAIRS_FULL - 1)
        return;
    atomicSub(&table[b / 2], PAIRS_FULL << shift);
    if (b < bins)
        atomicAdd(&out[b], C(PAIRS_FULL));
}

/* Bytes of shared memory for so many bins. */
static inline size_t pairs_room(size_t bins)
{
    return (bins / 2 + 1) * sizeof(unsigned);
}

/* A thread's vectors of a tile that is whole. */
static __device__ void pairs_load(const uint4 *from,
                                  uint4 (&bits)[PAIRS_UNROLL])
{
#pragma unroll
    for (int u = 0; u < PAIRS_UNROLL; u++)
        bits[u] = load_passing(from + u * PAIRS_THREADS);
}

/* The next tile is on its way while one is counted. All threads go through all
 * tiles of the block, for the barriers. */
template <class Bins, class C>
static __global__ void __launch_bounds__(PAIRS_THREADS, 1)
    histogram_pairs(Bins bins, samples<typename Bins::sample> s, C *out)
{
    using T = typename Bins::sample;
    constexpr unsigned TILE = PAIRS_THREADS * PAIRS_UNROLL;
    extern __shared__ unsigned table[];
    const auto count = [&](T x) {
        pairs_count(table, bins(x), bins.bins, out);
    };
    const size_t tiles = s.vectors / TILE;
    const uint4 *from = s.first() + threadIdx.x;
    uint4 next[PAIRS_UNROLL];
    T one;
    size_t t = blockIdx.x;
    if (t < tiles)
        pairs_load(from + t * TILE, next);
    table_clear(table, bins.bins / 2 + 1);
    await_first(); /* as halves that are full go to the result */
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
    for (unsigned b = threadIdx.x; b < bins.bins; b += PAIRS_THREADS) {
        const unsigned c = table[b / 2] >> b % 2 * 16 & 0xffff;
        if (c)
            atomicAdd(&out[b], C(c));
    }
}

#endif

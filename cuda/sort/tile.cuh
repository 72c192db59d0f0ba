/* tile.cuh - a tile of keys in registers ranked by one digit: a block's part of
 * every pass.
 *
 * Keys are striped over a warp: item i of lane l is key 32 i + l of the warp's
 * part. First the warp counts its digits in shared memory, then it ranks them,
 * item by item, the lanes of one digit found by a ballot for each of its bits
 * (match.any is several times as slow). What counts what comes before it is in
 * one warp, one row after another, so a rank is stable. */
#ifndef TETRAD_CUDA_SORT_TILE_CUH
#define TETRAD_CUDA_SORT_TILE_CUH

#include "parts/warp.cuh"
#include "sort/items.cuh"

/* The lanes whose digit is this one's. */
template <int Bits = DIGIT_BITS>
static __device__ unsigned same_digit(unsigned digit)
{
    unsigned same = FULL_WARP;
#pragma unroll
    for (int b = 0; b < Bits; b++) {
        const bool bit = digit >> b & 1;
        const unsigned with = __ballot_sync(FULL_WARP, bit);
        same &= bit ? with : ~with;
    }
    return same;
}

/* The sum over the threads before this one, of a block's first 256; by all of
 * it, and `room` is free again after its next barrier. */
static __device__ unsigned sum_before(unsigned own, unsigned *room)
{
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    constexpr int warps = DIGITS / WARP;
    unsigned sum = own;
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
        const unsigned before = __shfl_up_sync(FULL_WARP, sum, step);
        sum += lane >= unsigned(step) ? before : 0;
    }
    if (lane == WARP - 1 && warp < warps)
        room[warp] = sum;
    __syncthreads();
    unsigned before = 0;
    for (int w = 0; w < warps; w++)
        before += unsigned(w) < warp ? room[w] : 0;
    return before + sum - own;
}

template <int Threads>
struct tile_counts {
    unsigned row[Threads / WARP][DIGITS]; /* a warp's, then where its next key
                                             of the digit goes in the tile */
    unsigned first[DIGITS];               /* where the digit begins in it */
    unsigned room[DIGITS / WARP];
};

/* How many keys have each digit; of digit threadIdx.x, the result. Rows become
 * what the warps before have, each cell by the thread of its digit. */
template <int Threads, int Items, class K, class Rank>
static __device__ unsigned count_tile(const K (&key)[Items], const Rank &rank,
                                      unsigned low, tile_counts<Threads> &c)
{
    const unsigned warp = threadIdx.x / WARP;
    unsigned *cells = &c.row[0][0];
    for (unsigned i = threadIdx.x; i < Threads / WARP * DIGITS; i += Threads)
        cells[i] = 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Items; i++)
        atomicAdd(&c.row[warp][rank.digit(key[i], low)], 1u);
    __syncthreads();
    unsigned all = 0;
    if (threadIdx.x < DIGITS)
        for (int w = 0; w < Threads / WARP; w++) {
            const unsigned own = c.row[w][threadIdx.x];
            c.row[w][threadIdx.x] = all;
            all += own;
        }
    return all;
}

/* Rows become places in the tile; `all` is what count_tile() answered. Ends
 * with a barrier. */
template <int Threads>
static __device__ void place_tile(unsigned all, tile_counts<Threads> &c)
{
    const unsigned first = sum_before(all, c.room);
    if (threadIdx.x < DIGITS) {
        c.first[threadIdx.x] = first;
        for (int w = 0; w < Threads / WARP; w++)
            c.row[w][threadIdx.x] += first;
    }
    __syncthreads();
}

/* put(i, place) for each item. Each row is one warp's own: the lane that is the
 * first of its digit takes places for all of them, and what it wrote the next
 * item's first lane reads, hence the warp's barrier. */
template <int Threads, int Items, class K, class Rank, class Put>
static __device__ void rank_tile(const K (&key)[Items], const Rank &rank,
                                 unsigned low, tile_counts<Threads> &c,
                                 Put put)
{
    const unsigned lane = threadIdx.x % WARP;
    unsigned *row = c.row[threadIdx.x / WARP];
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned digit = rank.digit(key[i], low);
        const unsigned same = same_digit(digit);
        const int leader = __ffs(same) - 1;
        unsigned place = 0;
        if (int(lane) == leader) {
            place = row[digit];
            row[digit] = place + __popc(same);
        }
        place = __shfl_sync(FULL_WARP, place, leader);
        put(i, place + __popc(same & ((1u << lane) - 1)));
        __syncwarp();
    }
}

#endif

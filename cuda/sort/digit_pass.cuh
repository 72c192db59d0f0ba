/* digit_pass.cuh - least significant digit first, three launches a digit of
 * Bits bits: each tile counts its digits, one block adds the counts up, digit
 * by digit, and each tile's keys go to their places. With one bit a digit it
 * is Blelloch's split: those with a 0 first, then those with a 1.
 *
 * 256 threads, 8 items each: a warp's rows of 32, as in tile.cuh. Bytes an item
 * and digit: 3 s + 2 v, and 24 of counts a tile and value of the digit. */
#ifndef TETRAD_CUDA_SORT_DIGIT_PASS_CUH
#define TETRAD_CUDA_SORT_DIGIT_PASS_CUH

#include "sort/tile.cuh"

constexpr int PASS_THREADS = 256, PASS_ITEMS = 8;
constexpr int PASS_TILE = PASS_THREADS * PASS_ITEMS;
constexpr int PASS_WARPS = PASS_THREADS / WARP;

/* Digits of Bits bits from bit `low` on. */
template <int Bits, class K, class Rank>
static __device__ unsigned digit_at(const Rank &rank, K key, unsigned low)
{
    return unsigned(rank(key) >> low) & ((1u << Bits) - 1);
}

/* The lanes whose digit of Bits bits is this one's. */
template <int Bits>
static __device__ unsigned same_bits(unsigned digit)
{
    unsigned same = FULL_WARP;
    for (int b = 0; b < Bits; b++) {
        const bool one = digit >> b & 1;
        const unsigned ones = __ballot_sync(FULL_WARP, one);
        same &= one ? ones : ~ones;
    }
    return same;
}

/* The warp's first key; its items are 32 apart. */
static __device__ size_t pass_own()
{
    return size_t(blockIdx.x) * PASS_TILE +
        threadIdx.x / WARP * WARP * PASS_ITEMS + threadIdx.x % WARP;
}

/* count[digit][tile] */
template <int Bits, class K, bool Float>
static __global__ void __launch_bounds__(PASS_THREADS)
    digit_count(ranking<K, Float> rank, const K *keys, size_t n, unsigned low,
                unsigned long long *count)
{
    __shared__ unsigned own[1 << Bits];
    const size_t first = pass_own();
    if (threadIdx.x < 1 << Bits)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < PASS_ITEMS; i++)
        if (first + i * WARP < n)
            atomicAdd(&own[digit_at<Bits>(rank, keys[first + i * WARP], low)],
                      1u);
    __syncthreads();
    if (threadIdx.x < 1 << Bits)
        count[size_t(threadIdx.x) * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

constexpr int ADD_THREADS = 1024;

/* Counts become the sums of those before them; one block. */
static __global__ void __launch_bounds__(ADD_THREADS)
    digit_add(unsigned long long *count, size_t counts)
{
    __shared__ unsigned long long sums[ADD_THREADS];
    const unsigned t = threadIdx.x;
    const size_t each = ceil_div(counts, size_t(ADD_THREADS));
    const size_t begin = min(t * each, counts);
    const size_t end = min(begin + each, counts);
    unsigned long long own = 0;
    for (size_t i = begin; i < end; i++)
        own += count[i];
    sums[t] = own;
    for (unsigned step = 1; step < ADD_THREADS; step *= 2) {
        __syncthreads();
        const unsigned long long before = t >= step ? sums[t - step] : 0;
        __syncthreads();
        sums[t] += before;
    }
    unsigned long long before = sums[t] - own;
    for (size_t i = begin; i < end; i++) {
        const unsigned long long kept = count[i];
        count[i] = before;
        before += kept;
    }
}

/* Warps first count their digits, then find their keys' places, row by row. */
template <int Bits, class K, class V, bool Float>
static __global__ void __launch_bounds__(PASS_THREADS)
    digit_scatter(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
                  size_t n, unsigned low, const unsigned long long *count)
{
    __shared__ unsigned long long place[PASS_WARPS][1 << Bits];
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const size_t first = pass_own();
    for (unsigned i = threadIdx.x; i < PASS_WARPS << Bits; i += PASS_THREADS)
        (&place[0][0])[i] = 0;
    __syncthreads();
    for (int i = 0; i < PASS_ITEMS; i++)
        if (first + i * WARP < n)
            atomicAdd(&place[warp][digit_at<Bits>(
                          rank, from.keys[first + i * WARP], low)],
                      1ull);
    __syncthreads();
    if (threadIdx.x < 1 << Bits) {
        unsigned long long next =
            count[size_t(threadIdx.x) * gridDim.x + blockIdx.x];
        for (int w = 0; w < PASS_WARPS; w++) {
            const unsigned long long own = place[w][threadIdx.x];
            place[w][threadIdx.x] = next;
            next += own;
        }
    }
    __syncthreads();
    for (int i = 0; i < PASS_ITEMS; i++) {
        const size_t at = first + i * WARP;
        const bool there = at < n;
        const unsigned among = __ballot_sync(FULL_WARP, there);
        const unsigned digit =
            there ? digit_at<Bits>(rank, from.keys[at], low) : 0;
        const unsigned same = same_bits<Bits>(digit) & among;
        if (there)
            to.move(place[warp][digit] + __popc(same & ((1u << lane) - 1)),
                    from, at);
        __syncwarp(); /* all have read, before the first of each adds */
        if (there && int(lane) == __ffs(same) - 1)
            place[warp][digit] += __popc(same);
        __syncwarp();
    }
}

#endif

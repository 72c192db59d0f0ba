/* count.cuh - the first launch of onesweep.cuh: counts the digits of all
 * passes, and its last block turns counts into places and plans the passes. s
 * bytes an item. */
#ifndef TETRAD_CUDA_SORT_COUNT_CUH
#define TETRAD_CUDA_SORT_COUNT_CUH

#include "parts/counters.cuh"
#include "parts/overlap.cuh"
#include "parts/warp.cuh"
#include "sort/sweep.cuh"

constexpr int COUNT_THREADS = 1024;

/* Keys that a thread has on their way; of few keys fewer, so that they are
 * spread over all multiprocessors. */
template <class K, bool Many>
constexpr int COUNT_UNROLL = (Many ? 64 : 32) / sizeof(K);

template <class K, bool Many>
constexpr int COUNT_TILE = COUNT_THREADS *COUNT_UNROLL<K, Many>;

/* Counters of a digit, side by side, of which a lane has its own, or two share
 * one: 128 KB. Of few keys one alone, as all have to be cleared and added. */
template <class K, bool Many>
constexpr unsigned COUNT_COPIES = Many ? 128 / sizeof(K) : 1;

template <class K, bool Many>
constexpr unsigned COUNT_WORDS = sizeof(K) * DIGITS *COUNT_COPIES<K, Many>;

/* By one block: counts of a pass become places, and the result is whether keys
 * differ in it. */
static __device__ bool place_pass(unsigned long long *count, size_t n)
{
    __shared__ unsigned long long sums[DIGITS];
    const unsigned d = threadIdx.x;
    const unsigned long long own = d < DIGITS ? __ldcg(count + d) : 0;
    if (d < DIGITS)
        sums[d] = own;
    for (int step = 1; step < DIGITS; step *= 2) {
        __syncthreads();
        const unsigned long long before =
            d < DIGITS && d >= unsigned(step) ? sums[d - step] : 0;
        __syncthreads();
        if (d < DIGITS)
            sums[d] += before;
    }
    if (d < DIGITS)
        count[d] = sums[d] - own;
    return __syncthreads_or(own > 0 && own < n);
}

/* By thread 0. The last pass that moves ends in the output; with none the first
 * one does, as a copy. */
static __device__ void plan_passes(struct sweep_state *state, int passes,
                                   unsigned moving)
{
    int from = SORT_INPUT;
    moving = moving ? moving : 1;
    for (int pass = 0; pass < passes; pass++) {
        const int left = __popc(moving >> pass);
        const bool moves = moving >> pass & 1;
        const int to = !moves ? from : left % 2 ? SORT_OUTPUT : SORT_SPARE;
        state->plan[pass] = { from, to, moves && left == 1 };
        from = to;
    }
}

/* Counts the digits of the block's keys in shared memory; whether the thread
 * has seen a -0. */
template <bool Many, class K, bool Float>
static __device__ bool count_keys(const K *keys, size_t n,
                                  const ranking<K, Float> &rank,
                                  const counters &own)
{
    constexpr int TILE = COUNT_TILE<K, Many>, UNROLL = COUNT_UNROLL<K, Many>;
    constexpr unsigned COPIES = COUNT_COPIES<K, Many>;
    bool zeros = false;
    const auto count = [&](K key) {
        const K code = rank(key);
        zeros |= Float && key == rank.MINUS_ZERO;
#pragma unroll
        for (unsigned pass = 0; pass < sizeof(K); pass++)
            own.count((pass * DIGITS +
                       (unsigned(code >> pass * DIGIT_BITS) & (DIGITS - 1))) *
                      COPIES);
    };
    size_t first = size_t(blockIdx.x) * TILE + threadIdx.x;
    const size_t step = size_t(gridDim.x) * TILE;
    const size_t whole = n / TILE * TILE;
    for (; first < whole; first += step) {
        K key[UNROLL];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            key[k] = keys[first + k * COUNT_THREADS];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            count(key[k]);
    }
    for (int k = 0; k < UNROLL; k++)
        if (first + k * COUNT_THREADS < n)
            count(keys[first + k * COUNT_THREADS]);
    return zeros;
}

/* Adds the block's counts to those of all. */
template <unsigned Copies>
static __device__ void add_counts(const unsigned *table, unsigned digits,
                                  unsigned long long *to)
{
    const unsigned lane = threadIdx.x % WARP;
    for (unsigned d = threadIdx.x; d < digits; d += COUNT_THREADS) {
        unsigned sum = 0;
        /* Each lane in a bank of its own, or two in one. */
#pragma unroll
        for (unsigned k = 0; k < Copies; k++)
            sum += table[d * Copies + (k + lane) % Copies];
        if (sum)
            atomicAdd(to + d, static_cast<unsigned long long>(sum));
    }
}

/* Once the block has counted, and the launch before has ended: adds up, and
 * the last block plans. */
template <unsigned Copies, class K, class V>
static __device__ void end_count(const unsigned *table, int passes,
                                 const sweep<K, V> &w)
{
    __shared__ bool last;
    add_counts<Copies>(table, passes * DIGITS, &w.state->count[0][0]);
    /* All adds of a block before its own to `counted`, all of those before what
     * the last block reads. */
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(&w.state->counted, 1u) == gridDim.x - 1;
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    unsigned moving = 0;
    for (int pass = 0; pass < passes; pass++)
        moving |= unsigned(place_pass(w.state->count[pass], w.n)) << pass;
    if (threadIdx.x == 0)
        plan_passes(w.state, passes, moving);
}

/* Clears what passes tell. */
template <class K, class V>
static __device__ void clear_told(const sweep<K, V> &w)
{
    for (size_t i = size_t(blockIdx.x) * COUNT_THREADS + threadIdx.x;
         i < w.told_words; i += size_t(gridDim.x) * COUNT_THREADS)
        w.told[i] = 0;
}

/* The launch before clears what counts are added to, and nothing that is read
 * or cleared here: so this awaits its end only then. */
template <class K, class V, bool Float, bool Many>
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    sort_count(ranking<K, Float> rank, sweep<K, V> w)
{
    constexpr unsigned COPIES = COUNT_COPIES<K, Many>;
    extern __shared__ unsigned table[];
    next_may_start();
    for (unsigned i = threadIdx.x; i < COUNT_WORDS<K, Many>;
         i += COUNT_THREADS)
        table[i] = 0;
    __syncthreads();
    const bool zeros =
        count_keys<Many>(w.array[SORT_INPUT].keys, w.n, rank,
                         counters(table + threadIdx.x % COPIES));
    clear_told(w);
    const bool any = __syncthreads_or(zeros);
    await_first();
    if (Float && any && threadIdx.x == 0)
        atomicOr(&w.state->zeros, 1u);
    end_count<COPIES>(table, int(sizeof(K)), w);
}

#endif

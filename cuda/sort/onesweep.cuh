/* onesweep.cuh - least significant digit first, one launch a digit (Adinets and
 * Merrill, Onesweep, 2022).
 *
 * A first launch counts the digits of all passes; its last block turns counts
 * into places, sees which digits all keys share, whose passes move nothing, and
 * plans which arrays the others go between. In a pass, a block takes a tile by
 * ticket, counts its digits, tells, ranks its keys in shared memory and looks
 * back over what the tiles before it told, a thread a digit; then each digit's
 * keys go out in a run.
 *
 * Bytes an item: s to be counted, and 2 (s + v) a pass; a tile also writes and
 * reads 8 * 256 bytes of counts. 384 threads, as many items each as let three
 * blocks share a multiprocessor.
 *
 * Between blocks of a pass stand relaxed 8-byte accesses alone, which hold
 * count, state and pass in one, so that none needs a fence and none of another
 * pass is taken for this one's. Who looks back holds a ticket, and so have all
 * that it waits for. Passes, and the arrays between them, are ordered by
 * launches: each begins during the one before, and awaits its end before it
 * reads or writes anything (overlap.cuh). */
#ifndef TETRAD_CUDA_SORT_ONESWEEP_CUH
#define TETRAD_CUDA_SORT_ONESWEEP_CUH

#include "parts/overlap.cuh"
#include "parts/ticket.cuh"
#include "sort/tile.cuh"

/* Untuned: by arithmetic alone, 56 registers a thread and 227 KB of shared
 * memory for three blocks (CUB 3.0.1: 384 threads of 20 u32). */
constexpr int SWEEP_THREADS = 384, SWEEP_BLOCKS = 3;

template <class K, class V>
constexpr int SWEEP_ITEMS = sizeof(K) + width_of<V> == 4 ? 17
    : sizeof(K) == 4 && width_of<V> == 4                 ? 14
    : width_of<V> == 8                                   ? 8
                                                         : 9;

template <class K, class V>
constexpr int SWEEP_TILE = SWEEP_THREADS *SWEEP_ITEMS<K, V>;

constexpr int MOST_PASSES = 8; /* of 64 bits */

enum sort_array { SORT_INPUT, SORT_OUTPUT, SORT_SPARE };

/* In scratch: cleared before the first launch up to `plan`. */
struct sweep_state {
    unsigned long long count[MOST_PASSES][DIGITS]; /* then places */
    unsigned tickets[MOST_PASSES];
    unsigned counted; /* blocks of the first launch that have ended */
    struct pass_plan {
        int from, to; /* alike: nothing moves */
    } plan[MOST_PASSES];
};

template <class K, class V>
struct sweep {
    items<K, V> array[3]; /* by enum sort_array */
    size_t n, tiles;
    struct sweep_state *state;
    unsigned long long *told; /* [tile][digit] */
};

/* --- counting ------------------------------------------------------------ */

constexpr int COUNT_THREADS = 512, COUNT_BLOCKS = 4; /* untuned */
constexpr int COUNT_UNROLL = 8;

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
        state->plan[pass] = { from, to };
        from = to;
    }
}

/* Counts into shared memory, adds them to those of all blocks, and clears what
 * passes tell. */
template <class K, class V, bool Float>
static __global__ void __launch_bounds__(COUNT_THREADS, COUNT_BLOCKS)
    sort_count(ranking<K, Float> rank, sweep<K, V> w)
{
    constexpr int passes = sizeof(K);
    __shared__ unsigned count[passes][DIGITS];
    __shared__ bool last;
    const size_t stride = size_t(gridDim.x) * COUNT_THREADS;
    const size_t begin = size_t(blockIdx.x) * COUNT_THREADS + threadIdx.x;
    const K *keys = w.array[SORT_INPUT].keys;
    next_may_start();
    for (unsigned i = threadIdx.x; i < passes * DIGITS; i += COUNT_THREADS)
        (&count[0][0])[i] = 0;
    __syncthreads();
    await_first();
    for (size_t i = begin; i < w.n; i += stride * COUNT_UNROLL) {
        K key[COUNT_UNROLL];
#pragma unroll
        for (int k = 0; k < COUNT_UNROLL; k++)
            if (i + k * stride < w.n)
                key[k] = keys[i + k * stride];
#pragma unroll
        for (int k = 0; k < COUNT_UNROLL; k++)
            if (i + k * stride < w.n)
#pragma unroll
                for (int pass = 0; pass < passes; pass++)
                    atomicAdd(&count[pass][rank.digit(key[k], pass * 8)], 1u);
    }
    for (size_t i = begin; i < w.tiles * DIGITS; i += stride)
        w.told[i] = 0;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < passes * DIGITS; i += COUNT_THREADS)
        if ((&count[0][0])[i])
            atomicAdd(&w.state->count[0][0] + i,
                      static_cast<unsigned long long>((&count[0][0])[i]));
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

/* --- looking back -------------------------------------------------------- */

/* A tile's count of a digit: of itself, or of all tiles up to it. */
enum told_state { TOLD_NOTHING, TOLD_OWN, TOLD_ALL };

constexpr int TOLD_STATE_BITS = 2, TOLD_PASS_BITS = 4;
constexpr int TOLD_TAG_BITS = TOLD_STATE_BITS + TOLD_PASS_BITS;

static __device__ void tell(unsigned long long *to, unsigned pass,
                            told_state state, unsigned long long count)
{
    const unsigned long long word =
        count << TOLD_TAG_BITS | (pass + 1) << TOLD_STATE_BITS | state;
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
                 :
                 : "l"(to), "l"(word)
                 : "memory");
}

static __device__ unsigned long long told(const unsigned long long *from)
{
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(word)
                 : "l"(from)
                 : "memory");
    return word;
}

constexpr int LOOKS = 4; /* tiles that are asked at once; untuned */

/* How many keys of the caller's digit the tiles before `tile` have. Words of an
 * earlier pass, or cleared ones, are as if there were none yet. */
static __device__ unsigned long long look_back(const unsigned long long *words,
                                               size_t tile, unsigned digit,
                                               unsigned pass)
{
    unsigned long long sum = 0;
#pragma unroll 1
    while (tile > 0) {
        unsigned long long word[LOOKS];
#pragma unroll
        for (int k = 0; k < LOOKS; k++)
            word[k] = size_t(k) < tile
                ? told(words + (tile - 1 - k) * DIGITS + digit)
                : 0;
#pragma unroll
        for (int k = 0; k < LOOKS; k++) {
            const unsigned tag =
                unsigned(word[k]) & ((1u << TOLD_TAG_BITS) - 1);
            if (tag >> TOLD_STATE_BITS != pass + 1)
                break;
            sum += word[k] >> TOLD_TAG_BITS;
            tile--;
            if ((tag & 3) == TOLD_ALL)
                return sum;
        }
    }
    return sum;
}

/* --- a pass -------------------------------------------------------------- */

template <class K, class V>
struct sweep_room {
    K keys[SWEEP_TILE<K, V>];
    V values[carries<V> ? SWEEP_TILE<K, V> : 1];
    tile_counts<SWEEP_THREADS> counts;
    size_t begin[DIGITS]; /* where the digit's first key in the tile goes, less
                             its place in the tile */
};

template <class K, class V, bool Float>
static __global__ void __launch_bounds__(SWEEP_THREADS, SWEEP_BLOCKS)
    sort_onesweep(ranking<K, Float> rank, sweep<K, V> w, unsigned pass)
{
    constexpr int ITEMS = SWEEP_ITEMS<K, V>, TILE = SWEEP_TILE<K, V>;
    extern __shared__ __align__(16) unsigned char bytes[];
    sweep_room<K, V> &room = *reinterpret_cast<sweep_room<K, V> *>(bytes);
    next_may_start();
    await_first();
    const sweep_state::pass_plan plan = w.state->plan[pass];
    if (plan.from == plan.to)
        return;
    const items<K, V> from = w.array[plan.from], to = w.array[plan.to];
    const unsigned low = pass * DIGIT_BITS, digit = threadIdx.x;
    const size_t tile = block_ticket(&w.state->tickets[pass]);
    const size_t first = tile * TILE;
    const int there = int(min(size_t(TILE), w.n - first));
    const int own = threadIdx.x / WARP * WARP * ITEMS + threadIdx.x % WARP;
    /* What is not there has the greatest rank, behind all that is. */
    K key[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        key[i] = own + i * WARP < there ? from.keys[first + own + i * WARP]
                                        : rank.last();
    const unsigned all =
        count_tile<SWEEP_THREADS>(key, rank, low, room.counts);
    unsigned long long *words = w.told + tile * DIGITS + digit;
    /* Keys that are not there are told, too: they come last of all. */
    if (digit < DIGITS)
        tell(words, pass, tile ? TOLD_OWN : TOLD_ALL, all);
    place_tile(all, room.counts);
    unsigned place[carries<V> ? ITEMS : 1];
    rank_tile<SWEEP_THREADS>(key, rank, low, room.counts,
                             [&](int i, unsigned at) {
                                 room.keys[at] = key[i];
                                 if (carries<V>)
                                     place[i] = at;
                             });
    if constexpr (carries<V>)
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            if (own + i * WARP < there)
                room.values[place[i]] = from.values[first + own + i * WARP];
    if (digit < DIGITS) {
        const unsigned long long before = look_back(w.told, tile, digit, pass);
        if (tile)
            tell(words, pass, TOLD_ALL, before + all);
        room.begin[digit] = size_t(w.state->count[pass][digit] + before) -
            room.counts.first[digit];
    }
    __syncthreads();
    for (int i = int(threadIdx.x); i < there; i += SWEEP_THREADS) {
        const K mine = room.keys[i];
        const size_t at = room.begin[rank.digit(mine, low)] + i;
        to.keys[at] = mine;
        if constexpr (carries<V>)
            to.values[at] = room.values[i];
    }
}

#endif

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
 * reads 8 * 256 bytes of counts.
 *
 * Where each multiprocessor has one tile at most, a tile adds up what all tiles
 * before it told, which they do at one time: looking back from tile to tile
 * took longer than the rest of the pass.
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

/* Threads of a block, items of a thread, and blocks that a multiprocessor is to
 * have room for. OneWave: see above. */
template <int Threads, int Items, int Blocks, bool OneWave>
struct sweep_form {
    static constexpr int THREADS = Threads, ITEMS = Items, BLOCKS = Blocks;
    static constexpr int TILE = Threads * Items;
    static constexpr bool ONE_WAVE = OneWave;
};

/* 56 registers a thread, and 227 KB of shared memory for three blocks (CUB
 * 3.0.1: 384 threads of 20 u32). */
template <class K, class V>
using many_form = sweep_form<384,
                             sizeof(K) + width_of<V> == 4             ? 17
                                 : sizeof(K) == 4 && width_of<V> == 4 ? 14
                                 : width_of<V> == 8                   ? 8
                                                                      : 9,
                             3, false>;

template <int Items>
using few_form = sweep_form<1024, Items, 1, true>;

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

/* Without an index that only a run knows, which would put them into local
 * memory. */
template <class K, class V>
static __device__ items<K, V> array_of(const sweep<K, V> &w, int which)
{
    return which == SORT_INPUT ? w.array[SORT_INPUT]
        : which == SORT_OUTPUT ? w.array[SORT_OUTPUT]
                               : w.array[SORT_SPARE];
}

/* --- counting ------------------------------------------------------------ */

constexpr int COUNT_THREADS = 1024;

/* Keys that a thread has on their way. */
template <class K>
constexpr int COUNT_UNROLL = 64 / sizeof(K);

template <class K>
constexpr int COUNT_TILE = COUNT_THREADS *COUNT_UNROLL<K>;

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
        state->plan[pass] = { from, to };
        from = to;
    }
}

/* Counts the digits of the block's keys in shared memory. */
template <unsigned Copies, class K, class Rank>
static __device__ void count_keys(const K *keys, size_t n, const Rank &rank,
                                  const counters &own)
{
    constexpr int TILE = COUNT_TILE<K>, UNROLL = COUNT_UNROLL<K>;
    const auto count = [&](K key) {
#pragma unroll
        for (unsigned pass = 0; pass < sizeof(K); pass++)
            own.count((pass * DIGITS + rank.digit(key, pass * 8)) * Copies);
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
}

/* Adds the block's counts to those of all. */
template <unsigned Copies>
static __device__ void add_counts(const unsigned *table, unsigned digits,
                                  unsigned long long *to)
{
    const unsigned lane = threadIdx.x % WARP;
    for (unsigned d = threadIdx.x; d < digits; d += COUNT_THREADS) {
        unsigned sum = 0;
        /* Each lane in a bank of its own. */
#pragma unroll
        for (unsigned k = 0; k < Copies; k++)
            sum += table[d * Copies + (k + lane) % Copies];
        if (sum)
            atomicAdd(to + d, static_cast<unsigned long long>(sum));
    }
}

/* Counts, clears what passes tell, and the last block plans. */
template <class K, class V, bool Float, bool Many>
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    sort_count(ranking<K, Float> rank, sweep<K, V> w)
{
    constexpr int passes = sizeof(K);
    constexpr unsigned COPIES = COUNT_COPIES<K, Many>;
    extern __shared__ unsigned table[];
    __shared__ bool last;
    next_may_start();
    for (unsigned i = threadIdx.x; i < COUNT_WORDS<K, Many>;
         i += COUNT_THREADS)
        table[i] = 0;
    __syncthreads();
    await_first();
    count_keys<COPIES>(w.array[SORT_INPUT].keys, w.n, rank,
                       counters(table + threadIdx.x % COPIES));
    for (size_t i = size_t(blockIdx.x) * COUNT_THREADS + threadIdx.x;
         i < w.tiles * DIGITS; i += size_t(gridDim.x) * COUNT_THREADS)
        w.told[i] = 0;
    __syncthreads();
    add_counts<COPIES>(table, passes * DIGITS, &w.state->count[0][0]);
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

constexpr int LOOKS = 8; /* tiles that are asked at once; untuned */

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

/* The caller's share of the same, where every tile tells at one time: of every
 * PARTS-th tile. */
template <int PARTS>
static __device__ unsigned long long add_told(const unsigned long long *words,
                                              size_t tile, unsigned digit,
                                              unsigned part, unsigned pass)
{
    unsigned long long sum = 0;
    for (size_t t = part; t < tile; t += PARTS * LOOKS) {
        unsigned long long word[LOOKS];
#pragma unroll
        for (int k = 0; k < LOOKS; k++)
            word[k] = t + k * PARTS < tile
                ? told(words + (t + k * PARTS) * DIGITS + digit)
                : 0;
#pragma unroll
        for (int k = 0; k < LOOKS; k++) {
            if (t + k * PARTS >= tile)
                break;
            while ((unsigned(word[k]) >> TOLD_STATE_BITS &
                    ((1u << TOLD_PASS_BITS) - 1)) != pass + 1)
                word[k] = told(words + (t + k * PARTS) * DIGITS + digit);
            sum += word[k] >> TOLD_TAG_BITS;
        }
    }
    return sum;
}

/* --- a pass -------------------------------------------------------------- */

template <class K, class V, class Form>
struct sweep_room {
    K keys[Form::TILE];
    V values[carries<V> ? Form::TILE : 1];
    tile_counts<Form::THREADS> counts;
    size_t begin[DIGITS]; /* where the digit's first key in the tile goes, less
                             its place in the tile */
};

/* Sets begin[], which a barrier is still to make known: of threadIdx.x % DIGITS, `first` is where the digit begins in
 * the output. */
template <class K, class V, class Form>
static __device__ void place_digits(const sweep<K, V> &w, size_t tile,
                                    unsigned pass, size_t first, unsigned all,
                                    sweep_room<K, V, Form> &room)
{
    constexpr int PARTS = tile_counts<Form::THREADS>::PARTS;
    const unsigned digit = threadIdx.x % DIGITS, part = threadIdx.x / DIGITS;
    auto &counts = room.counts;
    unsigned long long before = 0;
    if constexpr (Form::ONE_WAVE) {
        /* Fewer keys than 2^32. */
        counts.part[part][digit] =
            unsigned(add_told<PARTS>(w.told, tile, digit, part, pass));
        __syncthreads();
        for (int p = 0; p < PARTS; p++)
            before += counts.part[p][digit];
    } else if (part == 0) {
        before = look_back(w.told, tile, digit, pass);
        if (tile)
            tell(w.told + tile * DIGITS + digit, pass, TOLD_ALL, before + all);
    }
    if (part == 0)
        room.begin[digit] = first + before - counts.first[digit];
}

/* From shared memory to where they go. */
template <class K, class V, bool Float, class Form>
static __device__ void send_digits(const ranking<K, Float> &rank, unsigned low,
                                   const items<K, V> &to, int there,
                                   const sweep_room<K, V, Form> &room)
{
#pragma unroll
    for (int k = 0; k < Form::ITEMS; k++) {
        const int i = int(threadIdx.x) + k * Form::THREADS;
        if (i < there) {
            const K mine = room.keys[i];
            const size_t at = room.begin[rank.digit(mine, low)] + i;
            to.keys[at] = mine;
            if constexpr (carries<V>)
                to.values[at] = room.values[i];
        }
    }
}

template <class K, class V, bool Float, class Form>
static __global__ void __launch_bounds__(Form::THREADS, Form::BLOCKS)
    sort_onesweep(ranking<K, Float> rank, sweep<K, V> w, unsigned pass)
{
    constexpr int ITEMS = Form::ITEMS, THREADS = Form::THREADS;
    using room_type = sweep_room<K, V, Form>;
    extern __shared__ __align__(16) unsigned char bytes[];
    room_type &room = *reinterpret_cast<room_type *>(bytes);
    next_may_start();
    await_first();
    const sweep_state::pass_plan plan = w.state->plan[pass];
    if (plan.from == plan.to)
        return;
    const items<K, V> from = array_of(w, plan.from);
    const unsigned low = pass * DIGIT_BITS, digit = threadIdx.x % DIGITS;
    const size_t tile = block_ticket(&w.state->tickets[pass]);
    const size_t first = tile * Form::TILE;
    const int there = int(min(size_t(Form::TILE), w.n - first));
    const int own = threadIdx.x / WARP * WARP * ITEMS + threadIdx.x % WARP;
    /* What is not there has the greatest rank, behind all that is. */
    K key[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        key[i] = own + i * WARP < there ? from.keys[first + own + i * WARP]
                                        : rank.last();
    const auto counted = count_tile<THREADS>(key, rank, low, room.counts);
    const size_t begin = w.state->count[pass][digit];
    /* Keys that are not there are told, too: they come last of all. */
    if (threadIdx.x < DIGITS)
        tell(w.told + tile * DIGITS + digit, pass,
             tile || Form::ONE_WAVE ? TOLD_OWN : TOLD_ALL, counted.all);
    place_tile(counted, room.counts);
    unsigned place[carries<V> ? ITEMS : 1];
    rank_tile<THREADS>(key, rank, low, room.counts, [&](int i, unsigned at) {
        room.keys[at] = key[i];
        if (carries<V>)
            place[i] = at;
    });
    V value[carries<V> ? ITEMS : 1]; /* on their way meanwhile */
    if constexpr (carries<V>)
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            if (own + i * WARP < there)
                value[i] = from.values[first + own + i * WARP];
    place_digits(w, tile, pass, begin, counted.all, room);
    if constexpr (carries<V>)
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            if (own + i * WARP < there)
                room.values[place[i]] = value[i];
    __syncthreads();
    send_digits(rank, low, array_of(w, plan.to), there, room);
}

#endif

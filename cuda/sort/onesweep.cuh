/* onesweep.cuh - least significant digit first, one launch a digit (Adinets and
 * Merrill, Onesweep, 2022).
 *
 * A first launch counts the digits of all passes; its last block turns counts
 * into places, sees which digits all keys share, whose passes move nothing, and
 * plans which arrays the others go between. In a pass, a block takes a tile by
 * ticket, counts its digits, tells (told.cuh), ranks its keys in shared memory
 * and adds up what the tiles before it told, a thread a digit; then each
 * digit's keys go out in a run. Pairs of large inputs go in two halves: values
 * are asked of L2 when the keys are read, and read when those are ranked, and
 * then so are the keys of the block's next tile, most likely.
 *
 * Bytes an item: s to be counted, and 2 (s + v) a pass; a tile also writes and
 * reads 8 * 256 bytes of counts.
 *
 * Passes, and the arrays between them, are ordered by launches: each begins
 * during the one before, and awaits its end before it reads or writes anything
 * (overlap.cuh). */
#ifndef TETRAD_CUDA_SORT_ONESWEEP_CUH
#define TETRAD_CUDA_SORT_ONESWEEP_CUH

#include "parts/overlap.cuh"
#include "parts/ticket.cuh"
#include "sort/load.cuh"
#include "sort/tile.cuh"
#include "sort/told.cuh"

template <class K, class V, class Form>
struct sweep_room {
    static constexpr int PAIR_PARTS = 2 * Form::THREADS / DIGITS;

    union {
        K keys[Form::TILE];
        V late[Form::LATE ? Form::TILE : 1]; /* after the keys are sent */
    };
    V values[carries<V> && !Form::LATE ? Form::TILE : 1];
    tile_counts<Form::THREADS> counts;
    /* Where the digit's first key in the tile goes, less its place in the tile;
     * and the value of that. */
    K *keys_to[DIGITS];
    V *values_to[carries<V> ? DIGITS : 1];
    unsigned before[Form::ONE_WAVE ? PAIR_PARTS : 1][DIGITS];
};

/* threadIdx.x, of which the compiler knows nothing: what it knows it keeps in
 * a predicate, and ranks want seven at once (same_digit()). */
static __device__ unsigned thread_anew()
{
    unsigned thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}

/* How many keys of the thread's digit the tiles before have, told to the first
 * DIGITS threads. */
template <class K, class V, class Form>
static __device__ unsigned long long keys_before(const sweep<K, V> &w,
                                                 size_t tile, unsigned pass,
                                                 unsigned digit, unsigned all,
                                                 sweep_room<K, V, Form> &room)
{
    unsigned long long before = 0;
    if constexpr (Form::ONE_WAVE) {
        constexpr int PARTS = sweep_room<K, V, Form>::PAIR_PARTS;
        const unsigned pair = threadIdx.x % (DIGITS / 2);
        const unsigned part = threadIdx.x / (DIGITS / 2);
        const uint2 sum =
            add_pairs<PARTS>(told_pairs(w, pass), unsigned(tile), pair, part);
        *reinterpret_cast<uint2 *>(&room.before[part][2 * pair]) = sum;
        __syncthreads();
        if (digit < DIGITS)
#pragma unroll
            for (int p = 0; p < PARTS; p++)
                before += room.before[p][digit];
    } else if (digit < DIGITS) {
        before = look_back(w.told, tile, digit, pass);
        if (tile)
            tell(w.told + tile * DIGITS + digit, pass, TOLD_ALL, before + all);
    }
    return before;
}

/* What is read from shared memory, the compiler does not know to be in
 * global. */
template <class T>
static __device__ void put(T *to, T value)
{
    __builtin_assume(__isGlobal(to));
    *to = value;
}

/* From shared memory to where they go; Last: as keys. Of a whole tile no item
 * waits for whether it is there. The warp's barrier keeps items one after
 * another: all under way at one time took longer. */
template <bool Last, class K, class V, class Rank, class Form, class Digit>
static __device__ void send_digits(const Rank &rank,
                                   const Digit &digit_of_pass, unsigned there,
                                   const sweep_room<K, V, Form> &room)
{
    const auto send = [&](unsigned i) {
        const K code = room.keys[i];
        const unsigned digit = digit_of_pass(code);
        put(room.keys_to[digit] + i, Last ? rank.bits(code) : code);
        if constexpr (carries<V>)
            put(room.values_to[digit] + i, room.values[i]);
    };
    if (there == Form::TILE)
#pragma unroll
        for (int k = 0; k < Form::ITEMS; k++) {
            send(threadIdx.x + k * Form::THREADS);
            __syncwarp();
        }
    else
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < there; i += Form::THREADS)
            send(i);
}

/* --- values that are late ------------------------------------------------ */

/* Numbers of so few bits that a word has several. */
template <int Count, int Bits>
struct packed {
    static constexpr int IN_WORD = 32 / Bits;
    unsigned word[(Count + IN_WORD - 1) / IN_WORD] = {};

    __device__ void set(int i, unsigned number)
    {
        word[i / IN_WORD] |= number << i % IN_WORD * Bits;
    }

    __device__ unsigned get(int i) const
    {
        return word[i / IN_WORD] >> i % IN_WORD * Bits & ((1u << Bits) - 1);
    }
};

template <class Form>
using places = packed<Form::ITEMS, 16>;

/* First the keys go, while the thread's values, which begin at `values`, are on
 * their way; then these meet in the keys' room, at their keys' places, and go
 * where those went. */
template <bool Last, class K, class V, class Rank, class Form, class Digit>
static __device__ void send_pairs(const Rank &rank, const Digit &digit_of_pass,
                                  unsigned there, const V *values,
                                  int values_there, const places<Form> &at,
                                  sweep_room<K, V, Form> &room)
{
    static_assert(Form::TILE <= 1 << 16);
    V value[Form::ITEMS];
    packed<Form::ITEMS, DIGIT_BITS> digits;

    load_tile(value, values, values_there, there == Form::TILE, V(0));
#pragma unroll
    for (int k = 0; k < Form::ITEMS; k++) {
        const unsigned i = threadIdx.x + k * Form::THREADS;
        if (i < there) {
            const K code = room.keys[i];
            const unsigned digit = digit_of_pass(code);
            digits.set(k, digit);
            put(room.keys_to[digit] + i, Last ? rank.bits(code) : code);
        }
        __syncwarp();
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Form::ITEMS; k++)
        room.late[at.get(k)] = value[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < Form::ITEMS; k++) {
        const unsigned i = threadIdx.x + k * Form::THREADS;
        if (i < there)
            put(room.values_to[digits.get(k)] + i, room.late[i]);
        __syncwarp();
    }
}

/* --- a tile -------------------------------------------------------------- */

template <class K, class V, class Rank, class Form, class Digit>
static __device__ void sweep_tile(const Rank &rank, const sweep<K, V> &w,
                                  const sweep_state::pass_plan &plan,
                                  unsigned pass, const Digit &digit_of_pass,
                                  sweep_room<K, V, Form> &room)
{
    constexpr int ITEMS = Form::ITEMS, THREADS = Form::THREADS;
    const size_t tile = block_ticket(&w.state->tickets[pass]);
    const size_t first = tile * Form::TILE;
    const int there = int(min(size_t(Form::TILE), w.n - first));
    const int own = threadIdx.x / WARP * WARP * ITEMS + threadIdx.x % WARP;
    const items<K, V> from = array_of(w, plan.from);
    K key[ITEMS];
    std::conditional_t<carries<V> && !Form::LATE, V[ITEMS], no_value> value;
    places<Form> late;
    load_items(rank, w, plan.from, first + own, there - own,
               there == Form::TILE, key, value);
    if constexpr (Form::LATE)
        fetch_tile<Form>(from.values, tile, w.n);
    const auto counted = count_tile<THREADS>(key, digit_of_pass, room.counts);
    size_t begin = 0;
    if (threadIdx.x < DIGITS) {
        begin = w.state->count[pass][threadIdx.x];
        tell_own<Form>(w, tile, threadIdx.x, pass, counted.all);
    }
    place_tile(counted, room.counts);
    rank_tile<THREADS, Form::ONE_WAVE ? RANK_SOON : RANK_MANY>(
        key, digit_of_pass, room.counts, [&](int i, unsigned at) {
            room.keys[at] = key[i];
            if constexpr (Form::LATE)
                late.set(i, at);
            else if constexpr (carries<V>)
                room.values[at] = value[i];
        });
    if constexpr (Form::LATE)
        fetch_tile<Form>(from.keys, tile + w.ahead, w.n);
    const unsigned digit = thread_anew();
    begin += keys_before(w, tile, pass, digit, counted.all, room);
    const items<K, V> to = array_of(w, plan.to);
    if (digit < DIGITS) {
        begin -= room.counts.first[digit];
        room.keys_to[digit] = to.keys + begin;
        if constexpr (carries<V>)
            room.values_to[digit] = to.values + begin;
    }
    __syncthreads();
    const auto send = [&](auto last) {
        constexpr bool LAST = decltype(last)::value;
        if constexpr (Form::LATE)
            send_pairs<LAST>(rank, digit_of_pass, there,
                             from.values + first + own, there - own, late,
                             room);
        else
            send_digits<LAST>(rank, digit_of_pass, there, room);
    };
    if (plan.last && rank.is_coded())
        send(std::true_type{});
    else
        send(std::false_type{});
}

template <class K, class V, class Rank, class Form>
static __global__ void __launch_bounds__(Form::THREADS, Form::BLOCKS)
    sort_onesweep(Rank rank, sweep<K, V> w, unsigned pass)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    auto &room = *reinterpret_cast<sweep_room<K, V, Form> *>(bytes);
    next_may_start();
    await_first();
    const sweep_state::pass_plan plan = w.state->plan[pass];
    if (plan.from == plan.to)
        return;
    if (Rank::HAS_ZEROS && w.state->zeros)
        sweep_tile(rank, w, plan, pass, rank.template digit<true>(pass), room);
    else
        sweep_tile(rank, w, plan, pass, rank.template digit<false>(pass),
                   room);
}

#endif

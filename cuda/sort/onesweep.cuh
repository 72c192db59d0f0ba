/* onesweep.cuh - least significant digit first, one launch a digit (Adinets and
 * Merrill, Onesweep, 2022).
 *
 * A first launch counts the digits of all passes; its last block turns counts
 * into places, sees which digits all keys share, whose passes move nothing, and
 * plans which arrays the others go between. In a pass, a block takes a tile by
 * ticket, counts its digits, tells (told.cuh), ranks its keys in shared memory
 * and adds up what the tiles before it told, a thread a digit; then each
 * digit's keys go out in a run.
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
#include "sort/sweep.cuh"
#include "sort/tile.cuh"
#include "sort/told.cuh"

template <class K, class V, class Form>
struct sweep_room {
    static constexpr int PAIR_PARTS = 2 * Form::THREADS / DIGITS;

    K keys[Form::TILE];
    V values[carries<V> ? Form::TILE : 1];
    tile_counts<Form::THREADS> counts;
    /* The address of where the digit's first key in the tile goes, less its
     * place in the tile; and of its value. */
    uint64_t begin[DIGITS], begin_value[carries<V> ? DIGITS : 1];
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

/* Sets begin[], which a barrier is still to make known: `first` is where the
 * digit begins in the output. */
template <class K, class V, class Form>
static __device__ void place_digits(const items<K, V> &to, unsigned digit,
                                    size_t first, sweep_room<K, V, Form> &room)
{
    const size_t begin = first - room.counts.first[digit];
    room.begin[digit] = uint64_t(to.keys) + begin * sizeof(K);
    if constexpr (carries<V>)
        room.begin_value[digit] = uint64_t(to.values) + begin * sizeof(V);
}

/* Stores `ahead` elements behind the caller's place in a run of T that begins
 * at `begin`: the place is added by one instruction, which the compiler does
 * not take apart, and what is ahead is the store's own offset. */
template <class T>
static __device__ void store_at(uint64_t begin, unsigned own, unsigned ahead,
                                const T &value)
{
    uint64_t at;
    asm("mad.wide.u32 %0, %1, %2, %3;"
        : "=l"(at)
        : "r"(own), "n"(sizeof(T)), "l"(begin));
    T *const to = reinterpret_cast<T *>(at) + ahead;
    __builtin_assume(__isGlobal(to));
    *to = value;
}

/* From shared memory to where they go; Last: as keys. What a whole tile has is
 * under way at one time, as no item waits for whether it is there. */
template <bool Last, class K, class V, class Rank, class Form, class Digit>
static __device__ void send_digits(const Rank &rank,
                                   const Digit &digit_of_pass, unsigned there,
                                   const sweep_room<K, V, Form> &room)
{
    const auto send = [&](unsigned own, unsigned ahead) {
        const K code = room.keys[own + ahead];
        const unsigned digit = digit_of_pass(code);
        store_at(room.begin[digit], own, ahead, Last ? rank.bits(code) : code);
        if constexpr (carries<V>)
            store_at(room.begin_value[digit], own, ahead,
                     room.values[own + ahead]);
    };
    if (there == Form::TILE)
#pragma unroll
        for (int k = 0; k < Form::ITEMS; k++)
            send(threadIdx.x, k * Form::THREADS);
    else
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < there; i += Form::THREADS)
            send(i, 0);
}

/* The thread's part of a tile, of which so many are there; striped over the
 * warp. */
template <bool Whole, int Items, class T>
static __device__ void load_striped(T (&to)[Items], const T *from, int there,
                                    T none)
{
#pragma unroll
    for (int i = 0; i < Items; i++)
        to[i] = Whole || i * WARP < there ? from[i * WARP] : none;
}

/* whole: all are there, the same for all threads. */
template <int Items, class T>
static __device__ void load_tile(T (&to)[Items], const T *from, int there,
                                 bool whole, T none)
{
    if (whole)
        load_striped<true>(to, from, there, none);
    else
        load_striped<false>(to, from, there, none);
}

/* The thread's items of the tile, keys as codes, of an array of those by enum
 * sort_array; what is not there has the greatest, behind all that is. Who sorts
 * what is in no array of items yet has a ranking with a load of its own, for
 * SORT_INPUT. */
template <int Items, class K, class V, class Rank, class Values>
static __device__ void load_items(const Rank &rank, const sweep<K, V> &w,
                                  int which, size_t first, int there,
                                  bool whole, K (&key)[Items], Values &value)
{
    const items<K, V> from = array_of(w, which);
    const bool coded = which != SORT_INPUT || !rank.is_coded();
    load_tile(key, from.keys + first, there, whole,
              coded ? rank.last() : rank.bits(rank.last()));
    if constexpr (carries<V>)
        load_tile(value, from.values + first, there, whole, V(0));
    if (!coded)
#pragma unroll
        for (int i = 0; i < Items; i++)
            key[i] = rank.code(key[i]);
}

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
    K key[ITEMS];
    V value[carries<V> ? ITEMS : 1];
    load_items(rank, w, plan.from, first + own, there - own,
               there == Form::TILE, key, value);
    const auto counted = count_tile<THREADS>(key, digit_of_pass, room.counts);
    size_t begin = 0;
    if (threadIdx.x < DIGITS) {
        begin = w.state->count[pass][threadIdx.x];
        tell_own<Form>(w, tile, threadIdx.x, pass, counted.all);
    }
    place_tile(counted, room.counts);
    rank_tile<THREADS>(key, digit_of_pass, room.counts,
                       [&](int i, unsigned at) {
                           room.keys[at] = key[i];
                           if constexpr (carries<V>)
                               room.values[at] = value[i];
                       });
    const unsigned digit = thread_anew();
    begin += keys_before(w, tile, pass, digit, counted.all, room);
    if (digit < DIGITS)
        place_digits(array_of(w, plan.to), digit, begin, room);
    __syncthreads();
    if (plan.last && rank.is_coded())
        send_digits<true>(rank, digit_of_pass, there, room);
    else
        send_digits<false>(rank, digit_of_pass, there, room);
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

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
#include "sort/sweep.cuh"
#include "sort/tile.cuh"

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

constexpr int LOOKS = 8; /* tiles that are asked at once */

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

/* Sets begin[], which a barrier is still to make known: of the digit
 * threadIdx.x % DIGITS, `first` is where it begins in the output. */
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
template <class K, class V, class Rank, class Form>
static __device__ void send_digits(const Rank &rank, unsigned low,
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

/* The thread's part of a tile, of which so many are there; striped over the
 * warp. */
template <int Items, class T>
static __device__ void load_tile(T (&to)[Items], const T *from, int there,
                                 T none)
{
#pragma unroll
    for (int i = 0; i < Items; i++)
        to[i] = i * WARP < there ? from[i * WARP] : none;
}

/* The thread's items of the tile, of an array of those by enum sort_array. Who
 * sorts what is in no array of items yet has a ranking with a load of its own,
 * for SORT_INPUT. */
template <int Items, class K, class V, class Rank, class Values>
static __device__ void load_items(const Rank &rank, const sweep<K, V> &w,
                                  int which, size_t first, int there,
                                  K (&key)[Items], Values &value)
{
    const items<K, V> from = array_of(w, which);
    load_tile(key, from.keys + first, there, rank.last());
    if constexpr (carries<V>)
        load_tile(value, from.values + first, there, V(0));
}

template <class K, class V, class Rank, class Form>
static __global__ void __launch_bounds__(Form::THREADS, Form::BLOCKS)
    sort_onesweep(Rank rank, sweep<K, V> w, unsigned pass)
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
    const unsigned low = pass * DIGIT_BITS, digit = threadIdx.x % DIGITS;
    const size_t tile = block_ticket(&w.state->tickets[pass]);
    const size_t first = tile * Form::TILE;
    const int there = int(min(size_t(Form::TILE), w.n - first));
    const int own = threadIdx.x / WARP * WARP * ITEMS + threadIdx.x % WARP;
    /* What is not there has the greatest rank, behind all that is. */
    K key[ITEMS];
    V value[carries<V> ? ITEMS : 1];
    load_items(rank, w, plan.from, first + own, there - own, key, value);
    const auto counted = count_tile<THREADS>(key, rank, low, room.counts);
    const size_t begin = w.state->count[pass][digit];
    /* Keys that are not there are told, too: they come last of all. */
    if (threadIdx.x < DIGITS)
        tell(w.told + tile * DIGITS + digit, pass,
             tile || Form::ONE_WAVE ? TOLD_OWN : TOLD_ALL, counted.all);
    place_tile(counted, room.counts);
    rank_tile<THREADS>(key, rank, low, room.counts, [&](int i, unsigned at) {
        room.keys[at] = key[i];
        if constexpr (carries<V>)
            room.values[at] = value[i];
    });
    place_digits(w, tile, pass, begin, counted.all, room);
    __syncthreads();
    send_digits(rank, low, array_of(w, plan.to), there, room);
}

#endif

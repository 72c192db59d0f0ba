/* sampled.cuh - pieces that lie between two keys of a sample, in two launches:
 * the blocks of the first cut a tile each into pieces, those of the second
 * fetch a piece each from all tiles, and sort it in their shared memory. 512
 * threads a block; 4 (s + v) bytes an item.
 *
 * All blocks of the first sort the same sample, equal keys by where they are,
 * so equal keys are cut as others are. Of equal parts of the keys it takes one
 * each, scattered: what keys repeat at even distances does not mislead it.
 * Nothing waits within a launch. (Frazer & McKellar, Samplesort: A Sampling
 * Approach to Minimal Storage Tree Sorting, 1970.) */
#ifndef TETRAD_CUDA_SORT_SAMPLED_CUH
#define TETRAD_CUDA_SORT_SAMPLED_CUH

#include "parts/overlap.cuh"
#include "sort/passes.cuh"

constexpr int SAMPLED_THREADS = 512;
constexpr unsigned SAMPLE = SAMPLED_THREADS; /* a key a thread */

/* Of each at most; and items a thread of a tile. */
constexpr unsigned TILES_MOST = 128, PIECES_MOST = 128;
constexpr int CUT_ROWS = 2;
static_assert(SAMPLED_THREADS >= TILES_MOST && SAMPLED_THREADS >= PIECES_MOST,
              "a thread for each");
static_assert(TILES_MOST % WARP == 0 && (TILES_MOST & (TILES_MOST - 1)) == 0,
              "tiles are found by halves, and told by whole warps");
static_assert(SAMPLE % PIECES_MOST == 0, "a piece has as many keys as others");
static_assert(PIECES_MOST < DIGITS, "what is not there is the last digit's");
static_assert(SAMPLED_THREADS * CUT_ROWS < 1 << 16,
              "half a word holds places");

/* Items that a block has room for: of keys in random order, cut into as many
 * pieces as there are to be, one is six times as long as their mean in one of
 * 80 thousand samples. Longer ones go through memory, a digit at a time. */
constexpr int PIECE_ROWS = 12;
constexpr unsigned PIECE_ROOM = PIECE_ROWS * SAMPLED_THREADS;

template <class K, class V>
struct cutting {
    items<K, V> from, to;
    items<K, V> cut;   /* the tiles, in each the pieces one after the other */
    items<K, V> spare; /* for what is too long for a block */
    unsigned *told;    /* [piece][tile]: where it begins in the tile, and how
                          long it is there, in half a word each */
    unsigned there, tiles, length; /* of a tile */
    unsigned pieces;               /* a power of two */
};

/* --- the first launch ----------------------------------------------------- */

template <class K>
struct cut_room {
    K sample[SAMPLE];         /* runs of a warp's worth, each in order */
    K first[PIECES_MOST];     /* of each piece, though none asks the first */
    unsigned at[PIECES_MOST]; /* one's; and where that key is */
    tile_counts<SAMPLED_THREADS> counts;
};

/* Where the sample's key number `own` is taken. */
static __device__ unsigned sampled_at(unsigned own, unsigned there)
{
    const unsigned any = own * 2654435769u; /* 2^32 by the golden ratio */
    return unsigned((uint64_t(own) * there + __umulhi(any, there)) / SAMPLE);
}

/* Of the keys of a warp those that come before the lane's. */
template <class K>
static __device__ unsigned before_in_warp(K key)
{
    const unsigned lane = threadIdx.x % WARP;
    unsigned before = 0;
#pragma unroll
    for (unsigned l = 0; l < WARP; l++) {
        const K other = __shfl_sync(FULL_WARP, key, int(l));
        before += l < lane ? other <= key : other < key;
    }
    return before;
}

/* Of a run of WARP keys, in order, those that come before `key`. Alike: those
 * that equal it do. */
template <class K>
static __device__ unsigned before_in_run(const K *run, K key, bool alike)
{
    unsigned before = 0;
#pragma unroll
    for (unsigned step = WARP / 2; step > 0; step /= 2) {
        const K other = run[before + step - 1];
        before += other < key || (alike && other == key) ? step : 0;
    }
    const K other = run[before];
    return before + (other < key || (alike && other == key));
}

/* Sets first[] and at[]. Ends with a barrier. */
template <class K, class V, bool Float>
static __device__ void find_pieces(const ranking<K, Float> &rank,
                                   const cutting<K, V> &w, cut_room<K> &room)
{
    const unsigned own = threadIdx.x, warp = own / WARP;
    const unsigned at = sampled_at(own, w.there);
    const unsigned each = SAMPLE / w.pieces; /* a piece has so many */
    const K key = rank(w.from.keys[at]);
    unsigned before = before_in_warp(key);
    room.sample[warp * WARP + before] = key;
    __syncthreads();
#pragma unroll 5
    for (unsigned run = 1; run < SAMPLE / WARP; run++) {
        const unsigned other = (warp + run) % (SAMPLE / WARP);
        before += before_in_run(room.sample + other * WARP, key, other < warp);
    }
    if (before % each == 0) {
        room.first[before / each] = key;
        room.at[before / each] = at;
    }
    __syncthreads();
}

/* The piece that the item is of, whose key has no zero but +0. */
template <class K>
static __device__ unsigned piece_of(const cut_room<K> &room, unsigned pieces,
                                    K key, unsigned at)
{
    unsigned piece = 0;
    for (unsigned step = pieces / 2; step > 0; step /= 2) {
        const K first = room.first[piece + step];
        if (first < key || (first == key && room.at[piece + step] <= at))
            piece += step;
    }
    return piece;
}

struct as_it_is {
    __device__ unsigned operator()(unsigned code) const
    {
        return code;
    }
};

template <class K, class V, bool Float, int Items>
static __global__ void __launch_bounds__(SAMPLED_THREADS, 1)
    sort_cut(ranking<K, Float> rank, cutting<K, V> w)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    cut_room<K> &room = *reinterpret_cast<cut_room<K> *>(bytes);
    const unsigned first = blockIdx.x * w.length;
    const unsigned begin = first + first_of_rows(Items);
    K key[Items];
    V value[Items];
    unsigned piece[Items];
    next_may_start();
    load_rows(rank, w.from, begin, w.there, key, value);
    find_pieces(rank, w, room);
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = begin + i * WARP;
        piece[i] = at < w.there
            ? piece_of(room, w.pieces, rank.alike(key[i]), at)
            : DIGITS - 1;
    }
    const auto counted =
        count_tile<SAMPLED_THREADS>(piece, as_it_is{}, room.counts);
    place_tile(counted, room.counts);
    if (threadIdx.x < w.pieces)
        w.told[threadIdx.x * w.tiles + blockIdx.x] =
            room.counts.first[threadIdx.x] | counted.all << 16;
    rank_tile<SAMPLED_THREADS>(piece, as_it_is{}, room.counts,
                               [&](int i, unsigned place) {
                                   if (first + place >= w.there)
                                       return;
                                   w.cut.keys[first + place] = key[i];
                                   if constexpr (carries<V>)
                                       w.cut.values[first + place] = value[i];
                               });
}

/* --- the second ----------------------------------------------------------- */

template <class K, class V>
struct piece_room {
    K keys[PIECE_ROOM];
    V values[carries<V> ? PIECE_ROOM : 1];
    tile_counts<SAMPLED_THREADS> counts;
    unsigned begin[TILES_MOST]; /* of what a tile has, in the piece */
    unsigned from[TILES_MOST];  /* and in the cut tiles, less that */
    /* By warps. In vectors of their own, or what is read with them is half of
     * from[], which others write: to no effect, but racecheck tells it. */
    alignas(16) unsigned first[TILES_MOST / WARP];
    alignas(16) unsigned count[TILES_MOST / WARP];
    unsigned place[DIGITS]; /* of a long piece: where the digit's first item of
                               a room's worth goes, less its place in that */
};

struct piece {
    unsigned begin, count; /* in what is sorted */
};

/* Sets begin[] and from[] by what the tiles told: a thread a tile. What lies
 * before the piece are the parts of the tiles before their own of it. Ends with
 * a barrier. */
template <class K, class V>
static __device__ piece find_runs(const cutting<K, V> &w,
                                  piece_room<K, V> &room)
{
    const unsigned tile = threadIdx.x, lane = tile % WARP;
    const unsigned word =
        tile < w.tiles ? w.told[blockIdx.x * w.tiles + tile] : 0;
    const unsigned first = word & 0xffff, own = word >> 16;
    unsigned sum = own, before = first;
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
        const unsigned lower = __shfl_up_sync(FULL_WARP, sum, step);
        sum += lane >= unsigned(step) ? lower : 0;
        before += __shfl_xor_sync(FULL_WARP, before, step);
    }
    if (tile < TILES_MOST && lane == WARP - 1) {
        room.count[tile / WARP] = sum;
        room.first[tile / WARP] = before;
    }
    __syncthreads();
    piece all = { 0, 0 };
    unsigned lower = 0;
#pragma unroll
    for (unsigned i = 0; i < TILES_MOST / WARP; i++) {
        lower += i < tile / WARP ? room.count[i] : 0;
        all.begin += room.first[i];
        all.count += room.count[i];
    }
    if (tile < TILES_MOST) {
        const unsigned begin = lower + sum - own;
        room.begin[tile] = begin;
        room.from[tile] = tile * w.length + first - begin;
    }
    __syncthreads();
    return all;
}

/* Where the piece's item is in the cut tiles. */
template <class K, class V>
static __device__ unsigned source_of(const piece_room<K, V> &room, unsigned at)
{
    unsigned tile = 0;
#pragma unroll
    for (unsigned step = TILES_MOST / 2; step > 0; step /= 2)
        tile += room.begin[tile + step] <= at ? step : 0;
    return room.from[tile] + at;
}

/* The thread's items from `begin` on, `rows` of them, each of which is where
 * source(its number) says; those from `count` on are not there. */
template <class K, class V, bool Float, class Source>
static __device__ void fetch_rows(const ranking<K, Float> &rank,
                                  const items<K, V> &from, Source source,
                                  unsigned begin, unsigned count,
                                  K (&key)[PIECE_ROWS], V (&value)[PIECE_ROWS],
                                  int rows = PIECE_ROWS)
{
#pragma unroll
    for (int i = 0; i < PIECE_ROWS; i++) {
        const unsigned at = begin + i * WARP;
        if (i >= rows)
            break;
        const bool is = at < count;
        const unsigned place = is ? source(at) : 0;
        key[i] = is ? from.keys[place] : rank.last();
        if constexpr (carries<V>)
            value[i] = is ? from.values[place] : V(0);
    }
}

/* One digit of a piece that is too long for the block's memory: counted, then
 * ranked, a room's worth at a time. fetch(tile, key, value) the items from
 * `tile` on; put(code, value, place in the piece). */
template <class K, class V, class Digit, class Fetch, class Put>
static __device__ void long_pass(const Digit &digit, unsigned count,
                                 piece_room<K, V> &room, Fetch fetch, Put put)
{
    K key[PIECE_ROWS];
    V value[PIECE_ROWS];
    unsigned all = 0;
#pragma unroll 1
    for (unsigned tile = 0; tile < count; tile += PIECE_ROOM) {
        fetch(tile, key, value);
        all += count_tile<SAMPLED_THREADS>(key, digit, room.counts).all;
    }
    unsigned next = sum_digits(all, room.counts); /* of the thread's digit */
#pragma unroll 1
    for (unsigned tile = 0; tile < count; tile += PIECE_ROOM) {
        fetch(tile, key, value);
        const auto counted =
            count_tile<SAMPLED_THREADS>(key, digit, room.counts);
        place_tile(counted, room.counts);
        if (threadIdx.x < DIGITS)
            room.place[threadIdx.x] = next - room.counts.first[threadIdx.x];
        next += counted.all;
        __syncthreads();
        rank_tile<SAMPLED_THREADS>(
            key, digit, room.counts, [&](int i, unsigned at) {
                const unsigned place = room.place[digit(key[i])] + at;
                if (place < count)
                    put(key[i], value[i], place);
            });
    }
    __syncthreads();
}

/* Of the cut tiles to `spare`, from there to `to`, and so on, which ends there.
 */
template <class K, class V, bool Float>
static __device__ __noinline__ void sort_long(const ranking<K, Float> rank,
                                              const cutting<K, V> w,
                                              const piece own,
                                              piece_room<K, V> &room)
{
    static_assert(sizeof(K) % 2 == 0, "the last digit's way is to `to`");
    const unsigned lane = first_of_rows(PIECE_ROWS);
#pragma unroll 1
    for (unsigned pass = 0; pass < sizeof(K); pass++) {
        const bool back = pass % 2, last = pass == sizeof(K) - 1;
        const items<K, V> from = pass == 0 ? w.cut : back ? w.spare : w.to;
        const items<K, V> to = back ? w.to : w.spare;
        const auto source = [&](unsigned at) {
            return pass == 0 ? source_of(room, at) : own.begin + at;
        };
        long_pass<K, V>(
            rank.template digit<Float>(pass), own.count, room,
            [&](unsigned tile, K(&key)[PIECE_ROWS], V(&value)[PIECE_ROWS]) {
                fetch_rows(rank, from, source, tile + lane, own.count, key,
                           value);
            },
            [&](K code, V value, unsigned place) {
                to.keys[own.begin + place] = last ? rank.bits(code) : code;
                if constexpr (carries<V>)
                    to.values[own.begin + place] = value;
            });
    }
}

template <class K, class V, bool Float>
static __global__ void __launch_bounds__(SAMPLED_THREADS, 1)
    sort_pieces(ranking<K, Float> rank, cutting<K, V> w)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    piece_room<K, V> &room = *reinterpret_cast<piece_room<K, V> *>(bytes);
    await_first();
    const piece own = find_runs(w, room);
    if (own.count > PIECE_ROOM) {
        sort_long(rank, w, own, room);
        return;
    }
    const int rows = int(ceil_div(own.count, unsigned(SAMPLED_THREADS)));
    const unsigned begin = first_of_rows(rows);
    K key[PIECE_ROWS];
    V value[PIECE_ROWS];
    fetch_rows(
        rank, w.cut, [&](unsigned at) { return source_of(room, at); }, begin,
        own.count, key, value, rows);
    sort_rows<SAMPLED_THREADS>(rank, key, value, room.keys, room.values,
                               room.counts, own.count, rows);
    store_rows(rank, w.to, own.begin + begin, own.begin + own.count, key,
               value, rows);
}

#endif

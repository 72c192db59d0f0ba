/* bin.cuh - the first level: (element, place) pairs into bins of places.
 *
 * A block takes tiles of 128 KB of pairs. It counts a tile by bin in shared
 * memory, takes room for it in each bin by one addition to what the bin holds,
 * orders it by bin in shared memory and writes it from there: runs of a bin's
 * pairs to neighbouring places. The next tile's indices are on their way
 * meanwhile. No block waits for another. f32 by u32: 8 bytes read and 8
 * written an element. */
#ifndef TETRAD_CUDA_SCATTER_BIN_CUH
#define TETRAD_CUDA_SCATTER_BIN_CUH

#include "parts/overlap.cuh"
#include "parts/warp.cuh"
#include "scatter/arrays.cuh"
#include "scatter/binned.cuh"

/* Few, with many registers each: they hold the tile. */
constexpr unsigned BIN_THREADS = 512;
constexpr unsigned TILE_BYTES = 128u << 10;
constexpr unsigned OWN_BINS = BINS_MOST / BIN_THREADS; /* of a thread */

template <class T>
constexpr unsigned BIN_ITEMS = TILE_BYTES / sizeof(pair<T>) / BIN_THREADS;
template <class T>
constexpr unsigned BIN_TILE = BIN_ITEMS<T> *BIN_THREADS;

/* Of a block, in shared memory. */
template <class T>
struct bin_room {
    pair<T> pairs[BIN_TILE<T>];
    alignas(16) unsigned first[BINS_MOST]; /* the tile's pairs, by bin; then
                                 where they begin among `pairs` */
    alignas(16) unsigned shift[BINS_MOST]; /* from among `pairs` to their
                                 places in the bins, modulo 2^32 */
    unsigned of_warps[WARP];
};

/* What a thread has of an array of all bins, moved by vectors. */
struct alignas(16) bin_own {
    unsigned of[OWN_BINS];
};

static __device__ bin_own &own_bins(unsigned *of_bins)
{
    return reinterpret_cast<bin_own *>(of_bins)[threadIdx.x];
}

/* Which of a tile's elements a thread has: a warp has neighbours, which may
 * well go to one bin. */
template <class T>
static __device__ unsigned bin_place(unsigned k)
{
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    return (warp * BIN_ITEMS<T> + k) * WARP + lane;
}

/* Of an array of n; none for those beyond. Whole: there are none of those. */
template <class T, bool Whole, class E, class To>
static __device__ void bin_load(const E *from, size_t n, size_t tile, To *to)
{
    const size_t first = tile * BIN_TILE<T> + bin_place<T>(0);
    const unsigned left =
        first < n ? unsigned(min(n - first, size_t(BIN_TILE<T>))) : 0;
    from += first;
#pragma unroll
    for (unsigned k = 0; k < BIN_ITEMS<T>; k++)
        to[k] = Whole || k * WARP < left ? To(__ldcs(from + k * WARP)) : 0;
}

/* Whether it has that one, of a tile of `count`. */
template <class T, bool Whole>
static __device__ bool bin_has(unsigned k, unsigned count)
{
    return Whole || bin_place<T>(k) < count;
}

/* --- counting ------------------------------------------------------------- */

/* Sums over the threads before this one. */
static __device__ unsigned sum_before(unsigned mine, unsigned *of_warps)
{
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    unsigned upto = mine;
#pragma unroll
    for (int offset = 1; offset < WARP; offset *= 2) {
        const unsigned lower = __shfl_up_sync(FULL_WARP, upto, offset);
        upto += lane >= unsigned(offset) ? lower : 0;
    }
    if (lane == WARP - 1)
        of_warps[warp] = upto;
    __syncthreads();
    const unsigned others = lane < warp ? of_warps[lane] : 0;
    return upto - mine +
        warp_reduce_all(others, [](unsigned a, unsigned b) { return a + b; });
}

/* The bins that a thread takes room in: neighbours have neighbours. */
static __device__ unsigned bin_taker(unsigned k)
{
    return k * BIN_THREADS + threadIdx.x;
}

/* Takes room in the bins, which is on its way then, and turns counts into where
 * the bins begin among the tile's pairs, in `shift`, too. */
template <class T>
static __device__ bin_own bin_reserve(bin_room<T> *room, struct binned *binned)
{
    bin_own taken, own = own_bins(room->first);
    unsigned sum = 0;
#pragma unroll
    for (unsigned k = 0; k < OWN_BINS; k++) {
        const unsigned count = room->first[bin_taker(k)];
        taken.of[k] =
            count ? atomicAdd(binned->filled + bin_taker(k), count) : 0;
        sum += own.of[k];
    }
    unsigned before = sum_before(sum, room->of_warps);
#pragma unroll
    for (unsigned k = 0; k < OWN_BINS; k++) {
        const unsigned count = own.of[k];
        own.of[k] = before;
        before += count;
    }
    own_bins(room->first) = own_bins(room->shift) = own;
    return taken;
}

/* --- a tile --------------------------------------------------------------- */

constexpr unsigned QUAD = 4; /* elements that are placed at a time */

/* Where the four elements from `k` on go among the tile's pairs: each to the
 * next place of its bin. Those of a warp that all go to one bin ask once, for
 * they would be served one after another. By whole warps. */
template <class T, bool Whole>
static __device__ void bin_next(unsigned *next, const unsigned *bins,
                                unsigned k, unsigned count, unsigned *to)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned of_first = __shfl_sync(FULL_WARP, bins[0], 0);
    bool one = true;
#pragma unroll
    for (unsigned j = 0; j < QUAD; j++)
        one = one && bins[j] == of_first && bin_has<T, Whole>(k + j, count);
    if (__all_sync(FULL_WARP, one)) {
        unsigned before = 0;
        if (lane == 0)
            before = atomicAdd(next + of_first, QUAD * WARP);
        before = __shfl_sync(FULL_WARP, before, 0) + lane;
#pragma unroll
        for (unsigned j = 0; j < QUAD; j++)
            to[j] = before + j * WARP;
        return;
    }
#pragma unroll
    for (unsigned j = 0; j < QUAD; j++)
        to[j] = bin_has<T, Whole>(k + j, count) ? atomicAdd(next + bins[j], 1u)
                                                : 0;
}

template <class T, bool Whole>
static __device__ void bin_stage(bin_room<T> *room, unsigned shift,
                                 const uint32_t *places, const T *values,
                                 unsigned count)
{
#pragma unroll
    for (unsigned k = 0; k < BIN_ITEMS<T>; k += QUAD) {
        unsigned bins[QUAD], to[QUAD];
#pragma unroll
        for (unsigned j = 0; j < QUAD; j++)
            bins[j] = places[k + j] >> shift;
        bin_next<T, Whole>(room->first, bins, k, count, to);
#pragma unroll
        for (unsigned j = 0; j < QUAD; j++)
            if (bin_has<T, Whole>(k + j, count))
                room->pairs[to[j]] = pair<T>::of(values[k + j], places[k + j]);
    }
}

/* Counts, takes room, and orders the tile's `count` elements by bin. */
template <class T, bool Whole>
static __device__ void bin_order(bin_room<T> *room, unsigned shift,
                                 struct binned *binned, const uint32_t *places,
                                 const T *values, unsigned count)
{
#pragma unroll
    for (unsigned k = 0; k < BIN_ITEMS<T>; k++)
        if (bin_has<T, Whole>(k, count))
            atomicAdd(&room->first[places[k] >> shift], 1u);
    __syncthreads();
    const bin_own taken = bin_reserve(room, binned);
    __syncthreads();
    /* Else the compiler keeps all bins from counting till now, and spills. */
    asm volatile("" : "+r"(shift));
    bin_stage<T, Whole>(room, shift, places, values, count);
#pragma unroll
    for (unsigned k = 0; k < OWN_BINS; k++) {
        unsigned *to = room->shift + bin_taker(k);
        *to = (bin_taker(k) << shift) + taken.of[k] - *to;
    }
}

template <class T, bool Whole>
static __device__ void bin_write(const bin_room<T> &room, unsigned shift,
                                 pair<T> *to, unsigned count)
{
#pragma unroll 8
    for (unsigned k = 0; k < BIN_ITEMS<T>; k++) {
        const unsigned j = k * BIN_THREADS + threadIdx.x;
        if (Whole || j < count) {
            const pair<T> p = room.pairs[j];
            to[room.shift[p.place() >> shift] + j] = p;
        }
    }
}

/* A tile whose places are there, and the next one's places. */
template <class T, class I, bool Whole>
static __device__ void bin_tile(const scatter_arrays<T, I> &a, unsigned shift,
                                struct binned *binned, bin_room<T> *room,
                                size_t tile, uint32_t *places)
{
    const unsigned count =
        Whole ? BIN_TILE<T> : unsigned(a.n - tile * BIN_TILE<T>);
    T values[BIN_ITEMS<T>];
    bin_load<T, Whole>(a.x, a.n, tile, values);
    bin_order<T, Whole>(room, shift, binned, places, values, count);
    __syncthreads();
    own_bins(room->first) = {};
    bin_load<T, false>(a.index, a.n, tile + gridDim.x, places);
    bin_write<T, Whole>(*room, shift, pairs_of<T>(binned), count);
    __syncthreads();
}

template <class T, class I>
static __global__ void __launch_bounds__(BIN_THREADS, 1)
    scatter_bin(scatter_arrays<T, I> a, unsigned shift, struct binned *binned)
{
    extern __shared__ uint4 shared[];
    bin_room<T> *room = reinterpret_cast<bin_room<T> *>(shared);
    const size_t whole = a.n / BIN_TILE<T>; /* tiles */
    size_t tile = blockIdx.x;
    uint32_t places[BIN_ITEMS<T>];
    next_may_start();
    await_first();
    if (binned->direct)
        return;
    own_bins(room->first) = {};
    bin_load<T, false>(a.index, a.n, tile, places);
    __syncthreads();
    for (; tile < whole; tile += gridDim.x)
        bin_tile<T, I, true>(a, shift, binned, room, tile, places);
    if (tile == whole && whole * BIN_TILE<T> < a.n)
        bin_tile<T, I, false>(a, shift, binned, room, tile, places);
}

#endif

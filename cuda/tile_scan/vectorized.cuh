/* vectorized.cuh - tiles of any length at copy speed, by their length:
 *
 *   scan_short    several tiles a warp
 *   scan_medium   a tile a block
 *   scan_walk     a tile a block, piece after piece
 *   scan_long     a tile in pieces, a block each, in a chain: for few tiles
 *
 * A thread has all its loads in flight before it adds anything. It scans each
 * vector, the warp scans the vectors' totals, and what comes before a vector
 * is added last. Each element's bytes are read once and written once. */
#ifndef TETRAD_CUDA_TILE_SCAN_VECTORIZED_CUH
#define TETRAD_CUDA_TILE_SCAN_VECTORIZED_CUH

#include "lookback.cuh"
#include "tile_scan/stretch.cuh"

/* How an array is cut up: made by the host. */
struct tiling {
    size_t n, length;  /* of the array and of a tile */
    size_t piece;      /* elements of a warp or block: tiles, or part of one;
                          of scan_walk whole spans of all warps */
    unsigned pieces;   /* in all */
    unsigned even;     /* of scan_medium: the first tiles, of which each is all
                          of its block's vectors */
    unsigned per_tile; /* of scan_long: pieces a tile */
    unsigned inverse;  /* of scan_short: DIVISION / length, rounded up */
};

/* x / d is x * ceil(DIVISION / d) / DIVISION for x < SHORT_MOST >= d: what
 * the product has too much stays under x * d < DIVISION. 31 bits hold it. */
constexpr unsigned SHORT_MOST = 1024, DIVISION = SHORT_MOST * SHORT_MOST;

static __device__ int remainder_of(int x, const tiling &t)
{
    return x - int(unsigned(x) * t.inverse / DIVISION) * int(t.length);
}

static __device__ int items_of(const tiling &t, size_t at, size_t end)
{
    return int(min(t.piece, end - at));
}

/* --- a warp -------------------------------------------------------------- */

/* Scans each vector; the thread's total. */
template <class T, int Vectors>
static __device__ T scan_vectors(vector<T> (&v)[Vectors])
{
    constexpr int LANES = vector<T>::LANES;
    T total = 0;
#pragma unroll
    for (int u = 0; u < Vectors; u++) {
#pragma unroll
        for (int k = 1; k < LANES; k++)
            v[u].lane[k] += v[u].lane[k - 1];
        total += v[u].lane[LANES - 1];
    }
    return total;
}

/* Of vectors that are scanned: leaves in before[] what the warp's elements
 * before each join to; the warp's total. */
template <class T, int Vectors>
static __device__ T scan_lanes(const vector<T> (&v)[Vectors],
                               T (&before)[Vectors])
{
    const int lane = threadIdx.x % WARP;
    T sum[Vectors];
#pragma unroll
    for (int u = 0; u < Vectors; u++)
        sum[u] = v[u].lane[vector<T>::LANES - 1];
#pragma unroll
    for (int step = 1; step < WARP; step *= 2)
#pragma unroll
        for (int u = 0; u < Vectors; u++) {
            const T older = __shfl_up_sync(FULL_WARP, sum[u], step);
            if (lane >= step)
                sum[u] += older;
        }
    T total = 0;
#pragma unroll
    for (int u = 0; u < Vectors; u++) {
        const T older = __shfl_up_sync(FULL_WARP, sum[u], 1);
        before[u] = lane > 0 ? total + older : total;
        total += __shfl_sync(FULL_WARP, sum[u], WARP - 1);
    }
    return total;
}

template <class T, int Vectors>
static __device__ void add_before(vector<T> (&v)[Vectors],
                                  const T (&before)[Vectors], T more)
{
#pragma unroll
    for (int u = 0; u < Vectors; u++)
#pragma unroll
        for (int k = 0; k < vector<T>::LANES; k++)
            v[u].lane[k] += before[u] + more;
}

/* A vector that starts at position q of its tile, negative before the first
 * one: scans its elements from head to head. */
template <class T>
static __device__ void scan_from_heads(vector<T> &v, int q, int length)
{
#pragma unroll
    for (int k = 0; k < vector<T>::LANES; k++) {
        if (k > 0 && q != 0)
            v.lane[k] += v.lane[k - 1];
        q = q + 1 == length ? 0 : q + 1;
    }
}

/* Scans a warp's vectors that hold whole tiles. A vector takes part with the
 * elements from its last head on; a sum over lanes goes back as far as the
 * vector's tile does, which its position in the tile tells. */
template <class T, int Vectors>
static __device__ void scan_warp_tiles(vector<T> (&v)[Vectors], int offset,
                                       const tiling &t)
{
    constexpr int LANES = vector<T>::LANES;
    const int lane = threadIdx.x % WARP, length = int(t.length);
    T carry = 0;
#pragma unroll
    for (int u = 0; u < Vectors; u++) {
        const int at = offset + u * WARP * LANES;
        const int q = at < 0 ? at : remainder_of(at, t);
        const int head = q <= 0 ? -q : length - q; /* the first from here on */
        const int back = q <= 0 ? 0 : (q + LANES - 1) / LANES; /* in lanes */
        const int reach = head < LANES ? 0 : back;
        scan_from_heads(v[u], q, length);
        T sum = v[u].lane[LANES - 1];
#pragma unroll
        for (int step = 1; step < WARP; step *= 2) {
            const T older = __shfl_up_sync(FULL_WARP, sum, step);
            if (step <= min(reach, lane))
                sum += older;
        }
        if (reach > lane)
            sum += carry;
        const T older = __shfl_up_sync(FULL_WARP, sum, 1);
        const T before = lane > 0 ? older : carry;
#pragma unroll
        for (int k = 0; k < LANES; k++)
            if (k < head)
                v[u].lane[k] += before;
        carry = __shfl_sync(FULL_WARP, sum, WARP - 1);
    }
}

/* --- kernels ------------------------------------------------------------- */

/* Whole tiles a warp, `Warps` a block. */
template <class T, int Vectors, int Warps, bool Same>
static __global__ void __launch_bounds__(Warps * WARP)
scan_short(const T *in, T *out, tiling t)
{
    static_assert(SPAN<T, Vectors> <= SHORT_MOST, "positions are divided");
    const unsigned piece = blockIdx.x * Warps + threadIdx.x / WARP;
    if (piece >= t.pieces)
        return;
    const size_t at = piece * t.piece;
    const stretch<T> s = stretch_at(in, out, t.n, at, items_of(t, at, t.n));
    const int offset = first_offset<T, Vectors>(0);
    vector<T> v[Vectors];
    stretch_load<Same>(s, offset, v);
    scan_warp_tiles(v, offset - s.begin, t);
    stretch_store(s, offset, v);
}

/* The sum of totals[] before this warp's. */
template <int Warps, class T>
static __device__ T sum_before(const T *totals)
{
    const int warp = threadIdx.x / WARP;
    T sum = 0;
#pragma unroll
    for (int w = 0; w < Warps - 1; w++)
        if (w < warp)
            sum += totals[w];
    return sum;
}

template <int Warps, class T>
static __device__ T sum_all(const T *totals)
{
    T sum = 0;
#pragma unroll
    for (int w = 0; w < Warps; w++)
        sum += totals[w];
    return sum;
}

/* A tile a block, of as many warps as it takes, at most `Warps`. */
template <class T, int Vectors, int Warps, bool Same>
static __global__ void __launch_bounds__(Warps * WARP)
scan_medium(const T *in, T *out, tiling t)
{
    __shared__ T totals[Warps];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const size_t at = blockIdx.x * t.length;
    const bool even = Same && blockIdx.x < t.even;
    const int offset = first_offset<T, Vectors>(warp);
    const auto tile = [&] {
        return stretch_at(in, out, t.n, at, items_of(t, at, t.n));
    };
    vector<T> v[Vectors];
    T before[Vectors];
    if (even)
        load_all(in + at + offset, v);
    else
        stretch_load<Same>(tile(), offset, v);
    scan_vectors(v);
    const T total = scan_lanes(v, before);
    if (lane == 0)
        totals[warp] = total;
    __syncthreads();
    add_before(v, before, sum_before<Warps>(totals));
    if (even)
        store_all(out + at + offset, v);
    else
        stretch_store(tile(), offset, v);
}

/* A tile a block, walked from piece to piece with a carry. The first piece
 * ends on the grid of the output, and so do all but the last. */
template <class T, int Vectors, int Warps, bool Same>
static __global__ void __launch_bounds__(Warps * WARP)
scan_walk(const T *in, T *out, tiling t)
{
    __shared__ T totals[2][Warps];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const int offset = first_offset<T, Vectors>(warp);
    const size_t begin = blockIdx.x * t.length;
    const size_t end = min(begin + t.length, t.n);
    T carry = 0;
    int turn = 0; /* who is ahead writes totals that no one still reads */
    for (size_t at = begin; at < end; turn ^= 1) {
        stretch<T> s = stretch_at(in, out, t.n, at, items_of(t, at, end));
        s.end = min(s.end, int(t.piece));
        s.last = min(s.last, int(t.piece) - vector<T>::LANES);
        vector<T> v[Vectors];
        T before[Vectors];
        stretch_load<Same>(s, offset, v);
        scan_vectors(v);
        const T total = scan_lanes(v, before);
        if (lane == 0)
            totals[turn][warp] = total;
        __syncthreads();
        add_before(v, before, carry + sum_before<Warps>(totals[turn]));
        stretch_store(s, offset, v);
        carry += sum_all<Warps>(totals[turn]);
        at += s.end - s.begin;
    }
}

/* The sum of what comes before a piece in its tile: by warp 0, which publishes
 * the piece's own sum first. `k`: which piece of the tile. */
template <class T>
static __device__ T look_back(void *scratch, const chain_turn &turn,
                              unsigned k, T sum)
{
    packet<T> *const packets = chain_packets<T>(scratch);
    const bool first_lane = threadIdx.x == 0;
    if (first_lane)
        chain_publish<T>(packets, turn.ticket, turn.epoch,
                         k > 0 ? CHAIN_AGGREGATE : CHAIN_PREFIX, sum);
    if (k == 0)
        return 0;
    const T older = chain_look_back<T>(packets, turn.ticket, turn.epoch,
                                       [](T a, T b) { return a + b; });
    if (first_lane)
        chain_publish<T>(packets, turn.ticket, turn.epoch, CHAIN_PREFIX,
                         T(older + sum));
    return older;
}

/* A piece a block of `Warps` warps. The pieces of a tile follow one another in
 * the order of tickets, and the first publishes a prefix, so that no look back
 * leaves its tile. A piece is summed first and scanned while warp 0 looks
 * back. */
template <class T, int Vectors, int Warps, bool Same>
static __global__ void __launch_bounds__(Warps * WARP)
scan_long(const T *in, T *out, tiling t, void *scratch)
{
    __shared__ chain_turn shared_turn;
    __shared__ T totals[Warps], before_piece;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0)
        shared_turn = chain_enter(scratch, t.pieces);
    __syncthreads();
    const chain_turn turn = shared_turn;
    const unsigned tile = turn.ticket / t.per_tile;
    const unsigned k = turn.ticket % t.per_tile;
    const size_t begin = tile * t.length, at = begin + k * t.piece;
    const size_t end = min(begin + t.length, t.n);
    const stretch<T> s = stretch_at(in, out, t.n, at, items_of(t, at, end));
    const int offset = first_offset<T, Vectors>(warp);
    vector<T> v[Vectors];
    T before[Vectors];
    stretch_load<Same>(s, offset, v);
    const T total = warp_reduce(scan_vectors(v), [](T a, T b) {
        return a + b;
    });
    if (lane == 0)
        totals[warp] = total;
    __syncthreads();
    const T older = sum_before<Warps>(totals);
    if (warp == 0) {
        const T sum = sum_all<Warps>(totals);
        const T found = look_back(scratch, turn, k, sum);
        if (lane == 0)
            before_piece = found;
    }
    scan_lanes(v, before);
    __syncthreads();
    add_before(v, before, T(before_piece + older));
    stretch_store(s, offset, v);
    if (threadIdx.x == 0)
        chain_leave(scratch, t.pieces, turn.epoch);
}

#endif

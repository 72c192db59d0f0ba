/* vectorized.cuh - tiles of any length at copy speed, by their length:
 *
 *   scan_few      the only warp, an element a lane and row: up to 128
 *   scan_short    several tiles a warp; 128 threads of 2 vectors, 64 of 4
 *   scan_medium   a tile a block; up to 128 threads of 2, 256 of 4 or 8
 *   scan_walk     a tile a block, piece after piece; 256 threads of 8
 *   scan_long     a tile in pieces, a block each, in a chain, for few tiles;
 *                 128 threads of 8; float sums are grouped as blocks
 *                 happened to finish
 *
 * A thread has all its loads in flight before it adds anything. It scans each
 * vector, the warp scans the vectors' totals, and what comes before a vector
 * is added last. An element's bytes are read once and written once. */
#ifndef TETRAD_CUDA_TILE_SCAN_VECTORIZED_CUH
#define TETRAD_CUDA_TILE_SCAN_VECTORIZED_CUH

#include "parts/lookback.cuh"
#include "tile_scan/scan_warp.cuh"

/* Of the piece at `at`, in a tile or an array that ends at `end`. */
static __device__ int items_of(const tiling &t, size_t at, size_t end)
{
    return int(min(t.piece, end - at));
}

/* An element a lane of the only warp, in each of so many rows. */
template <class T, int Rows>
static __global__ void __launch_bounds__(WARP)
    scan_few(const T *in, T *out, unsigned n, unsigned length)
{
    const unsigned lane = threadIdx.x;
    T sum[Rows], row_before = 0;
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const unsigned i = r * WARP + lane;
        sum[r] = i < n ? __ldg(in + i) : T(0);
    }
#pragma unroll
    for (int r = 0; r < Rows; r++) {
        const unsigned i = r * WARP + lane, in_tile = i % length;
#pragma unroll
        for (unsigned width = 1; width < WARP; width *= 2) {
            const T before = __shfl_up_sync(FULL_WARP, sum[r], width);
            if (min(in_tile, lane) >= width)
                sum[r] += before;
        }
        if (in_tile > lane)
            sum[r] += row_before;
        if (r + 1 < Rows)
            row_before = __shfl_sync(FULL_WARP, sum[r], WARP - 1);
        if (i < n)
            out[i] = sum[r];
    }
}

/* Whole tiles a warp, `Warps` a block. */
template <class T, int Vectors, int Warps, bool Same>
static __global__ void __launch_bounds__(Warps *WARP)
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
static __global__ void __launch_bounds__(Warps *WARP)
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
static __global__ void __launch_bounds__(Warps *WARP)
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
static __device__ T look_back(void *scratch, unsigned ticket, unsigned k,
                              T sum)
{
    packet<T> *packets = chain_packets<T>(scratch);
    const bool first_lane = threadIdx.x == 0;
    if (first_lane)
        chain_publish<T>(packets, ticket,
                         k > 0 ? CHAIN_AGGREGATE : CHAIN_PREFIX, sum);
    if (k == 0)
        return 0;
    const T older =
        chain_look_back<T>(packets, ticket, [](T a, T b) { return a + b; });
    if (first_lane)
        chain_publish<T>(packets, ticket, CHAIN_PREFIX, T(older + sum));
    return older;
}

/* A piece a block of `Warps` warps. The pieces of a tile follow one another in
 * the order of tickets, and the first publishes a prefix, so that no look back
 * leaves its tile. A piece is summed first and scanned while warp 0 looks
 * back. */
template <class T, int Vectors, int Warps, bool Same>
static __global__ void __launch_bounds__(Warps *WARP)
    scan_long(const T *in, T *out, tiling t, void *scratch)
{
    __shared__ T totals[Warps], before_piece;
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const unsigned ticket = block_ticket(scratch);
    const unsigned tile = ticket / t.per_tile, k = ticket % t.per_tile;
    const size_t begin = tile * t.length, at = begin + k * t.piece;
    const size_t end = min(begin + t.length, t.n);
    const stretch<T> s = stretch_at(in, out, t.n, at, items_of(t, at, end));
    const int offset = first_offset<T, Vectors>(warp);
    vector<T> v[Vectors];
    T before[Vectors];
    stretch_load<Same>(s, offset, v);
    const T total =
        warp_reduce(scan_vectors(v), [](T a, T b) { return a + b; });
    if (lane == 0)
        totals[warp] = total;
    __syncthreads();
    const T older = sum_before<Warps>(totals);
    if (warp == 0) {
        const T sum = sum_all<Warps>(totals);
        const T found = look_back(scratch, ticket, k, sum);
        if (lane == 0)
            before_piece = found;
    }
    scan_lanes(v, before);
    __syncthreads();
    add_before(v, before, T(before_piece + older));
    stretch_store(s, offset, v);
}

#endif

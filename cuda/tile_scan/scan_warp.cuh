/* scan_warp.cuh - scanning the vectors of a warp, without a barrier: as part of
 * one tile, or with tiles that start and end among them. */
#ifndef TETRAD_CUDA_TILE_SCAN_SCAN_WARP_CUH
#define TETRAD_CUDA_TILE_SCAN_SCAN_WARP_CUH

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

#endif

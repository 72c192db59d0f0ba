/* blocked.cuh - any filter: Own x LANE sums a thread in registers, and with
 * them the taps of a slab, a few rows of the filter.
 *
 * 128 threads a block with LANE x Own pixels each. A row of the image that a
 * thread reads from shared memory, LANE + K - 1 pixels by vectors, is under
 * several rows of the slab at once: for k = 9 and a slab of 3 rows 30 vectors
 * of pixels and 7 of taps for 864 multiply-adds. No tap is in constant memory:
 * a filter is an input of the run, and a copy to there would be a launch more.
 *
 * K columns of taps are compiled; a filter that has fewer lies in their middle,
 * zeros beside it. Up to SIZES_MOST K is k, and the rows that the last slab
 * does not have are a slab of their own; beyond, they are zeros. Zeros change
 * no sum: pixels are finite. */
#ifndef TETRAD_CUDA_CONV2D_BLOCKED_CUH
#define TETRAD_CUDA_CONV2D_BLOCKED_CUH

#include "conv2d/tile.cuh"

constexpr int SIZES_MOST = 15;

/* Rows of a slab, and blocks that a multiprocessor is to hold at once, which
 * bounds a thread's registers: 65536 by threads. A slab is a loop's body, which
 * is to stay where instructions are kept. */
template <int K, int Own>
struct tuning {
    static constexpr int SLAB = K <= 5 ? K : K <= 9 ? 3 : K <= 15 ? 2 : 3;
    static constexpr int BLOCKS = K == 3 ? 12
        : K == 5                         ? 11
        : K <= SIZES_MOST                ? 10
                                         : 7;
};

/* H200, 4096 x 4096, us of a trial with slabs of 2, 3, 4 and 5 rows, eight
 * blocks each: k = 9 76.8, 76.4, 73.7, 77.3; 11 98.0, 98.3, 104.2; 13 126.1,
 * 123.7, 133.2; 15 159.6, 156.4, 184.7, 174.8; of 7 with six blocks 59.8, 60.0,
 * 56.1. With seven k = 11 to 15 took 2 to 3 us longer, with more rows a thread
 * and fewer blocks 3 to 20. (Of k = 13 and 15 a few registers are spilt.) */
template <int K>
struct tuning<K, 8> {
    static constexpr int SLAB = K <= 5 ? K : K <= 9 ? 4 : K <= 11 ? 2 : 3;
    static constexpr int BLOCKS = K == 3 ? 7 : K <= 7 ? 6 : 8;
};

template <int K, int Own>
struct slabs {
    static constexpr int ROWS = tuning<K, Own>::SLAB; /* of each */
    static constexpr bool EXACT = K <= SIZES_MOST;    /* k is K */
    static constexpr int REST = EXACT ? K % ROWS : 0;
    static constexpr int TAPS = WHOLE_VECTORS<ROWS * K>; /* of a slab */
    /* Of the largest filter. */
    static constexpr int MOST = (K + ROWS - 1) / ROWS;
    static constexpr int LOADED =
        TILE_ROWS<Own> + (EXACT ? K : MOST * ROWS) - 1;

    static __device__ int full(int k)
    {
        return EXACT ? K / ROWS : (k + ROWS - 1) / ROWS;
    }
};

/* The filter, slab after slab, zeros where it has no taps. */
template <int K, int Own>
static __device__ void spread_taps(const struct conv2d &c, float *to)
{
    using S = slabs<K, Own>;
    const int k = int(c.k), beside = (K - k) / 2;
#pragma unroll
    for (int n = 0; n < S::MOST * S::TAPS; n += TILE_THREADS) {
        const int i = n + int(threadIdx.x), in = i % S::TAPS;
        const int u = i / S::TAPS * S::ROWS + in / K;
        const int v = in % K - beside;
        const bool there = in < S::ROWS * K && u < k && v >= 0 && v < k;
        if (i < S::MOST * S::TAPS)
            to[i] = there ? c.f[u * k + v] : 0;
    }
}

/* The same where k is K: what lies between slabs is not looked at. */
template <int K, int Own>
static __device__ void copy_taps(const struct conv2d &c, float *to)
{
    using S = slabs<K, Own>;
    constexpr int TAPS = S::ROWS * K;
#pragma unroll
    for (int n = 0; n < K * K; n += TILE_THREADS) {
        const int i = n + int(threadIdx.x);
        if (i < K * K)
            to[i + i / TAPS * (S::TAPS - TAPS)] = c.f[i];
    }
}

/* Adds what a slab of Rows rows makes of the pixels from `from` on, this
 * lane's first under its first row. */
template <int K, int Rows, int Own>
static __device__ void add_slab(float (&sum)[Own][LANE], const float *from,
                                const float *taps)
{
    using W = window<K>;
    float tap[WHOLE_VECTORS<Rows * K>];
    take(tap, taps);
#pragma unroll
    for (int i = 0; i < Own + Rows - 1; i++) {
        float x[W::FLOATS];
        take(x, from + i * W::PITCH);
#pragma unroll
        for (int u = 0; u < Rows; u++)
            if (i >= u && i - u < Own)
#pragma unroll
                for (int v = 0; v < K; v++)
#pragma unroll
                    for (int j = 0; j < LANE; j++)
                        sum[i - u][j] =
                            fmaf(tap[u * K + v], x[W::SHIFT + v + j],
                                 sum[i - u][j]);
    }
}

template <int K, int Own>
static __global__ void __launch_bounds__(TILE_THREADS, tuning<K, Own>::BLOCKS)
    conv2d_blocked(struct conv2d c, bool aligned)
{
    using W = window<K>;
    using S = slabs<K, Own>;
    __shared__ __align__(16) float tile[S::LOADED * W::PITCH];
    __shared__ __align__(16) float taps[S::MOST * S::TAPS];
    const int warp = int(threadIdx.x) / WARP, lane = int(threadIdx.x) % WARP;
    const int full = S::full(int(c.k));
    const struct spot first = tile_of_block<TILE_ROWS<Own>, TILE_COLUMNS>(c);
    float sum[Own][LANE] = {};

    load_tile<S::LOADED, W::PITCH>(
        c, aligned, tile,
        { first.row - ptrdiff_t(c.r), first.column - W::LEFT });
    if constexpr (S::EXACT)
        copy_taps<K, Own>(c, taps);
    else
        spread_taps<K, Own>(c, taps);
    async_wait();
    __syncthreads();

    const float *from = tile + warp * Own * W::PITCH + lane * LANE;
#pragma unroll 1
    for (int s = 0; s < full; s++)
        add_slab<K, S::ROWS>(sum, from + s * S::ROWS * W::PITCH,
                             taps + s * S::TAPS);
    if constexpr (S::REST > 0)
        add_slab<K, S::REST>(sum, from + full * S::ROWS * W::PITCH,
                             taps + full * S::TAPS);
    store_tile(c, aligned, sum, { first.row + warp * Own, first.column },
               tile);
}

#endif

/* fused.cuh - separable filters: both passes of a block's tile in shared
 * memory, so that an image is read once and written once.
 *
 * 128 threads a block, LANE x Own pixels a thread. A warp filters rows of the
 * tile along, each to where it was; then a thread has its pixels, filtered
 * down. For Own rows that is K (2 + (K - 1) / (4 Own)) multiply-adds a pixel.
 * K columns and rows are
 * compiled; factors that have fewer taps lie in their middle, zeros beside
 * them, which change no sum: pixels are finite. */
#ifndef TETRAD_CUDA_CONV2D_FUSED_CUH
#define TETRAD_CUDA_CONV2D_FUSED_CUH

#include "conv2d/tile.cuh"

/* A factor, zeros where it has no taps. */
template <int K>
static __device__ void spread_factor(const struct conv2d &c, const float *from,
                                     float *to)
{
    const int k = int(c.k);
    for (int i = int(threadIdx.x); i < WHOLE_VECTORS<K>; i += TILE_THREADS) {
        const int v = i - (K - k) / 2;
        to[i] = v >= 0 && v < k ? from[v] : 0;
    }
}

/* A row of the tile, by a warp; `at` is this lane's first pixel of it. */
template <int K>
static __device__ void filter_along(float *at,
                                    const float (&tap)[WHOLE_VECTORS<K>])
{
    using W = window<K>;
    float x[W::FLOATS], sum[LANE] = {};
    take(x, at);
#pragma unroll
    for (int v = 0; v < K; v++)
#pragma unroll
        for (int j = 0; j < LANE; j++)
            sum[j] = fmaf(tap[v], x[W::SHIFT + v + j], sum[j]);
    __syncwarp();
    *reinterpret_cast<float4 *>(at) =
        make_float4(sum[0], sum[1], sum[2], sum[3]);
}

template <int K, int Own>
static __device__ void filter_down(float (&sum)[Own][LANE], const float *from,
                                   const float (&tap)[WHOLE_VECTORS<K>])
{
#pragma unroll
    for (int i = 0; i < Own + K - 1; i++) {
        float x[LANE];
        take(x, from + i * window<K>::PITCH);
#pragma unroll
        for (int r = 0; r < Own; r++)
            if (i >= r && i - r < K)
#pragma unroll
                for (int j = 0; j < LANE; j++)
                    sum[r][j] = fmaf(tap[i - r], x[j], sum[r][j]);
    }
}

template <int K, int Own>
static __global__ void __launch_bounds__(TILE_THREADS)
    conv2d_fused(struct conv2d c, bool aligned)
{
    using W = window<K>;
    constexpr int LOADED = TILE_ROWS<Own> + K - 1;
    __shared__ __align__(16) float tile[LOADED * W::PITCH];
    __shared__ __align__(16) float factors[2][WHOLE_VECTORS<K>];
    const int warp = int(threadIdx.x) / WARP, lane = int(threadIdx.x) % WARP;
    const struct spot own = tile_of_block<TILE_ROWS<Own>, TILE_COLUMNS>(c);
    float sum[Own][LANE] = {}, tap[WHOLE_VECTORS<K>];

    load_tile<LOADED, W::PITCH>(c, aligned, tile,
                                { own.row - K / 2, own.column - W::LEFT });
    spread_factor<K>(c, c.row, factors[0]);
    spread_factor<K>(c, c.column, factors[1]);
    async_wait();
    __syncthreads();

    take(tap, factors[0]);
    for (int i = warp; i < LOADED; i += TILE_WARPS)
        filter_along<K>(tile + i * W::PITCH + lane * LANE, tap);
    __syncthreads();
    take(tap, factors[1]);
    filter_down<K, Own>(sum, tile + warp * Own * W::PITCH + lane * LANE, tap);
    store_tile(c, aligned, sum, { own.row + warp * Own, own.column }, tile);
}

#endif

/* tile.cuh - what best is made of: a block's tile of the image in shared
 * memory, with what is around it, and its results on their way out.
 *
 * A block has TILE_ROWS<Own> x TILE_COLUMNS pixels: a warp Own whole rows of
 * them, a lane LANE neighbours in each, 16 bytes, so that a warp reads vectors
 * that lie side by side, free of bank conflicts. A tile comes and leaves
 * by vectors where rows lie on their grid; what is beyond a border is put there
 * as the tile is loaded, so that what follows knows of no border. */
#ifndef TETRAD_CUDA_CONV2D_TILE_CUH
#define TETRAD_CUDA_CONV2D_TILE_CUH

#include "conv2d/pixel.cuh"
#include "conv2d/words.cuh"
#include "parts/vector.cuh"
#include "parts/warp.cuh"

constexpr int LANE = 4;
constexpr int TILE_WARPS = 4, TILE_THREADS = TILE_WARPS * WARP;
constexpr int TILE_COLUMNS = WARP * LANE;

template <int Own>
constexpr int TILE_ROWS = TILE_WARPS *Own;

template <int N>
constexpr int WHOLE_VECTORS = (N + LANE - 1) / LANE *LANE;

/* What a lane reads of a row for K columns of taps, and a row of a tile. */
template <int K>
struct window {
    static constexpr int LEFT = WHOLE_VECTORS<K / 2>; /* before the tile's
                                                         first column */
    static constexpr int SHIFT = LEFT - K / 2; /* to the first tap's pixel */
    static constexpr int FLOATS = WHOLE_VECTORS<SHIFT + K + LANE - 1>;
    static constexpr int PITCH = TILE_COLUMNS + FLOATS - LANE;
};

/* From shared memory by vectors; both aligned. */
template <int N>
static __device__ void take(float (&to)[N], const float *from)
{
    static_assert(N % LANE == 0, "whole vectors");
#pragma unroll
    for (int j = 0; j < N; j += LANE) {
        const float4 v = *reinterpret_cast<const float4 *>(from + j);
        to[j] = v.x;
        to[j + 1] = v.y;
        to[j + 2] = v.z;
        to[j + 3] = v.w;
    }
}

/* --- in ------------------------------------------------------------------- */

/* Whether Rows x Columns pixels from `first` on are all in the image. */
template <int Rows, int Columns>
static __device__ bool all_inside(const struct conv2d &c, struct spot first)
{
    return is_inside(c, first) &&
        is_inside(c, { first.row + Rows - 1, first.column + Columns - 1 });
}

/* Begins to copy Rows rows of Pitch pixels from `first` on, wherever they are:
 * a warp a row, of which a lane has the same columns in each. */
template <int Rows, int Pitch>
static __device__ void load_any(const struct conv2d &c, float *tile,
                                struct spot first)
{
    constexpr int ACROSS = (Pitch + WARP - 1) / WARP;
    const int warp = int(threadIdx.x) / WARP, lane = int(threadIdx.x) % WARP;
    size_t column[ACROSS];
    bool there[ACROSS];
#pragma unroll
    for (int q = 0; q < ACROSS; q++) {
        const ptrdiff_t at = first.column + lane + q * WARP;
        column[q] = nearest(at, c.width);
        there[q] = c.clamp || is_inside(at, c.width);
    }
#pragma unroll 2
    for (int i = warp; i < Rows; i += TILE_WARPS) {
        const ptrdiff_t at = first.row + i;
        const float *const row = c.x + nearest(at, c.height) * c.width;
        const bool inside = c.clamp || is_inside(at, c.height);
#pragma unroll
        for (int q = 0; q < ACROSS; q++)
            if ((q + 1) * WARP <= Pitch || q * WARP + lane < Pitch)
                async_copy<1>(tile + i * Pitch + q * WARP + lane,
                              row + column[q], inside && there[q]);
    }
}

/* The same by vectors, where rows lie on the grid of 16 bytes: each is all in
 * the image or all beside it, where it is one pixel four times. */
template <int Rows, int Pitch>
static __device__ void load_vectors(const struct conv2d &c, float *tile,
                                    struct spot first)
{
    const int warp = int(threadIdx.x) / WARP;
#pragma unroll 1
    for (int j = int(threadIdx.x) % WARP * LANE; j < Pitch; j += WARP * LANE) {
        const ptrdiff_t at = first.column + j;
        const bool there = is_inside(at, c.width);
        const float *const column =
            c.x + (there || c.clamp ? nearest(at, c.width) : 0);
#pragma unroll 2
        for (int i = warp; i < Rows; i += TILE_WARPS) {
            const ptrdiff_t row = first.row + i;
            const bool inside = c.clamp || is_inside(row, c.height);
            const float *const from =
                column + nearest(row, c.height) * c.width;
            float *const to = tile + i * Pitch + j;
            if (there || !c.clamp)
                async_copy<LANE>(to, from, inside && there);
            else
#pragma unroll
                for (int k = 0; k < LANE; k++)
                    async_copy<1>(to + k, from, true);
        }
    }
}

/* The same of what is all in the image, by vectors on that grid or by words:
 * column after column, so that hardly a copy has a condition of its own. */
template <int Rows, int Pitch, int Unit>
static __device__ void load_inner(const struct conv2d &c, float *tile,
                                  struct spot first)
{
    constexpr int STEP = WARP * Unit;
    const int warp = int(threadIdx.x) / WARP;
    const int j = int(threadIdx.x) % WARP * Unit;
    const float *row =
        c.x + size_t(first.row + warp) * c.width + size_t(first.column + j);
    float *to = tile + warp * Pitch + j;
#pragma unroll
    for (int q = 0; q < Pitch; q += STEP) {
        const float *from = row + q;
        if (q + STEP > Pitch && q + j >= Pitch)
            break;
#pragma unroll
        for (int i = 0; i < Rows; i += TILE_WARPS) {
            if (i + TILE_WARPS <= Rows || i + warp < Rows)
                async_copy<Unit>(to + i * Pitch + q, from);
            from += TILE_WARPS * c.width;
        }
    }
}

/* `aligned`: rows of image and result lie on the grid of 16 bytes. */
template <int Rows, int Pitch>
static __device__ void load_tile(const struct conv2d &c, bool aligned,
                                 float *tile, struct spot first)
{
    if (all_inside<Rows, Pitch>(c, first)) {
        if (aligned)
            load_inner<Rows, Pitch, LANE>(c, tile, first);
        else
            load_inner<Rows, Pitch, 1>(c, tile, first);
    } else if (aligned)
        load_vectors<Rows, Pitch>(c, tile, first);
    else
        load_any<Rows, Pitch>(c, tile, first);
}

/* --- out ------------------------------------------------------------------ */

/* How many of `most` places there are from `at` on, of n; may be negative. */
static __device__ int left_of(size_t n, ptrdiff_t at, int most)
{
    return int(min(ptrdiff_t(n) - at, ptrdiff_t(most)));
}

template <int Own>
static __device__ void store_vectors(const struct conv2d &c,
                                     const float (&sum)[Own][LANE],
                                     struct spot at)
{
    float *to = c.y + size_t(at.row) * c.width + size_t(at.column);
    const int rows = left_of(c.height, at.row, Own);
    if (at.column >= ptrdiff_t(c.width))
        return;
#pragma unroll
    for (int r = 0; r < Own; r++) {
        if (r < rows)
            vector_store(
                to,
                vector<float>{ sum[r][0], sum[r][1], sum[r][2], sum[r][3] });
        to += c.width;
    }
}

/* By words, of which a warp stores neighbours: they change places by `room`,
 * for the warp's results. */
template <int Own>
static __device__ void store_words(const struct conv2d &c,
                                   const float (&sum)[Own][LANE],
                                   struct spot warp, float *room)
{
    const int lane = int(threadIdx.x) % WARP;
    const int rows = left_of(c.height, warp.row, Own);
    const int columns = left_of(c.width, warp.column, TILE_COLUMNS) - lane;
    const float *const mine = room + lane;
    float *to = c.y + size_t(warp.row) * c.width + size_t(warp.column) + lane;
#pragma unroll
    for (int r = 0; r < Own; r++)
        *reinterpret_cast<float4 *>(room + r * TILE_COLUMNS + lane * LANE) =
            make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
    __syncwarp();
#pragma unroll
    for (int r = 0; r < Own; r++) {
        if (r >= rows)
            break;
#pragma unroll
        for (int q = 0; q < LANE; q++)
            if (q * WARP < columns)
                to[q * WARP] = mine[r * TILE_COLUMNS + q * WARP];
        to += c.width;
    }
}

/* A warp's results, from `warp` on. The whole block calls it; what the tile
 * held is lost. */
template <int Own>
static __device__ void store_tile(const struct conv2d &c, bool aligned,
                                  const float (&sum)[Own][LANE],
                                  struct spot warp, float *tile)
{
    const int lane = int(threadIdx.x) % WARP;
    if (aligned) {
        store_vectors(c, sum, { warp.row, warp.column + lane * LANE });
        return;
    }
    __syncthreads();
    store_words(c, sum, warp,
                tile + threadIdx.x / WARP * (Own * TILE_COLUMNS));
}

#endif

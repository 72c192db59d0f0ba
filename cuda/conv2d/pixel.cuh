/* pixel.cuh - what the rungs of conv2d share: a thread a pixel, in blocks of
 * PIXEL_COLUMNS x PIXEL_ROWS, and what is beyond the border.
 *
 * Blocks are counted along the rows of the image in a grid's x: its y is too
 * short for some images. */
#ifndef TETRAD_CUDA_CONV2D_PIXEL_CUH
#define TETRAD_CUDA_CONV2D_PIXEL_CUH

#include <cstddef>

#include "ops/conv2d.h"
#include "parts/launch.cuh"

constexpr int PIXEL_COLUMNS = 32, PIXEL_ROWS = 8;
constexpr int PIXEL_THREADS = PIXEL_COLUMNS * PIXEL_ROWS;

/* A place in the image, or beyond it. */
struct spot {
    ptrdiff_t row, column;
};

/* The first pixel of this block's tile. */
template <int Rows, int Columns>
static __device__ struct spot tile_of_block(const struct conv2d &c)
{
    const unsigned across = unsigned(ceil_div(c.width, size_t(Columns)));
    return { ptrdiff_t(blockIdx.x / across) * Rows,
             ptrdiff_t(blockIdx.x % across) * Columns };
}

static __device__ struct spot pixel_of_thread(const struct conv2d &c)
{
    const struct spot tile = tile_of_block<PIXEL_ROWS, PIXEL_COLUMNS>(c);
    return { tile.row + ptrdiff_t(threadIdx.y),
             tile.column + ptrdiff_t(threadIdx.x) };
}

/* Of n rows or columns. */
static __device__ bool is_inside(ptrdiff_t at, size_t n)
{
    return at >= 0 && at < ptrdiff_t(n);
}

static __device__ size_t nearest(ptrdiff_t at, size_t n)
{
    return size_t(min(max(at, ptrdiff_t(0)), ptrdiff_t(n) - 1));
}

static __device__ bool is_inside(const struct conv2d &c, struct spot at)
{
    return is_inside(at.row, c.height) && is_inside(at.column, c.width);
}

/* The pixel of the image that is nearest. */
static __device__ size_t nearest(const struct conv2d &c, struct spot at)
{
    return nearest(at.row, c.height) * c.width + nearest(at.column, c.width);
}

/* What is there of an image x as large as c's, or stands for it. */
static __device__ float pixel(const struct conv2d &c, const float *x,
                              struct spot at)
{
    return c.clamp || is_inside(c, at) ? x[nearest(c, at)] : 0;
}

#endif

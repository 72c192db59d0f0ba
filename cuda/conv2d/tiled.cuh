/* tiled.cuh - a block shares its tile of the image and what is around it, up
 * to 15 pixels on each side; the filter is in constant memory, as in
 * constant.cuh.
 *
 * 256 threads a block, a pixel each; 4 (1 + (k - 1) / 32) (1 + (k - 1) / 8)
 * bytes of global memory a pixel, 4 bytes of shared memory a multiplication,
 * free of bank conflicts. */
#ifndef TETRAD_CUDA_CONV2D_TILED_CUH
#define TETRAD_CUDA_CONV2D_TILED_CUH

#include "constant.cuh"

static __global__ void __launch_bounds__(PIXEL_THREADS)
    conv2d_tiled(struct conv2d c)
{
    constexpr int AROUND = CONV2D_K_MOST - 1;
    __shared__ float tile[PIXEL_ROWS + AROUND][PIXEL_COLUMNS + AROUND];
    const int x = int(threadIdx.x), y = int(threadIdx.y);
    const int k = int(c.k), r = int(c.r);
    const struct spot first = tile_of_block<PIXEL_ROWS, PIXEL_COLUMNS>(c);
    const struct spot at = { first.row + y, first.column + x };
    float sum = 0;

    for (int i = y; i < PIXEL_ROWS + k - 1; i += PIXEL_ROWS)
        for (int j = x; j < PIXEL_COLUMNS + k - 1; j += PIXEL_COLUMNS)
            tile[i][j] =
                pixel(c, c.x, { first.row + i - r, first.column + j - r });
    __syncthreads();
    for (int u = 0; u < k; u++)
        for (int v = 0; v < k; v++)
            sum += conv2d_taps[u * k + v] * tile[y + u][x + v];
    if (is_inside(c, at))
        c.y[nearest(c, at)] = sum;
}

#endif

/* separable.cuh - two passes, a thread a pixel each: 1 x k taps from the image
 * to scratch, then k x 1 taps to the result. 2 k multiplications a pixel for
 * k^2, and 16 bytes of memory for 8. 256 threads a block.
 *
 * Clamped, the rows beyond the border are filtered as the border's row is, so
 * the second pass finds the same there. */
#ifndef TETRAD_CUDA_CONV2D_SEPARABLE_CUH
#define TETRAD_CUDA_CONV2D_SEPARABLE_CUH

#include "pixel.cuh"

static __global__ void __launch_bounds__(PIXEL_THREADS)
    conv2d_along(struct conv2d c, float *to)
{
    const int k = int(c.k), r = int(c.r);
    const struct spot at = pixel_of_thread(c);
    float sum = 0;

    if (!is_inside(c, at))
        return;
    for (int v = 0; v < k; v++)
        sum += c.row[v] * pixel(c, c.x, { at.row, at.column + v - r });
    to[nearest(c, at)] = sum;
}

static __global__ void __launch_bounds__(PIXEL_THREADS)
    conv2d_down(struct conv2d c, const float *from)
{
    const int k = int(c.k), r = int(c.r);
    const struct spot at = pixel_of_thread(c);
    float sum = 0;

    if (!is_inside(c, at))
        return;
    for (int u = 0; u < k; u++)
        sum += c.column[u] * pixel(c, from, { at.row + u - r, at.column });
    c.y[nearest(c, at)] = sum;
}

#endif

/* direct.cuh - a thread a pixel, everything from global memory.
 *
 * Threads of a row read neighbours, so loads coalesce; of the 8 bytes asked for
 * a multiplication the L1 cache serves most. 256 threads a block. */
#ifndef TETRAD_CUDA_CONV2D_DIRECT_CUH
#define TETRAD_CUDA_CONV2D_DIRECT_CUH

#include "pixel.cuh"

/* The sum for one pixel, with taps wherever they are. */
static __device__ float filtered(const struct conv2d &c, const float *taps,
                                 struct spot at)
{
    const int k = int(c.k), r = int(c.r);
    float sum = 0;
    for (int u = 0; u < k; u++)
        for (int v = 0; v < k; v++)
            sum += taps[u * k + v] *
                pixel(c, c.x, { at.row + u - r, at.column + v - r });
    return sum;
}

static __global__ void __launch_bounds__(PIXEL_THREADS)
    conv2d_direct(struct conv2d c)
{
    const struct spot at = pixel_of_thread(c);
    if (is_inside(c, at))
        c.y[nearest(c, at)] = filtered(c, c.f, at);
}

#endif

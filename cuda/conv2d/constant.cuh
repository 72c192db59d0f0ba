/* constant.cuh - as direct, but the filter is in constant memory, whose cache
 * gives a word to a whole warp at once: 4 bytes of global memory asked for a
 * multiplication. 256 threads a block.
 *
 * The filter is an input, so a run copies it there, on its stream, before the
 * kernel. There is one such array a GPU: two runs at the same time, on two
 * streams, must not have different filters. */
#ifndef TETRAD_CUDA_CONV2D_CONSTANT_CUH
#define TETRAD_CUDA_CONV2D_CONSTANT_CUH

#include "direct.cuh"

static __constant__ float conv2d_taps[CONV2D_K_MOST * CONV2D_K_MOST];

static inline enum status fill_constant(const struct job *job,
                                        const struct conv2d &c)
{
    return cuda_status(
        job,
        cudaMemcpyToSymbolAsync(conv2d_taps, c.f, c.k * c.k * sizeof *c.f, 0,
                                cudaMemcpyDeviceToDevice, stream_of(job)),
        "the filter to constant memory");
}

static __global__ void __launch_bounds__(PIXEL_THREADS)
    conv2d_constant(struct conv2d c)
{
    const struct spot at = pixel_of_thread(c);
    if (is_inside(c, at))
        c.y[nearest(c, at)] = filtered(c, conv2d_taps, at);
}

#endif

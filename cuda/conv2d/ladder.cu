/* ladder.cu - launching the rungs of conv2d: any image, both borders. */
#include "conv2d/constant.cuh"
#include "conv2d/direct.cuh"
#include "conv2d/separable.cuh"
#include "conv2d/tiled.cuh"
#include "cuda.h"

#define RUNG(stem, ...) LAUNCHER(cuda_conv2d_##stem);
#include "conv2d/rungs.def"
LAUNCHER(cuda_conv2d_one);
LAUNCHER(cuda_conv2d_two);

/* One block a tile of the image. Those of one that fits in memory are fewer
 * than GRID_MAX. */
template <class... Parameters, class... More>
static enum status launch_pixels(const struct job *job,
                                 void (*kernel)(Parameters...),
                                 const struct conv2d &c, More... more)
{
    if (c.height == 0 || c.width == 0)
        return STATUS_OK;
    kernel<<<blocks_for(ceil_div(c.height, size_t(PIXEL_ROWS)) *
                            ceil_div(c.width, size_t(PIXEL_COLUMNS)),
                        1),
             dim3(PIXEL_COLUMNS, PIXEL_ROWS), 0, stream_of(job)>>>(c, more...);
    return cuda_launched(job, job->variant->name);
}

enum status cuda_conv2d_direct(struct job *job)
{
    return launch_pixels(job, conv2d_direct, conv2d_of(job));
}

enum status cuda_conv2d_constant(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const enum status status = fill_constant(job, c);
    return status ? status : launch_pixels(job, conv2d_constant, c);
}

enum status cuda_conv2d_tiled(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const enum status status = fill_constant(job, c);
    return status ? status : launch_pixels(job, conv2d_tiled, c);
}

enum status cuda_conv2d_separable(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    float *between = static_cast<float *>(job->scratch);
    const enum status status = launch_pixels(job, conv2d_along, c, between);
    return status ? status : launch_pixels(job, conv2d_down, c, between);
}

/* --- of one pass, and of two ---------------------------------------------- */

size_t cuda_conv2d_one_scratch(const struct job *)
{
    return 0;
}

double cuda_conv2d_one_depth(const struct job *job)
{
    return conv2d_depth(job);
}

/* The image between them. */
size_t cuda_conv2d_two_scratch(const struct job *job)
{
    return job->problem->out[0].count * sizeof(float);
}

double cuda_conv2d_two_depth(const struct job *job)
{
    return conv2d_depth_separable(job);
}

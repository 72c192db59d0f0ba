/* histogram_variants.c - histogram by NVIDIA's libraries. */
#include <math.h>

#include "cuda.h"
#include "ops/histogram.h"

LAUNCHER(cub_histogram_device);

/* CUB's rule of f32 is ours but for the last samples below high, where rounding
 * may take them to `bins`: that bin CUB does not have, and writes behind its
 * counters. */
static const char *refuses(const struct problem *p)
{
    const struct histogram_rule r = histogram_rule(p);
    const float last = nextafterf(r.real.high, -INFINITY);
    const float from = last - r.real.low;
    return p->type == ELEM_F32 && from * r.real.scale >= (float)r.bins
        ? "rounding takes samples just below high to one bin more than CUB has"
        : NULL;
}

const struct variant cub_histogram[] = {
    {
        .name = "device-histogram",
        .idea = "even bins; a launch that clears them, and one that counts; "
                "beyond 256 bins a histogram a block in global memory",
        .source = "cub::DeviceHistogram",
        .best = true,
        .refuses = refuses,
        .scratch = CUDA(cub_histogram_device_scratch),
        .run = CUDA(cub_histogram_device),
    },
    { 0 }
};

/* scatter_variants.c - scatter by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_scatter_device);
LAUNCHER(cub_scatter_thrust);

const struct variant cub_scatter[] = {
    {
        .name = "thrust-scatter",
        .idea = "as Thrust's users call it, not waiting: a thread an element "
                "at a time",
        .source = "thrust::scatter",
        .best = true,
        .run = CUDA(cub_scatter_thrust),
    },
    {
        .name = "device-transform",
        .idea = "a transform that changes nothing, to where a permutation "
                "iterator leads",
        .source = "cub::DeviceTransform",
        .scratch = CUDA(cub_scatter_device_scratch),
        .run = CUDA(cub_scatter_device),
    },
    { 0 }
};

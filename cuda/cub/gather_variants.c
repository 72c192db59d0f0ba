/* gather_variants.c - gather by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_gather_device);
LAUNCHER(cub_gather_thrust);

const struct variant cub_gather[] = {
    {
        .name = "thrust-gather",
        .idea = "as Thrust's users call it, not waiting: a thread an element "
                "at a time",
        .source = "thrust::gather",
        .best = true,
        .run = CUDA(cub_gather_thrust),
    },
    {
        .name = "device-transform",
        .idea = "a transform that changes nothing, of what a permutation "
                "iterator leads to",
        .source = "cub::DeviceTransform",
        .scratch = CUDA(cub_gather_device_scratch),
        .run = CUDA(cub_gather_device),
    },
    { 0 }
};

/* map_variants.c - map by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_map_device);
LAUNCHER(cub_map_thrust);

const struct variant cub_map[] = {
    {
        .name = "thrust-transform",
        .idea = "as Thrust's users call it, not waiting: f may ask for its "
                "arguments' addresses, so that they are not copied first",
        .source = "thrust::transform",
        .run = CUDA(cub_map_thrust),
    },
    {
        .name = "device-transform",
        .idea = "on Hopper and later, inputs come to shared memory by bulk "
                "copies",
        .source = "cub::DeviceTransform",
        .best = true,
        .scratch = CUDA(cub_map_device_scratch),
        .run = CUDA(cub_map_device),
    },
    { 0 }
};

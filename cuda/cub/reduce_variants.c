/* reduce_variants.c - reduce by NVIDIA's libraries. */
#include "cub.h"

const struct variant cub_reduce[] = {
    {
        .name = "thrust-reduce",
        .idea = "thrust::reduce, min_element, max_element: the value comes "
                "back to the host, so the time holds a wait and two copies",
        .source = "Thrust",
        .types = TYPES_ALL,
        .scratch = CUDA(cub_reduce_thrust_scratch),
        .depth = CUDA(cub_reduce_depth),
        .run = CUDA(cub_reduce_thrust),
    },
    {
        .name = "device-reduce",
        .idea = "cub::DeviceReduce: one pass, and a block that folds the "
                "partials; stays on the GPU",
        .source = "CUB",
        .best = true,
        .types = TYPES_ALL,
        .scratch = CUDA(cub_reduce_device_scratch),
        .depth = CUDA(cub_reduce_depth),
        .run = CUDA(cub_reduce_device),
    },
    { 0 }
};

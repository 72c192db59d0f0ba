/* reduce_variants.c - reduce by NVIDIA's libraries. */
#include "cub.h"

const struct variant cub_reduce[] = {
    {
        .name = "thrust-reduce",
        .idea = "the result comes back to the host: the time holds a wait and "
                "the host's delays",
        .source = "thrust::reduce, min_element, max_element",
        .traits = WAITS,
        .scratch = CUDA(cub_reduce_thrust_scratch),
        .depth = CUDA(cub_reduce_depth),
        .run = CUDA(cub_reduce_thrust),
    },
    {
        .name = "device-reduce",
        .idea =
            "one pass, then one block folds the partials; the result stays "
            "on the GPU",
        .source = "cub::DeviceReduce",
        .best = true,
        .scratch = CUDA(cub_reduce_device_scratch),
        .depth = CUDA(cub_reduce_depth),
        .run = CUDA(cub_reduce_device),
    },
    { 0 }
};

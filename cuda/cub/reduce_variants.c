/* reduce_variants.c - reduce by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_reduce_thrust);
LAUNCHER(cub_reduce_device);

const struct variant cub_reduce[] = {
    {
        .name = "thrust-reduce",
        .idea = "the result comes back to the host: the time holds a wait and "
                "the host's delays",
        .source = "thrust::reduce, min_element, max_element",
        .traits = WAITS,
        LAUNCHED_BY(cub_reduce_thrust),
    },
    {
        .name = "device-reduce",
        .idea =
            "one pass, then one block folds the partials; the result stays "
            "on the GPU",
        .source = "cub::DeviceReduce",
        .best = true,
        LAUNCHED_BY(cub_reduce_device),
    },
    { 0 }
};

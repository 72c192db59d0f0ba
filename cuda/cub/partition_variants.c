/* partition_variants.c - partition by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_partition_device);
LAUNCHER(cub_partition_thrust);

const struct variant cub_partition[] = {
    {
        .name = "thrust-stable-partition",
        .idea = "in order: the second side goes to scratch, and is copied "
                "behind the first when the host knows where that ends: the "
                "time holds a wait and the host's delays",
        .source = "thrust::stable_partition_copy",
        .traits = WAITS,
        .scratch = CUDA(cub_partition_thrust_scratch),
        .run = CUDA(cub_partition_thrust),
    },
    {
        .name = "device-partition",
        .idea = "one pass with decoupled look-back, after a launch that "
                "clears the tiles' states; the second side backwards",
        .source = "cub::DevicePartition::If",
        .best = true,
        .traits = UNSTABLE,
        .scratch = CUDA(cub_partition_device_scratch),
        .run = CUDA(cub_partition_device),
    },
    { 0 }
};

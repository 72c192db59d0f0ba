/* scan_variants.c - scan by NVIDIA's libraries. */
#include "cub.h"

const struct variant cub_scan[] = {
    {
        .name = "thrust-scan",
        .idea = "the kernels of device-scan as Thrust's users call them, not "
                "waiting",
        .source = "thrust::inclusive_scan, exclusive_scan",
        .scratch = CUDA(cub_scan_thrust_scratch),
        .depth = CUDA(cub_scan_depth),
        .run = CUDA(cub_scan_thrust),
    },
    {
        .name = "device-scan",
        .idea =
            "one pass with decoupled look-back, after a launch that clears "
            "the tiles' states",
        .source = "cub::DeviceScan",
        .best = true,
        .scratch = CUDA(cub_scan_device_scratch),
        .depth = CUDA(cub_scan_depth),
        .run = CUDA(cub_scan_device),
    },
    { 0 }
};

/* scan_variants.c - scan by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_scan_thrust);
LAUNCHER(cub_scan_device);

const struct variant cub_scan[] = {
    {
        .name = "thrust-scan",
        .idea = "the kernels of device-scan as Thrust's users call them, not "
                "waiting",
        .source = "thrust::inclusive_scan, exclusive_scan",
        LAUNCHED_BY(cub_scan_thrust),
    },
    {
        .name = "device-scan",
        .idea =
            "one pass with decoupled look-back, after a launch that clears "
            "the tiles' states",
        .source = "cub::DeviceScan",
        .best = true,
        LAUNCHED_BY(cub_scan_device),
    },
    { 0 }
};

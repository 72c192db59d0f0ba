/* split_variants.c - split by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_split_gather);
LAUNCHER(cub_split_scan);

const struct variant cub_split[] = {
    {
        .name = "scan-then-gather",
        .idea = "flags are added up to addresses in memory, and a transform "
                "fetches by them",
        .source = "cub::DeviceScan::ExclusiveSum, thrust::transform",
        .scratch = CUDA(cub_split_gather_scratch),
        .run = CUDA(cub_split_gather),
    },
    {
        .name = "scan-to-output",
        .idea = "one pass with decoupled look-back, after a launch that "
                "clears the tiles' states: the output of the scan is an "
                "iterator that fetches by each address",
        .source = "cub::DeviceScan::ExclusiveSum, "
                  "thrust::tabulate_output_iterator",
        .best = true,
        .scratch = CUDA(cub_split_scan_scratch),
        .run = CUDA(cub_split_scan),
    },
    { 0 }
};

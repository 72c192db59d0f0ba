/* tile_scan_variants.c - tile-scan by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_tile_scan_block);

const struct variant cub_tile_scan[] = {
    {
        .name = "block-scan",
        .idea =
            "kernels of ours around CUB's blocks, one a tile, or warps for "
            "short ones: tiles much longer than 1024 leave the GPU idle",
        .source = "cub::BlockScan, WarpScan, their loads and stores",
        .best = true,
        LAUNCHED_BY(cub_tile_scan_block),
    },
    { 0 }
};

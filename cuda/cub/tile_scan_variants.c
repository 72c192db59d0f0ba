/* tile_scan_variants.c - tile-scan by NVIDIA's libraries. */
#include "cub.h"

const struct variant cub_tile_scan[] = {
    {
        .name = "block-scan",
        .idea =
            "kernels of ours around CUB's blocks, one a tile, or warps for "
            "short ones: tiles much longer than 1024 leave the GPU idle",
        .source = "cub::BlockScan, WarpScan, their loads and stores",
        .best = true,
        .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
        .depth = CUDA(cub_tile_scan_depth),
        .run = CUDA(cub_tile_scan_block),
    },
    { 0 }
};

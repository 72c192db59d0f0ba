/* variants.c - the cuda backend's ways to scan tile by tile.
 *
 * Source of the ladder: the blocked prefix sum article and its code, simveit's
 * effective_scan, which scans 2^30 elements of i32 in tiles of one block on an
 * H100; the figures are its GB/s and the share of that GPU's peak. */
#include "cuda.h"
#include "tile_scan/launchers.h"

#define TYPES_SCANNED (TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64))

const struct variant cuda_tile_scan[] = {
    {
        .name = "global",
        .idea = "Hillis-Steele: log2 steps over the tile, in global memory",
        .source = "simveit, effective_scan, baseline: 823.944 GB/s",
        .published = 0.24968,
        .ladder = "article",
        .step = 1,
        .types = TYPES_SCANNED,
        .depth = CUDA(cuda_tile_scan_ladder_depth),
        .run = CUDA(cuda_tile_scan_global),
    },
    {
        .name = "shared",
        .idea = "the steps run in shared memory: one load and one store an "
                "element",
        .source = "simveit, effective_scan: 1288.72 GB/s",
        .published = 0.390522,
        .ladder = "article",
        .step = 2,
        .types = TYPES_SCANNED,
        .depth = CUDA(cuda_tile_scan_ladder_depth),
        .run = CUDA(cuda_tile_scan_shared),
    },
    {
        .name = "double-buffer",
        .idea = "each step reads one buffer and writes another: one barrier a "
                "step, not two",
        .source = "simveit, effective_scan: 1616.71 GB/s",
        .published = 0.489913,
        .ladder = "article",
        .step = 3,
        .types = TYPES_SCANNED,
        .depth = CUDA(cuda_tile_scan_ladder_depth),
        .run = CUDA(cuda_tile_scan_double_buffer),
    },
    {
        .name = "warp-shuffle",
        .idea = "warps scan through shuffles, only their totals go through "
                "shared memory: two barriers in all",
        .source = "simveit, effective_scan: 1976.42 GB/s",
        .published = 0.598916,
        .ladder = "article",
        .step = 4,
        .types = TYPES_SCANNED,
        .depth = CUDA(cuda_tile_scan_ladder_depth),
        .run = CUDA(cuda_tile_scan_warp_shuffle),
    },
    {
        .name = "coarsened",
        .idea =
            "each thread scans four elements in registers, so a tile needs "
            "a quarter of the threads",
        .source = "simveit, effective_scan: 3056.53 GB/s",
        .published = 0.926221,
        .ladder = "article",
        .step = 5,
        .types = TYPES_SCANNED,
        .depth = CUDA(cuda_tile_scan_coarsened_depth),
        .run = CUDA(cuda_tile_scan_coarsened),
    },
    {
        .name = "vectorized",
        .idea = "16-byte loads and stores, side by side in a warp and several "
                "in flight a thread; short tiles share a warp, long ones are "
                "cut up and chained",
        .source = "",
        .ladder = "article",
        .step = 6,
        .best = true,
        .types = TYPES_SCANNED,
        .scratch = CUDA(cuda_tile_scan_vectorized_scratch),
        .depth = CUDA(cuda_tile_scan_vectorized_depth),
        .run = CUDA(cuda_tile_scan_vectorized),
    },
    { 0 },
};

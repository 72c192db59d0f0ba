/* variants.c - the cuda backend's ways to scan segments: the ladder,
 * and best. */
#include "cuda.h"
#include "segscan/launchers.h"

#define TYPES_TAUGHT (TYPE(I32) | TYPE(F32) | TYPE(F64))

const struct variant cuda_segscan[] = {
    {
        .name = "blelloch-flags",
        .idea = "a tree of flags and sums up and down each tile, then the "
                "tiles' totals in the same way, carried in up to the first "
                "head",
        .source = "Sengupta, Harris, Zhang & Owens, Scan Primitives for GPU "
                  "Computing, 2007",
        .ladder = "segscan",
        .step = 1,
        .types = TYPES_TAUGHT,
        .scratch = CUDA(cuda_segscan_sweep_scratch),
        .depth = CUDA(cuda_segscan_sweep_depth),
        .run = CUDA(cuda_segscan_blelloch_flags),
    },
    {
        .name = "warp-shuffle",
        .idea = "(flag, sum) pairs from register to register, under one "
                "operator over lanes and warps",
        .source = "",
        .ladder = "segscan",
        .step = 2,
        .types = TYPES_TAUGHT,
        .scratch = CUDA(cuda_segscan_sweep_scratch),
        .depth = CUDA(cuda_segscan_sweep_depth),
        .run = CUDA(cuda_segscan_warp_shuffle),
    },
    {
        .name = "ballot",
        .idea = "a warp's flags are one word: a lane counts how far back its "
                "segment reaches, and only sums are shuffled",
        .source = "",
        .ladder = "segscan",
        .step = 3,
        .types = TYPES_TAUGHT,
        .scratch = CUDA(cuda_segscan_sweep_scratch),
        .depth = CUDA(cuda_segscan_sweep_depth),
        .run = CUDA(cuda_segscan_ballot),
    },
    {
        .name = "lookback",
        .idea = "one pass: a tile with a head tells the next at once, others "
                "look back",
        .source = "Merrill & Garland, Single-pass Parallel Prefix Scan with "
                  "Decoupled Look-back, 2016",
        .ladder = "segscan",
        .step = 4,
        .types = TYPES_TAUGHT,
        .scratch = CUDA(cuda_segscan_lookback_scratch),
        .depth = CUDA(cuda_segscan_lookback_depth),
        .run = CUDA(cuda_segscan_lookback),
    },
    {
        .name = "best",
        .idea = "by flags, what registers hold: blocks that look at the "
                "elements before them; else blocks stay, with rings of tiles "
                "that the copy engine fills and empties, and search for "
                "offsets a tile ahead",
        .source = "",
        .best = true,
        .types = TYPES_TAUGHT | TYPE(I64),
        .scratch = CUDA(cuda_segscan_best_scratch),
        .depth = CUDA(cuda_segscan_best_depth),
        .run = CUDA(cuda_segscan_best),
    },
    { 0 },
};

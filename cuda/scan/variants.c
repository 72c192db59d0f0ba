/* variants.c - the cuda backend's ways to scan: the ladder, and best.
 *
 * Sources of the ladder: a lecture on data-parallel programming; the CUDA
 * book's chapter 7, whose times are for one block on a V100; and the papers
 * named. */
#include "cuda.h"
#include "ops/scan.h"
#include "scan/launchers.h"

#define TYPES_TAUGHT (TYPE(I32) | TYPE(F32) | TYPE(F64))

enum { NAIVE_MOST = 1 << 16 }; /* elements */

static const char *only_sums(const struct problem *problem)
{
    return problem->param[SCAN_PARAM_OPERATOR].i == SCAN_SUM
        ? NULL
        : "the ladder teaches sums; best has every operator";
}

static const char *short_sums(const struct problem *problem)
{
    return problem->in[0].count > NAIVE_MOST
        ? "O(n^2) additions: at most 2^16 elements"
        : only_sums(problem);
}

const struct variant cuda_scan[] = {
    {
        .name = "naive",
        .idea = "thread i adds up elements 0 to i: O(n^2), no thread waits "
                "for another",
        .source = "CUDA book ch. 7, v1: 22.751 us for one block on a V100",
        .ladder = "scan",
        .step = 1,
        .types = TYPES_TAUGHT,
        .refuses = short_sums,
        .scratch = CUDA(cuda_scan_naive_scratch),
        .run = CUDA(cuda_scan_naive),
    },
    {
        .name = "hillis-steele",
        .idea = "log n sweeps over the array, each adds the element 1, 2, 4 "
                "... before: O(n log n)",
        .source = "Hillis & Steele, Data Parallel Algorithms, 1986; lecture, "
                  "inclusive scan",
        .ladder = "scan",
        .step = 2,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_hillis_steele_scratch),
        .depth = CUDA(cuda_scan_hillis_steele_depth),
        .run = CUDA(cuda_scan_hillis_steele),
    },
    {
        .name = "blelloch",
        .idea = "a tree up and down in shared memory, O(n); the tiles' sums "
                "are scanned and added back",
        .source = "Blelloch, Prefix Sums and Their Applications, 1990; CUDA "
                  "book ch. 7, v2: 4.1920 us",
        .ladder = "scan",
        .step = 3,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_sweep_scratch),
        .depth = CUDA(cuda_scan_sweep_depth),
        .run = CUDA(cuda_scan_blelloch),
    },
    {
        .name = "blelloch-padded",
        .idea = "a gap after every 32 elements: no bank conflicts",
        .source = "Harris, Sengupta & Owens, GPU Gems 3 ch. 39, 2007",
        .ladder = "scan",
        .step = 4,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_sweep_scratch),
        .depth = CUDA(cuda_scan_sweep_depth),
        .run = CUDA(cuda_scan_blelloch_padded),
    },
    {
        .name = "warp-shared",
        .idea = "warps scan without barriers, warp 0 scans their sums: two "
                "barriers, not one a level",
        .source = "lecture, scan_warp and scan_block",
        .ladder = "scan",
        .step = 5,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_sweep_scratch),
        .depth = CUDA(cuda_scan_sweep_depth),
        .run = CUDA(cuda_scan_warp_shared),
    },
    {
        .name = "warp-shuffle",
        .idea = "the same from register to register, by __shfl_up_sync",
        .source = "",
        .ladder = "scan",
        .step = 6,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_sweep_scratch),
        .depth = CUDA(cuda_scan_sweep_depth),
        .run = CUDA(cuda_scan_warp_shuffle),
    },
    {
        .name = "reduce-then-scan",
        .idea = "adds up first, scans from there on: 3n traffic, not 4n; many "
                "elements a thread, in words of 16 bytes",
        .source = "",
        .ladder = "scan",
        .step = 7,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_reduce_then_scan_scratch),
        .depth = CUDA(cuda_scan_reduce_then_scan_depth),
        .run = CUDA(cuda_scan_reduce_then_scan),
    },
    {
        .name = "lookback",
        .idea = "one pass, 2n traffic: each tile looks back over the sums "
                "that those before have published",
        .source = "Merrill & Garland, Single-pass Parallel Prefix Scan with "
                  "Decoupled Look-back, 2016",
        .ladder = "scan",
        .step = 8,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_scan_lookback_scratch),
        .depth = CUDA(cuda_scan_lookback_depth),
        .run = CUDA(cuda_scan_lookback),
    },
    {
        .name = "one-wave",
        .idea = "as many tiles as the GPU holds at once, each reads the sums "
                "of all before it in one step; longer arrays take several",
        .source = "",
        .ladder = "scan",
        .step = 9,
        .scratch = CUDA(cuda_scan_best_scratch),
        .depth = CUDA(cuda_scan_best_depth),
        .run = CUDA(cuda_scan_one_wave),
    },
    {
        .name = "lookahead",
        .idea = "blocks that stay: one warp sums forward over the tiles "
                "between this one and the next",
        .source = "idea: the look-ahead scan of NVIDIA's CCCL, 2026",
        .ladder = "scan",
        .step = 10,
        .scratch = CUDA(cuda_scan_best_scratch),
        .depth = CUDA(cuda_scan_best_depth),
        .run = CUDA(cuda_scan_lookahead),
    },
    {
        .name = "best",
        .idea = "one-wave where the GPU holds the array at once, else "
                "lookahead; every operator and type",
        .source = "",
        .best = true,
        .scratch = CUDA(cuda_scan_best_scratch),
        .depth = CUDA(cuda_scan_best_depth),
        .run = CUDA(cuda_scan_best),
    },
    { 0 },
};

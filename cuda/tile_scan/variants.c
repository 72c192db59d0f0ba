/* variants.c - the cuda backend's ways to scan tile by tile.
 *
 * Source of the ladder: the blocked prefix sum article and its code, simveit's
 * effective_scan. */
#include "cuda.h"

LAUNCHER(cuda_tile_scan_ladder);
LAUNCHER(cuda_tile_scan_vectorized);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, ...) STEP_##kernel,
#include "tile_scan/rungs.def"
    STEP_VECTORIZED
};

const struct variant cuda_tile_scan[] = {
#define RUNG(kernel, label, items, threads, chain, what, figure, share)       \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = "simveit, effective_scan" figure,                             \
      .published = share,                                                     \
      .ladder = "article",                                                    \
      .step = STEP_##kernel,                                                  \
      LAUNCHED_BY(cuda_tile_scan_ladder) },
#include "tile_scan/rungs.def"
    {
        .name = "vectorized",
        .idea = "16-byte loads and stores, side by side in a warp and several "
                "in flight a thread; short tiles share a warp, long ones are "
                "cut up and chained",
        .source = "",
        .ladder = "article",
        .step = STEP_VECTORIZED,
        .best = true,
        LAUNCHED_BY(cuda_tile_scan_vectorized),
    },
    { 0 },
};

/* variants.c - the cuda backend's ways to map. */
#include "cuda.h"

LAUNCHER(cuda_map_ladder);
LAUNCHER(cuda_map_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, ...) STEP_##kernel,
#include "map/rungs.def"
    STEP_BEST
};

const struct variant cuda_map[] = {
#define RUNG(kernel, label, elements, what, from)                             \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "map",                                                        \
      .step = STEP_##kernel,                                                  \
      .run = CUDA(cuda_map_ladder) },
#include "map/rungs.def"
    {
        .name = "best",
        .idea = "16 bytes a thread and no loop: blocks that end make room; "
                "inputs off the output's grid are shifted",
        .source = "",
        .ladder = "map",
        .step = STEP_BEST,
        .best = true,
        .run = CUDA(cuda_map_best),
    },
    { 0 }
};

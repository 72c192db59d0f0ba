/* variants.c - the cuda backend's ways to gather. */
#include "cuda.h"

LAUNCHER(cuda_gather_ladder);
LAUNCHER(cuda_gather_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, ...) STEP_##kernel,
#include "gather/rungs.def"
    STEP_BEST
};

const struct variant cuda_gather[] = {
#define RUNG(kernel, label, elements, what, from)                             \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "gather",                                                     \
      .step = STEP_##kernel,                                                  \
      .run = CUDA(cuda_gather_ladder) },
#include "gather/rungs.def"
    {
        .name = "best",
        .idea =
            "four elements a thread and no loop: by vectors where L2 holds "
            "all, else a block apart, where it keeps the table and drops "
            "indices first",
        .source = "",
        .ladder = "gather",
        .step = STEP_BEST,
        .best = true,
        .run = CUDA(cuda_gather_best),
    },
    { 0 }
};

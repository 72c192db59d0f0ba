/* variants.c - the hand-written nbody, simplest first. */
#include "cuda.h"
#include "ops/nbody.h"

LAUNCHER(cuda_nbody_ladder);
LAUNCHER(cuda_nbody_unrolled);
LAUNCHER(cuda_nbody_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, ...) STEP_##kernel,
#include "nbody/rungs.def"
    STEP_UNROLLED,
    STEP_BEST
};

const struct variant cuda_nbody[] = {
#define RUNG(kernel, label, what, from)                                       \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "nbody",                                                      \
      .step = STEP_##kernel,                                                  \
      .depth = nbody_chunked_depth,                                           \
      .run = CUDA(cuda_nbody_ladder) },
#include "nbody/rungs.def"
    {
        .name = "unrolled",
        .idea = "eight bodies a thread in registers, which all share what is "
                "read of one that pulls; warps, and with few bodies blocks, "
                "share those that pull",
        .source = "",
        .ladder = "nbody",
        .step = STEP_UNROLLED,
        LAUNCHED_BY(cuda_nbody_unrolled),
    },
    {
        .name = "best",
        .idea =
            "as unrolled; from 2^14 bodies on each pair once, what both pull "
            "each other with",
        .source = "",
        .ladder = "nbody",
        .step = STEP_BEST,
        .best = true,
        LAUNCHED_BY(cuda_nbody_best),
    },
    { 0 }
};

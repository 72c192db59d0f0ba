/* variants.c - the cuda backend's ways to scan segments: the ladder of
 * rungs.def, and best. */
#include "cuda.h"

LAUNCHER(cuda_segscan_ladder);
LAUNCHER(cuda_segscan_best);

#define RUNG(STEP, NAME, IDEA, SOURCE, LAUNCHER)                              \
    { .name = NAME,                                                           \
      .idea = IDEA,                                                           \
      .source = SOURCE,                                                       \
      .ladder = "segscan",                                                    \
      .step = STEP,                                                           \
      .types = TYPES(TAUGHT),                                                 \
      LAUNCHED_BY(LAUNCHER) },
#define SWEEP(STEP, NAME, KERNEL, THREADS, IDEA, SOURCE)                      \
    RUNG(STEP, NAME, IDEA, SOURCE, cuda_segscan_ladder)
#define PASS(STEP, NAME, IDEA, SOURCE)                                        \
    RUNG(STEP, NAME, IDEA, SOURCE, cuda_segscan_best)

const struct variant cuda_segscan[] = {
#include "segscan/rungs.def"
    {
        .name = "best",
        .idea = "by flags a cluster of blocks that write to each other's "
                "shared memory, or two launches that overlap for what L2 "
                "holds; else blocks that stay, with rings of tiles that the "
                "copy engine fills and empties, and search for offsets",
        .source = "",
        .best = true,
        LAUNCHED_BY(cuda_segscan_best),
    },
    { 0 },
};

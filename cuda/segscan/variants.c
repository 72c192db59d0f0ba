/* variants.c - the cuda backend's ways to scan segments: the ladder of
 * rungs.def, best, and best with what it may keep between runs. */
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
#define PASS(STEP, NAME, WAY, IDEA, SOURCE)                                   \
    RUNG(STEP, NAME, IDEA, SOURCE, cuda_segscan_best)

const struct variant cuda_segscan[] = {
#include "segscan/rungs.def"
    {
        .name = "plan",
        .idea = "best on scratch that it keeps: its packets tell runs apart, "
                "so that nothing is cleared",
        .source = "",
        .traits = KEEPS_STATE,
        LAUNCHED_BY(cuda_segscan_best),
    },
    {
        .name = "best",
        .idea = "by flags, what registers hold: blocks that look at the "
                "elements before them; else blocks stay, with rings of tiles "
                "that the copy engine fills and empties, and search for "
                "offsets a tile ahead",
        .source = "",
        .best = true,
        LAUNCHED_BY(cuda_segscan_best),
    },
    { 0 },
};

/* variants.c - the cuda backend's ways to reduce segments: the ladder of
 * rungs.def, and best. */
#include "cuda.h"
#include "ops/segreduce.h"

LAUNCHER(cuda_segreduce_ladder);
LAUNCHER(cuda_segreduce_best);

static const char *only_sums(const struct problem *problem)
{
    return problem->param[SEGREDUCE_PARAM_OPERATOR].i == SEGREDUCE_SUM
        ? NULL
        : "the ladder teaches sums; best has every operator";
}

#define RUNG(STEP, NAME, KERNEL, WAY, LANES, IDEA, SOURCE)                    \
    { .name = NAME,                                                           \
      .idea = IDEA,                                                           \
      .source = SOURCE,                                                       \
      .ladder = "segments",                                                   \
      .step = STEP,                                                           \
      .types = TYPES(TAUGHT),                                                 \
      .refuses = only_sums,                                                   \
      LAUNCHED_BY(cuda_segreduce_ladder) },

const struct variant cuda_segreduce[] = {
#include "segreduce/rungs.def"
    {
        .name = "best",
        .idea =
            "even shares of elements and ends a warp, copied "
            "ahead, segmented scans of 80 bytes a lane; lanes or a block a "
            "segment where little is to do, streaming where most is long, and "
            "one segment as reduce has it",
        .source = "",
        .best = true,
        LAUNCHED_BY(cuda_segreduce_best),
    },
    { 0 },
};

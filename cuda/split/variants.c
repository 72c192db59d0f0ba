/* variants.c - the cuda backend's ways to split: the ladder of rungs.def, and
 * best. */
#include "cuda.h"

LAUNCHER(cuda_split_chain);
LAUNCHER(cuda_split_lookback);
LAUNCHER(cuda_split_best);

#define ENTRY(STEP, NAME, LAUNCHER, IDEA, SOURCE)                             \
    .name = NAME, .idea = IDEA, .source = SOURCE, .ladder = "split",          \
    .step = STEP, .scratch = CUDA(LAUNCHER##_scratch), .run = CUDA(LAUNCHER)
#define RUNG(...) { ENTRY(__VA_ARGS__) },

const struct variant cuda_split[] = {
#include "split/rungs.def"
    { ENTRY(3, "best", cuda_split_best,
            "short arrays by one block, one cluster, or two launches that "
            "overlap, of which the first counts flags, so that none waits "
            "for another; longer ones look back",
            ""),
      .best = true },
    { 0 }
};

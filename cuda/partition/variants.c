/* variants.c - the cuda backend's ways to partition: the ladder of rungs.def,
 * and best. */
#include "cuda.h"

LAUNCHER(cuda_partition_chain);
LAUNCHER(cuda_partition_lookback);
LAUNCHER(cuda_partition_reversed);
LAUNCHER(cuda_partition_best);

#define ENTRY(STEP, NAME, LAUNCHER, TRAITS, IDEA, SOURCE)                     \
    .name = NAME, .idea = IDEA, .source = SOURCE, .ladder = "partition",      \
    .step = STEP, .traits = TRAITS, .scratch = CUDA(LAUNCHER##_scratch),      \
    .run = CUDA(LAUNCHER)
#define RUNG(...) { ENTRY(__VA_ARGS__) },

const struct variant cuda_partition[] = {
#include "partition/rungs.def"
    { ENTRY(
          4, "best", cuda_partition_best, 0,
          "in order: a launch counts what each tile has of the first side, "
          "and the ring of compact's best, in which then none waits for "
          "another, takes the tiles from the last, which L2 still holds, to "
          "the first; shorter ones by two launches that overlap, one cluster "
          "or one block",
          ""),
      .best = true },
    { 0 }
};

/* variants.c - the cuda backend's ways to sort: the ladder of rungs.def, and
 * onesweep. */
#include "cuda.h"

LAUNCHER(cuda_sort_ladder);
LAUNCHER(cuda_sort_onesweep);
LAUNCHER(cuda_sort_quicksort);
LAUNCHER(cuda_sort_recursive);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(way, ...) STEP_##way,
#define LEVELS(way, ...) STEP_##way,
#include "sort/rungs.def"
    STEP_onesweep
};

#define IN_LADDER(WAY, NAME, TRAITS, IDEA, SOURCE, STEM)                      \
    { .name = NAME,                                                           \
      .idea = IDEA,                                                           \
      .source = SOURCE,                                                       \
      .ladder = "sort",                                                       \
      .step = STEP_##WAY,                                                     \
      .traits = TRAITS,                                                       \
      .scratch = CUDA(STEM##_scratch),                                        \
      .run = CUDA(STEM) },
#define RUNG(WAY, NAME, TRAITS, IDEA, SOURCE)                                 \
    IN_LADDER(WAY, NAME, TRAITS, IDEA, SOURCE, cuda_sort_ladder)
#define LEVELS(WAY, NAME, TRAITS, IDEA, SOURCE)                               \
    IN_LADDER(WAY, NAME, TRAITS, IDEA, SOURCE, cuda_sort_##WAY)

const struct variant cuda_sort[] = {
#include "sort/rungs.def"
    { .name = "onesweep",
      .idea = "digits of 8 bits counted at once, then a launch a digit: tiles "
              "by tickets look back for where their keys go; digits that all "
              "keys share are passed over; many items of more than 4 bytes go "
              "by longer tiles, values after keys; few keys are a warp's or "
              "a block's; some more a sample cuts into pieces for blocks",
      .source = "Adinets & Merrill, Onesweep, 2022",
      .ladder = "sort",
      .step = STEP_onesweep,
      .best = true,
      .scratch = CUDA(cuda_sort_onesweep_scratch),
      .run = CUDA(cuda_sort_onesweep) },
    { 0 }
};

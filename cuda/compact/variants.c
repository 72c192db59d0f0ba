/* variants.c - the cuda backend's ways to compact: the ladder of rungs.def,
 * and best. */
#include "cuda.h"
#include "ops/compact.h"

LAUNCHER(cuda_compact_ladder);
LAUNCHER(cuda_compact_lookback);
LAUNCHER(cuda_compact_best);

static const char *refuses_in_place(const struct problem *p)
{
    return p->param[COMPACT_PARAM_IN_PLACE].i
        ? "in place, a block would write where another has not read yet"
        : NULL;
}

#define RUNG(STEP, NAME, IDEA, SOURCE, LAUNCHER)                              \
    .name = NAME, .idea = IDEA, .source = SOURCE, .ladder = "compact",        \
    .step = STEP, .scratch = CUDA(LAUNCHER##_scratch), .run = CUDA(LAUNCHER)
#define PACK(STEP, NAME, KERNEL, COUNTED, TRAITS, IDEA, SOURCE)               \
    { RUNG(STEP, NAME, IDEA, SOURCE, cuda_compact_ladder), .traits = TRAITS,  \
      .refuses = refuses_in_place },
#define PASS(STEP, NAME, LAUNCHER, IDEA, SOURCE)                              \
    { RUNG(STEP, NAME, IDEA, SOURCE, LAUNCHER) },

const struct variant cuda_compact[] = {
#include "compact/rungs.def"
    { RUNG(4, "best",
           "tiles through a ring of shared memory, counted and published as "
           "they land, packed on the spot while a warp adds up the counts "
           "before them; one hop, or one block, where that holds the array "
           "at once",
           "idea of the look-ahead: NVIDIA's CCCL, 2026", cuda_compact_best),
      .best = true },
    { 0 }
};

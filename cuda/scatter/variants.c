/* variants.c - the cuda backend's ways to scatter: the ladder of rungs.def, and
 * best. */
#include "cuda.h"

LAUNCHER(cuda_scatter_ladder);
LAUNCHER(cuda_scatter_two_level);
LAUNCHER(cuda_scatter_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, ...) STEP_##kernel,
#define LEVELS(way, ...) STEP_##way,
#include "scatter/rungs.def"
    STEP_BEST
};

static const char *refuses_far_places(const struct problem *p)
{
    return p->dim[0] > (size_t)UINT32_MAX + 1
        ? "its pairs name 2^32 places, and no more"
        : NULL;
}

#define IN_LADDER(STEP, NAME, IDEA, SOURCE)                                   \
    .name = NAME, .idea = IDEA, .source = SOURCE, .ladder = "scatter",        \
    .step = STEP
#define RUNG(KERNEL, NAME, ELEMENTS, IDEA, SOURCE)                            \
    { IN_LADDER(STEP_##KERNEL, NAME, IDEA, SOURCE),                           \
      .run = CUDA(cuda_scatter_ladder) },
#define LEVELS(WAY, NAME, IDEA, SOURCE)                                       \
    { IN_LADDER(STEP_##WAY, NAME, IDEA, SOURCE),                              \
      .refuses = refuses_far_places,                                          \
      .scratch = CUDA(cuda_scatter_##WAY##_scratch),                          \
      .run = CUDA(cuda_scatter_##WAY) },

const struct variant cuda_scatter[] = {
#include "scatter/rungs.def"
    { IN_LADDER(STEP_BEST, "best",
                "directly, four elements a thread, where L2 holds the output; "
                "beyond, as a few of the indices say: at random in two "
                "levels, else directly",
                ""),
      .best = true, .scratch = CUDA(cuda_scatter_best_scratch),
      .run = CUDA(cuda_scatter_best) },
    { 0 }
};

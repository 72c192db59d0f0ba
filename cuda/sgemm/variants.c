/* variants.c - the hand-written sgemm, simplest first. */
#include "cuda.h"

LAUNCHER(cuda_sgemm_best);
LAUNCHER(cuda_sgemm_ladder);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, tile, ...) STEP_##kernel##_##tile,
#include "sgemm/rungs.def"
    STEP_BEST
};

const struct variant cuda_sgemm[] = {
#define RUNG(kernel, tile, own, label, what, from)                            \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "book",                                                       \
      .step = STEP_##kernel##_##tile,                                         \
      LAUNCHED_BY(cuda_sgemm_ladder) },
#include "sgemm/rungs.def"
    {
        .name = "best",
        .idea = "8 x 16 elements a thread, copies that run several tiles "
                "ahead, shared loads a step ahead, registers in banks; tiles "
                "to suit the shape, K in slices where they are few, and those "
                "that would not fill a last wave shared along K by all, or a "
                "tile by a cluster's blocks; what "
                "is given transposed is copied by rows first, as for all "
                "rungs, and rows that are not aligned where that pays",
        .source = "",
        .ladder = "book",
        .step = STEP_BEST,
        .best = true,
        LAUNCHED_BY(cuda_sgemm_best),
    },
    { 0 }
};

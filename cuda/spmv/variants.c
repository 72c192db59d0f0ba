/* variants.c - the cuda backend's ways to multiply by a sparse matrix: the
 * ladder of rungs.def, and best. */
#include "cuda.h"

LAUNCHER(cuda_spmv_ladder);
LAUNCHER(cuda_spmv_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(way, ...) STEP_##way,
#include "spmv/rungs.def"
    STEP_best
};

#define RUNG(WAY, NAME, IDEA, SOURCE)                                         \
    { .name = NAME,                                                           \
      .idea = IDEA,                                                           \
      .source = SOURCE,                                                       \
      .ladder = "spmv",                                                       \
      .step = STEP_##WAY,                                                     \
      LAUNCHED_BY(cuda_spmv_ladder) },

const struct variant cuda_spmv[] = {
#include "spmv/rungs.def"
    {
        .name = "plan",
        .idea = "best that keeps, where it cuts windows, where they begin, "
                "and counts of parts clear: one launch; beyond that, best",
        .source = "",
        .traits = KEEPS_STATE,
        LAUNCHED_BY(cuda_spmv_best),
    },
    {
        .name = "best",
        .idea = "products go to shared memory, a thread or a warp adds up a "
                "row. A small matrix is cut into windows of as many rows and "
                "non-zeros each, which are found by a guess, and the last "
                "block of a row in parts joins them; of a larger one a block "
                "takes as many rows as it loads at once, and long rows are "
                "left in pieces to a second launch",
        .source = "streamed rows: Greathouse & Daga, Efficient Sparse "
                  "Matrix-Vector Multiplication on GPUs Using the CSR Storage "
                  "Format, 2014; equal shares: Merrill & Garland, 2016",
        .ladder = "spmv",
        .step = STEP_best,
        .best = true,
        LAUNCHED_BY(cuda_spmv_best),
    },
    { 0 },
};

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
        .idea = "best that keeps where windows begin, and counts of parts "
                "clear: one launch, of windows whatever the size, unless rows "
                "are short",
        .source = "",
        .traits = KEEPS_STATE,
        LAUNCHED_BY(cuda_spmv_best),
    },
    {
        .name = "best",
        .idea =
            "products go to shared memory. A matrix is cut into windows of "
            "as many rows and non-zeros each, which are found by a guess; "
            "running sums that begin anew with each row cost as much "
            "however long rows are, and the last block of a row in parts "
            "joins them. Short rows are walked, a thread or a warp each, "
            "and of a large matrix a block takes as many rows as it loads "
            "at once, and long rows are left in pieces to a second launch",
        .source = "segmented sums: Blelloch, Heroux & Zagha, 1993; equal "
                  "shares: Merrill & Garland, 2016; streamed rows: Greathouse "
                  "& Daga, Efficient Sparse Matrix-Vector Multiplication on "
                  "GPUs Using the CSR Storage Format, 2014",
        .ladder = "spmv",
        .step = STEP_best,
        .best = true,
        LAUNCHED_BY(cuda_spmv_best),
    },
    { 0 },
};

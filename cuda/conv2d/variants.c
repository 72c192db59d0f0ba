/* variants.c - the cuda backend's ways to filter an image: the ladder of
 * rungs.def, and best. */
#include "cuda.h"
#include "ops/conv2d.h"

#define RUNG(stem, ...) LAUNCHER(cuda_conv2d_##stem);
#include "conv2d/rungs.def"
LAUNCHER(cuda_conv2d_one);
LAUNCHER(cuda_conv2d_two);
LAUNCHER(cuda_conv2d_best);

#define REFUSES_one NULL
#define REFUSES_two conv2d_needs_factors

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(stem, ...) STEP_##stem,
#include "conv2d/rungs.def"
    STEP_BEST
};

const struct variant cuda_conv2d[] = {
#define RUNG(stem, label, passes, what, from)                                 \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "conv2d",                                                     \
      .step = STEP_##stem,                                                    \
      .refuses = REFUSES_##passes,                                            \
      .scratch = CUDA(cuda_conv2d_##passes##_scratch),                        \
      .depth = CUDA(cuda_conv2d_##passes##_depth),                            \
      .run = CUDA(cuda_conv2d_##stem) },
#include "conv2d/rungs.def"
    {
        .name = "best",
        .idea = "4 x 8 pixels a thread in registers, or fewer of a smaller "
                "image, with the taps of some rows of the filter; separable "
                "filters in two passes at once",
        .source = "",
        .ladder = "conv2d",
        .step = STEP_BEST,
        .best = true,
        .depth = CUDA(cuda_conv2d_best_depth),
        .run = CUDA(cuda_conv2d_best),
    },
    { 0 }
};

/* variants.c - the hand-written sgemm, simplest first. */
#include "cuda.h"

LAUNCHER(cuda_sgemm_ladder);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, tile, ...) STEP_##kernel##_##tile,
#include "sgemm/rungs.def"
};

const struct variant cuda_sgemm[] = {
#define RUNG(kernel, tile, label, fastest, what, time)                        \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = "CUDA book: " time,                                           \
      .ladder = "book",                                                       \
      .step = STEP_##kernel##_##tile,                                         \
      .best = fastest,                                                        \
      .depth = CUDA(cuda_sgemm_ladder_depth),                                 \
      .run = CUDA(cuda_sgemm_ladder) },
#include "sgemm/rungs.def"
    { 0 }
};

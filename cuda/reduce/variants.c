/* variants.c - the cuda backend's ways to reduce: the "article" ladder,
 * Harris' ladder, and best. */
#include "cuda.h"
#include "ops/reduce.h"

LAUNCHER(cuda_reduce_article);
LAUNCHER(cuda_reduce_harris);
LAUNCHER(cuda_reduce_best);

enum { SERIAL_MOST = 1 << 24 }; /* elements */

static const char *only_sums(const struct problem *problem)
{
    return problem->param[REDUCE_PARAM_OPERATOR].i == REDUCE_SUM
        ? NULL
        : "the ladder teaches sums; best has every operator";
}

static const char *short_sums(const struct problem *problem)
{
    return problem->in[0].count > SERIAL_MOST
        ? "one thread would need minutes: at most 2^24 elements"
        : only_sums(problem);
}

/* A rung's step is its place in the ladder. */
enum {
    BEFORE_ARTICLE,
#define ARTICLE(kernel, ...) STEP_##kernel,
#include "reduce/rungs.def"
    BEFORE_HARRIS = 0,
#define HARRIS(kernel, ...) STEP_##kernel,
#include "reduce/rungs.def"
};

const struct variant cuda_reduce[] = {
#define ARTICLE(kernel, label, finish, refusal, what, time)                   \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = "Reduction article: " time,                                   \
      .ladder = "article",                                                    \
      .step = STEP_##kernel,                                                  \
      .types = TYPES(TAUGHT),                                                 \
      .refuses = refusal,                                                     \
      LAUNCHED_BY(cuda_reduce_article) },
#include "reduce/rungs.def"
#define HARRIS(kernel, number, label, elements, what, time)                   \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, kernel" \
                " " #number "; on an A100 later: " time,                      \
      .ladder = "harris",                                                     \
      .step = STEP_##kernel,                                                  \
      .types = TYPES(TAUGHT),                                                 \
      .refuses = only_sums,                                                   \
      LAUNCHED_BY(cuda_reduce_harris) },
#include "reduce/rungs.def"
    {
        .name = "plan",
        .idea = "best on scratch that it keeps: one launch, whose last block "
                "joins the others' results from slots that the run before "
                "left clear",
        .source = "",
        .traits = KEEPS_STATE,
        LAUNCHED_BY(cuda_reduce_best),
    },
    {
        .name = "best",
        .idea = "16-byte loads, four in flight a thread; up to 1 MB a "
                "cluster of blocks that write to each other's shared memory, "
                "beyond that a second launch, which starts during the first, "
                "joins the blocks' results",
        .source = "",
        .best = true,
        LAUNCHED_BY(cuda_reduce_best),
    },
    { 0 },
};

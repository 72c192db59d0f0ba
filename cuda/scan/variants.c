/* variants.c - the cuda backend's ways to scan: the ladder of rungs.def, and
 * best. */
#include "cuda.h"
#include "ops/scan.h"

LAUNCHER(cuda_scan_ladder);
LAUNCHER(cuda_scan_best);

enum { NAIVE_MOST = 1 << 16 }; /* elements */

static const char *only_sums(const struct problem *problem)
{
    return problem->param[SCAN_PARAM_OPERATOR].i == SCAN_SUM
        ? NULL
        : "the ladder teaches sums; best has every operator";
}

static const char *short_sums(const struct problem *problem)
{
    return problem->in[0].count > NAIVE_MOST
        ? "O(n^2) additions: at most 2^16 elements"
        : only_sums(problem);
}

#define SUM(STEP, NAME, REFUSES, KERNEL, WAY, THREADS, IDEA, SOURCE)          \
    { .name = NAME,                                                           \
      .idea = IDEA,                                                           \
      .source = SOURCE,                                                       \
      .ladder = "scan",                                                       \
      .step = STEP,                                                           \
      .types = TYPES(TAUGHT),                                                 \
      .refuses = REFUSES,                                                     \
      LAUNCHED_BY(cuda_scan_ladder) },
#define ANY(STEP, NAME, WAY, IDEA, SOURCE)                                    \
    { .name = NAME,                                                           \
      .idea = IDEA,                                                           \
      .source = SOURCE,                                                       \
      .ladder = "scan",                                                       \
      .step = STEP,                                                           \
      LAUNCHED_BY(cuda_scan_best) },

const struct variant cuda_scan[] = {
#include "scan/rungs.def"
    {
        .name = "best",
        .idea = "a cluster of blocks that write to each other's shared "
                "memory, two-launches, small parts of which each looks at all "
                "lower ones, else lookahead; every operator and type",
        .source = "",
        .best = true,
        LAUNCHED_BY(cuda_scan_best),
    },
    { 0 },
};

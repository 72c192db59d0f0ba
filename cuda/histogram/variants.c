/* variants.c - the cuda backend's ways to make a histogram: the ladder of
 * rungs.def, and best. */
#include "cuda.h"
#include "histogram/limits.h"
#include "ops/histogram.h"

LAUNCHER(cuda_histogram_ladder);
LAUNCHER(cuda_histogram_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(kernel, ...) STEP_##kernel,
#include "histogram/rungs.def"
    STEP_BEST
};

static const char *refuses(const struct problem *p, size_t tables)
{
    return tables * p->out[0].count * sizeof(uint32_t) > SHARED_MOST
        ? "a block's shared memory, 227 KB, does not hold its counters"
        : NULL;
}

#define RUNG(kernel, label, tables, ...)                                      \
    static const char *refuses_##kernel(const struct problem *p)              \
    {                                                                         \
        return refuses(p, tables);                                            \
    }
#include "histogram/rungs.def"

const struct variant cuda_histogram[] = {
#define RUNG(kernel, label, tables, what, from)                               \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "histogram",                                                  \
      .step = STEP_##kernel,                                                  \
      .refuses = refuses_##kernel,                                            \
      .run = CUDA(cuda_histogram_ladder) },
#include "histogram/rungs.def"
    {
        .name = "best",
        .idea = "bytes: 32 tables a block, a lane each; else one table a "
                "block, some counters of 16 bits where they must be, and "
                "beyond that samples partitioned by bin first",
        .source = "",
        .ladder = "histogram",
        .step = STEP_BEST,
        .best = true,
        .scratch = CUDA(cuda_histogram_best_scratch),
        .run = CUDA(cuda_histogram_best),
    },
    { 0 }
};

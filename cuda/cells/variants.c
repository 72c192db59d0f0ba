/* variants.c - the hand-written cells: the ladder of rungs.def, and best. */
#include "cuda.h"

LAUNCHER(cuda_cells_ladder);
LAUNCHER(cuda_cells_no);
LAUNCHER(cuda_cells_lists);
LAUNCHER(cuda_cells_sorted);
LAUNCHER(cuda_cells_best);

/* A rung's step is its place in the ladder. */
enum {
    BEFORE,
#define RUNG(way, ...) STEP_##way,
#include "cells/rungs.def"
    STEP_BEST
};

enum { ALL_PAIRS_MOST = 1 << 20 }; /* particles */

static const char *refuses_many(const struct problem *p)
{
    return p->size > ALL_PAIRS_MOST
        ? "of more than 2^20 particles all pairs take too long"
        : NULL;
}

const struct variant cuda_cells[] = {
#define RUNG(way, room, refusal, label, what, from)                           \
    { .name = label,                                                          \
      .idea = what,                                                           \
      .source = from,                                                         \
      .ladder = "cells",                                                      \
      .step = STEP_##way,                                                     \
      .refuses = refusal,                                                     \
      .scratch = CUDA(cuda_cells_##room##_scratch),                           \
      .run = CUDA(cuda_cells_ladder) },
#include "cells/rungs.def"
    {
        .name = "best",
        .idea = "a counting sort, positions with it; then a warp has 32 "
                "sorted particles, and what is around them in shared memory; "
                "few particles by all pairs; beyond a quarter of L2 a radix "
                "sort, beyond L2 forces of two axes brought back by two "
                "levels",
        .source = "",
        .ladder = "cells",
        .step = STEP_BEST,
        .best = true,
        .scratch = CUDA(cuda_cells_best_scratch),
        .run = CUDA(cuda_cells_best),
    },
    { 0 }
};

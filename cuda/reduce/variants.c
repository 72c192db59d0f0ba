/* variants.c - the cuda backend's ways to reduce: the "article" ladder,
 * Harris' ladder, and best.
 *
 * Sources of the ladders: the Reduction article, whose times are for n = 4Mi
 * on its own GPU; and Mark Harris, Optimizing Parallel Reduction in CUDA, 2007,
 * whose kernels others timed again on an A100 PCIe 40 GB (peak 1555 GB/s) with
 * f32 and n = 32Mi. */
#include "cuda.h"
#include "ops/reduce.h"
#include "reduce/launchers.h"

#define TYPES_TAUGHT (TYPE(I32) | TYPE(F32) | TYPE(F64))

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

const struct variant cuda_reduce[] = {
    {
        .name = "serial",
        .idea = "one thread walks the array",
        .source = "Reduction article: baseline, 100307 us at 4Mi",
        .ladder = "article",
        .step = 1,
        .types = TYPES_TAUGHT,
        .refuses = short_sums,
        .run = CUDA(cuda_reduce_serial),
    },
    {
        .name = "two-pass-blocked",
        .idea = "many threads, each sums a chunk of its own; a second launch "
                "finishes",
        .source = "Reduction article: 92 us at 4Mi",
        .ladder = "article",
        .step = 2,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_serial_finish_depth),
        .run = CUDA(cuda_reduce_two_pass_blocked),
    },
    {
        .name = "two-pass-coalesced",
        .idea = "threads side by side read side by side",
        .source = "Reduction article: 78 us at 4Mi",
        .ladder = "article",
        .step = 3,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_serial_finish_depth),
        .run = CUDA(cuda_reduce_two_pass_coalesced),
    },
    {
        .name = "two-pass-tree",
        .idea = "the block adds up as a tree, not in thread 0",
        .source = "Reduction article: 46 us at 4Mi",
        .ladder = "article",
        .step = 4,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_tree_depth),
        .run = CUDA(cuda_reduce_two_pass_tree),
    },
    {
        .name = "two-pass-last-warp",
        .idea = "the last warp needs no barrier of the block",
        .source = "Reduction article: 40 us at 4Mi",
        .ladder = "article",
        .step = 5,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_tree_depth),
        .run = CUDA(cuda_reduce_two_pass_last_warp),
    },
    {
        .name = "two-pass-unrolled",
        .idea = "block size known to the compiler, the tree unrolled",
        .source = "Reduction article: 38 us at 4Mi",
        .ladder = "article",
        .step = 6,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_tree_depth),
        .run = CUDA(cuda_reduce_two_pass_unrolled),
    },
    {
        .name = "single-pass-last-block",
        .idea = "one launch: the block with the last ticket finishes",
        .source = "Reduction article: 39 us at 4Mi",
        .ladder = "article",
        .step = 7,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_tree_depth),
        .run = CUDA(cuda_reduce_single_pass),
    },
    {
        .name = "atomic-per-thread",
        .idea = "no tree at all: every thread adds to one address",
        .source = "Reduction article: 2553 us at 4Mi",
        .ladder = "article",
        .step = 8,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .depth = CUDA(cuda_reduce_atomic_depth),
        .run = CUDA(cuda_reduce_atomic),
    },
    {
        .name = "warp-shuffle",
        .idea = "two-pass-unrolled, its last warp through shuffles",
        .source = "Reduction article: 38 us at 4Mi, its CUB 49 us",
        .ladder = "article",
        .step = 9,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_article_scratch),
        .depth = CUDA(cuda_reduce_tree_depth),
        .run = CUDA(cuda_reduce_warp_shuffle),
    },
    {
        .name = "harris-0-modulo",
        .idea = "interleaved pairs, every 2nd, 4th, 8th ... thread works",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 1; on an A100 later: 990.66 us",
        .ladder = "harris",
        .step = 1,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_by_one_scratch),
        .depth = CUDA(cuda_reduce_by_one_depth),
        .run = CUDA(cuda_reduce_harris_0),
    },
    {
        .name = "harris-1-strided",
        .idea = "the first threads work: no divergence, but bank conflicts",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 2; on an A100 later: 479.58 us",
        .ladder = "harris",
        .step = 2,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_by_one_scratch),
        .depth = CUDA(cuda_reduce_by_one_depth),
        .run = CUDA(cuda_reduce_harris_1),
    },
    {
        .name = "harris-2-sequential",
        .idea = "the lower half adds the upper: no bank conflicts",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 3; on an A100 later: 462.02 us",
        .ladder = "harris",
        .step = 3,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_by_one_scratch),
        .depth = CUDA(cuda_reduce_by_one_depth),
        .run = CUDA(cuda_reduce_harris_2),
    },
    {
        .name = "harris-3-first-add",
        .idea = "half the blocks: a thread loads two and adds them at once",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 4; on an A100 later: 244.16 us",
        .ladder = "harris",
        .step = 4,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_by_two_scratch),
        .depth = CUDA(cuda_reduce_by_two_depth),
        .run = CUDA(cuda_reduce_harris_3),
    },
    {
        .name = "harris-4-last-warp",
        .idea = "the last warp unrolled, without barriers of the block",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 5; on an A100 later: 167.10 us",
        .ladder = "harris",
        .step = 5,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_by_two_scratch),
        .depth = CUDA(cuda_reduce_by_two_depth),
        .run = CUDA(cuda_reduce_harris_4),
    },
    {
        .name = "harris-5-unrolled",
        .idea = "block size known to the compiler, all steps unrolled",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 6; on an A100 later: 158.78 us",
        .ladder = "harris",
        .step = 6,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_by_two_scratch),
        .depth = CUDA(cuda_reduce_by_two_depth),
        .run = CUDA(cuda_reduce_harris_5),
    },
    {
        .name = "harris-6-multi-add",
        .idea = "a full GPU of blocks, many elements a thread",
        .source = "Harris, Optimizing Parallel Reduction in CUDA, 2007, "
                  "kernel 7; on an A100 later: 105.47 us",
        .ladder = "harris",
        .step = 7,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_reduce_many_scratch),
        .depth = CUDA(cuda_reduce_many_depth),
        .run = CUDA(cuda_reduce_harris_6),
    },
    {
        .name = "best",
        .idea =
            "one launch: 16-byte loads, four in flight a thread; the block "
            "that started last joins the others' results in order",
        .source = "",
        .best = true,
        .scratch = CUDA(cuda_reduce_best_scratch),
        .depth = CUDA(cuda_reduce_best_depth),
        .run = CUDA(cuda_reduce_best),
    },
    { 0 },
};

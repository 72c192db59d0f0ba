/* variants.c - the cuda backend's ways to reduce segments: the
 * ladder, from a thread a segment to equal work a thread, and best. */
#include "cuda.h"
#include "ops/segreduce.h"
#include "segreduce/launchers.h"

#define TYPES_TAUGHT (TYPE(I32) | TYPE(F32) | TYPE(F64))
#define TYPES_SIGNED (TYPES_TAUGHT | TYPE(I64))

static const char *only_sums(const struct problem *problem)
{
    return problem->param[SEGREDUCE_PARAM_OPERATOR].i == SEGREDUCE_SUM
        ? NULL
        : "the ladder teaches sums; best has every operator";
}

const struct variant cuda_segreduce[] = {
    {
        .name = "thread-per-segment",
        .idea = "a thread walks its segment",
        .source = "Bell & Garland, Efficient Sparse Matrix-Vector "
                  "Multiplication on CUDA, 2008: CSR scalar",
        .ladder = "segments",
        .step = 1,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .run = CUDA(cuda_segreduce_thread),
    },
    {
        .name = "subwarp-per-segment",
        .idea = "eight lanes a segment read side by side and add up by "
                "shuffles",
        .source = "Bell & Garland, 2008: CSR vector, with fewer lanes",
        .ladder = "segments",
        .step = 2,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .depth = CUDA(cuda_segreduce_subwarp_depth),
        .run = CUDA(cuda_segreduce_subwarp),
    },
    {
        .name = "warp-per-segment",
        .idea = "a whole warp a segment: longer ones read whole lines",
        .source = "Bell & Garland, 2008: CSR vector",
        .ladder = "segments",
        .step = 3,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .depth = CUDA(cuda_segreduce_warp_depth),
        .run = CUDA(cuda_segreduce_warp),
    },
    {
        .name = "block-per-segment",
        .idea = "a block a segment, for long ones",
        .source = "",
        .ladder = "segments",
        .step = 4,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .depth = CUDA(cuda_segreduce_block_depth),
        .run = CUDA(cuda_segreduce_block),
    },
    {
        .name = "merge",
        .idea = "equal shares of elements and ends a thread, whatever the "
                "lengths; carries are added in order",
        .source = "Merrill & Garland, Merge-based Parallel Sparse "
                  "Matrix-Vector Multiplication, 2016",
        .ladder = "segments",
        .step = 5,
        .types = TYPES_TAUGHT,
        .refuses = only_sums,
        .scratch = CUDA(cuda_segreduce_merge_scratch),
        .depth = CUDA(cuda_segreduce_merge_depth),
        .run = CUDA(cuda_segreduce_merge),
    },
    {
        .name = "best",
        .idea =
            "one launch: even shares of elements and ends a warp, copied "
            "ahead, segmented scans of 80 bytes a lane; lanes or a block a "
            "segment where little is to do, streaming where most is long",
        .source = "",
        .best = true,
        .types = TYPES_SIGNED,
        .scratch = CUDA(cuda_segreduce_best_scratch),
        .depth = CUDA(cuda_segreduce_best_depth),
        .run = CUDA(cuda_segreduce_best),
    },
    { 0 },
};

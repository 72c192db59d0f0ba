/* segreduce_variants.c - segreduce by NVIDIA's libraries. */
#include "cuda.h"
#include "ops/segments.h"

LAUNCHER(cub_segreduce_by_key);
LAUNCHER(cub_segreduce_warp);
LAUNCHER(cub_segreduce_whole);
LAUNCHER(cub_segreduce_segmented);

static const char *one_segment(const struct problem *problem)
{
    return problem->in[1].count == 2 ? NULL
                                     : "it reduces one segment: lengths=one";
}

static const char *short_numbers(const struct problem *problem)
{
    return problem->in[1].count - 1 > UINT32_MAX
        ? "it numbers segments in 32 bits: at most 2^32 - 1"
        : NULL;
}

const struct variant cub_segreduce[] = {
    {
        .name = "reduce-by-key",
        .idea =
            "runs of keys: flags of heads, which are made from the offsets "
            "first",
        .source = "cub::DeviceReduce::ReduceByKey",
        .refuses = short_numbers,
        LAUNCHED_BY(cub_segreduce_by_key),
    },
    {
        .name = "warp-reduce",
        .idea = "a kernel of ours around CUB's warps, a segment each: long "
                "segments have no more",
        .source = "cub::WarpReduce",
        LAUNCHED_BY(cub_segreduce_warp),
    },
    {
        .name = "device-reduce",
        .idea = "of one segment: what a program that knows would call",
        .source = "cub::DeviceReduce",
        .refuses = one_segment,
        LAUNCHED_BY(cub_segreduce_whole),
    },
    {
        .name = "device-segmented-reduce",
        .idea = "a block a segment, whatever its length",
        .source = "cub::DeviceSegmentedReduce",
        .best = true,
        LAUNCHED_BY(cub_segreduce_segmented),
    },
    { 0 }
};

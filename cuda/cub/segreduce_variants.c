/* segreduce_variants.c - segreduce by NVIDIA's libraries. */
#include "cub.h"
#include "ops/segments.h"

#define TYPES_SIGNED (TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64))

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
        .types = TYPES_SIGNED,
        .refuses = short_numbers,
        .scratch = CUDA(cub_segreduce_by_key_scratch),
        .depth = CUDA(cub_segreduce_by_key_depth),
        .run = CUDA(cub_segreduce_by_key),
    },
    {
        .name = "device-reduce",
        .idea = "of one segment: what a program that knows would call",
        .source = "cub::DeviceReduce",
        .types = TYPES_SIGNED,
        .refuses = one_segment,
        .scratch = CUDA(cub_segreduce_whole_scratch),
        .depth = CUDA(cub_segreduce_whole_depth),
        .run = CUDA(cub_segreduce_whole),
    },
    {
        .name = "device-segmented-reduce",
        .idea = "a block a segment, whatever its length",
        .source = "cub::DeviceSegmentedReduce",
        .best = true,
        .types = TYPES_SIGNED,
        .scratch = CUDA(cub_segreduce_segmented_scratch),
        .depth = CUDA(cub_segreduce_segmented_depth),
        .run = CUDA(cub_segreduce_segmented),
    },
    { 0 }
};

/* segscan_variants.c - segscan by NVIDIA's libraries. */
#include "cub.h"

#define TYPES_SIGNED (TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64))

const struct variant cub_segscan[] = {
    {
        .name = "scan-flag-value",
        .idea = "one scan of (flag, value) pairs with a user's operator; "
                "offsets become flags first",
        .source = "cub::DeviceScan",
        .types = TYPES_SIGNED,
        .scratch = CUDA(cub_segscan_flag_value_scratch),
        .depth = CUDA(cub_segscan_depth),
        .run = CUDA(cub_segscan_flag_value),
    },
    {
        .name = "scan-by-key",
        .idea = "the library's own segments: flags are keys, unequal where a "
                "segment starts; offsets become flags first",
        .source = "cub::DeviceScan, sums by key",
        .best = true,
        .types = TYPES_SIGNED,
        .scratch = CUDA(cub_segscan_by_key_scratch),
        .depth = CUDA(cub_segscan_depth),
        .run = CUDA(cub_segscan_by_key),
    },
    { 0 }
};

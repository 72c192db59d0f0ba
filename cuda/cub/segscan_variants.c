/* segscan_variants.c - segscan by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_segscan_flag_value);
LAUNCHER(cub_segscan_by_key);

const struct variant cub_segscan[] = {
    {
        .name = "scan-flag-value",
        .idea = "one scan of (flag, value) pairs with a user's operator; "
                "offsets become flags first",
        .source = "cub::DeviceScan",
        LAUNCHED_BY(cub_segscan_flag_value),
    },
    {
        .name = "scan-by-key",
        .idea = "the library's own segments: flags are keys, unequal where a "
                "segment starts; offsets become flags first",
        .source = "cub::DeviceScan, sums by key",
        .best = true,
        LAUNCHED_BY(cub_segscan_by_key),
    },
    { 0 }
};

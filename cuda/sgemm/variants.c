/* variants.c - the hand-written sgemm, simplest first. */
#include "sgemm/launchers.h"

/* Times in `source` are the book's own, on its GPU. */
const struct variant cuda_sgemm[] = {
    {
        .name = "naive",
        .idea = "a thread an element of C; A and B from global memory, K "
                "times each",
        .source = "CUDA book: 9.9691 ms in 16 x 16 blocks",
        .ladder = "book",
        .step = 1,
        .types = TYPE(F32),
        .depth = CUDA(cuda_sgemm_depth),
        .run = CUDA(cuda_sgemm_naive),
    },
    {
        .name = "tiled-16",
        .idea = "a block shares 16 x 16 tiles of A and B: a sixteenth of the "
                "loads",
        .source = "CUDA book: 6.7845 ms",
        .ladder = "book",
        .step = 2,
        .types = TYPE(F32),
        .depth = CUDA(cuda_sgemm_depth),
        .run = CUDA(cuda_sgemm_tiled_16),
    },
    {
        .name = "tiled-32",
        .idea = "32 x 32 tiles: half the loads again, whole warps in a row",
        .source = "CUDA book: 5.4787 ms",
        .ladder = "book",
        .step = 3,
        .best = true,
        .types = TYPE(F32),
        .depth = CUDA(cuda_sgemm_depth),
        .run = CUDA(cuda_sgemm_tiled_32),
    },
    { 0 }
};

/* sgemm_variants.c - sgemm by NVIDIA's libraries. */
#include "cub.h"

const struct variant cub_sgemm[] = {
    {
        .name = "cublas",
        .idea = "cublasSgemm in f32 throughout, no TF32",
        .source = "cuBLAS",
        .best = true,
        .types = TYPE(F32),
        .scratch = CUDA(cub_sgemm_scratch),
        .depth = CUDA(cub_sgemm_depth),
        .run = CUDA(cub_sgemm_cublas),
    },
    { 0 }
};

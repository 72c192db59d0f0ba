/* sgemm_variants.c - sgemm by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_sgemm_cublas);

const struct variant cub_sgemm[] = {
    {
        .name = "cublas",
        .idea = "cublasSgemm in f32 throughout, no TF32",
        .source = "cuBLAS",
        .best = true,
        .closed = true,
        LAUNCHED_BY(cub_sgemm_cublas),
    },
    { 0 }
};

/* backends.c - the two backends on the GPU, also in a build without nvcc,
 * which then lists them with the reason why they cannot run. */
#include "cuda.h"

#if HAVE_CUDA
#define ABSENT NULL
#else
#define ABSENT "this build has no CUDA: " TETRAD_CUDA_WHY
#endif

const struct backend backend_cuda = {
    .name = "cuda",
    .summary = "hand-written CUDA kernels",
    .scope = SCOPE_GPU,
    .place = CUDA(&cuda_place),
    .absent = ABSENT,
};

const struct backend backend_cub = {
    .name = "cub",
    .summary = "NVIDIA's libraries: CUB, Thrust, cuBLAS",
    .scope = SCOPE_GPU,
    .place = CUDA(&cuda_place),
    .absent = ABSENT,
    .open = CUDA(cub_open),
    .close = CUDA(cub_close),
};

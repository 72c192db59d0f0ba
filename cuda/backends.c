/* backends.c - the two backends on the GPU, also in a build without nvcc,
 * which then lists them with the reason why they cannot run; and what runs on
 * the GPU but is no operation's. */
#include "cuda.h"

#if HAVE_CUDA
#define ABSENT NULL
#else
#define ABSENT "this build has no CUDA (configure: " TETRAD_CUDA_WHY ")"
#endif

const struct variant cuda_copier = {
    .name = "copy",
    .idea = "the fastest copy that was found for the roof",
    .source = "",
    .run = CUDA(cuda_run_copy),
};

/* A call of a library launches no less. */
static const struct variant empty = {
    .name = "empty",
    .idea = "a kernel that does nothing",
    .source = "",
    .run = CUDA(cuda_run_nothing),
};

const struct backend backend_cuda = {
    .name = "cuda",
    .summary = "hand-written CUDA kernels",
    .scope = SCOPE_GPU,
    .numbered = true,
    .place = CUDA(&cuda_place),
    .absent = ABSENT,
    .empty = &empty,
};

const struct backend backend_cub = {
    .name = "cub",
    .summary = "NVIDIA's libraries: CUB, Thrust, cuBLAS, cuSPARSE, NPP, cuDNN",
    .scope = SCOPE_GPU,
    .numbered = true,
    .place = CUDA(&cuda_place),
    .absent = ABSENT,
    .open = CUDA(cub_open),
    .close = CUDA(cub_close),
    .empty = &empty,
};

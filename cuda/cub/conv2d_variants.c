/* conv2d_variants.c - conv2d by NVIDIA's libraries, of which a build may lack
 * one or both. */
#include "cuda.h"
#include "ops/conv2d.h"

#if HAVE_NPP
#define NPP(symbol) CUDA(symbol)
#define NPP_ABSENT NULL
#else
#define NPP(symbol) NULL
#define NPP_ABSENT "this build has no NPP: " TETRAD_NPP_WHY
#endif

#if HAVE_CUDNN
#define CUDNN(symbol) CUDA(symbol)
#define CUDNN_ABSENT NULL
#else
#define CUDNN(symbol) NULL
#define CUDNN_ABSENT "this build has no cuDNN: " TETRAD_CUDNN_WHY
#endif

#if HAVE_CUDNN && !HAVE_NPP
#define CUDNN_IS_BEST true
#else
#define CUDNN_IS_BEST false
#endif

LAUNCHER(cub_conv2d_npp);
LAUNCHER(cub_conv2d_cudnn);

/* Extents, and bytes of a row, are ints. */
static const char *npp_refuses(const struct problem *p)
{
    const size_t most = INT32_MAX - 1024;
    return p->dim[0] > most || p->dim[1] > most / sizeof(float)
        ? "NPP counts rows, and bytes of a row, in 32 bits"
        : NULL;
}

static const char *cudnn_refuses(const struct problem *p)
{
    return p->param[CONV2D_PARAM_BORDER].i != CONV2D_ZERO
        ? "cuDNN knows no border but zeros"
        : p->out[0].count > INT32_MAX ? "cuDNN counts pixels in 32 bits"
                                      : NULL;
}

const struct variant cub_conv2d[] = {
    {
        .name = "npp",
        .idea = "nppiFilterBorder; zeros around: a copy with a border, then "
                "nppiFilter, of k below 9 nppiFilterBorder, as that one is "
                "wrong there; the filter turned round first, as NPP turns it",
        .source = "NPP",
        .closed = true,
        .best = !CUDNN_IS_BEST,
        .absent = NPP_ABSENT,
        .refuses = npp_refuses,
        .scratch = NPP(cub_conv2d_npp_scratch),
        .depth = NPP(cub_conv2d_npp_depth),
        .run = NPP(cub_conv2d_npp),
    },
    {
        .name = "cudnn",
        .idea = "cudnnConvolutionForward in f32 throughout, by the fastest "
                "way it finds that adds up products",
        .source = "cuDNN",
        .closed = true,
        .best = CUDNN_IS_BEST,
        .absent = CUDNN_ABSENT,
        .refuses = cudnn_refuses,
        .scratch = CUDNN(cub_conv2d_cudnn_scratch),
        .depth = CUDNN(cub_conv2d_cudnn_depth),
        .run = CUDNN(cub_conv2d_cudnn),
    },
    { 0 }
};

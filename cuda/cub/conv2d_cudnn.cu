/* conv2d_cudnn.cu - conv2d by cuDNN: one image of one channel, a filter that
 * makes one of it, zeros around.
 *
 * What cuDNN calls a way (an algorithm) it times itself, when a problem is
 * first seen, before anything is timed here: the fastest runs, of those that
 * add up products. Fourier transforms and Winograd's are none: their errors
 * keep to no pixel's own bound. */
#include "cuda.h"
#include "library.h"
#include "ops/conv2d.h"

#if HAVE_CUDNN
#include <cudnn.h>
#include <new>
#include <stdlib.h>

#include "parts/launch.cuh"

LAUNCHER(cub_conv2d_cudnn);

/* What cuDNN is to do, and how. */
struct plan {
    size_t height, width, k; /* k is 0: there is none yet */
    cudnnConvolutionFwdAlgo_t way;
    size_t workspace; /* bytes */
};

/* What device->dnn points to once it was asked for. */
struct dnn {
    struct reason why; /* why it cannot be used, if it cannot */
    bool usable;
    cudnnHandle_t handle;
    cudnnTensorDescriptor_t image;
    cudnnFilterDescriptor_t filter;
    cudnnConvolutionDescriptor_t convolution;
    struct plan plan;
    decltype(&cudnnGetErrorString) error;
    decltype(&cudnnCreate) create;
    decltype(&cudnnDestroy) destroy;
    decltype(&cudnnSetStream) set_stream;
    decltype(&cudnnCreateTensorDescriptor) create_image;
    decltype(&cudnnDestroyTensorDescriptor) destroy_image;
    decltype(&cudnnSetTensor4dDescriptor) set_image;
    decltype(&cudnnCreateFilterDescriptor) create_filter;
    decltype(&cudnnDestroyFilterDescriptor) destroy_filter;
    decltype(&cudnnSetFilter4dDescriptor) set_filter;
    decltype(&cudnnCreateConvolutionDescriptor) create_convolution;
    decltype(&cudnnDestroyConvolutionDescriptor) destroy_convolution;
    decltype(&cudnnSetConvolution2dDescriptor) set_convolution;
    decltype(&cudnnSetConvolutionMathType) set_math;
    decltype(&cudnnFindConvolutionForwardAlgorithm) find_ways;
    decltype(&cudnnConvolutionForward) forward;
};

static enum status dnn_status(const struct dnn *dnn, struct reason *why,
                              cudnnStatus_t status, const char *what)
{
    return status == CUDNN_STATUS_SUCCESS
        ? STATUS_OK
        : fail(why, STATUS_DEVICE, "%s: %s", what, dnn->error(status));
}

/* --- the library ---------------------------------------------------------- */

static enum status find_all(struct dnn *d, void *library)
{
    enum status status = STATUS_OK;
    const auto find = [&](auto &function, const char *name) {
        if (!status)
            status = library_find(library, function, name, &d->why);
    };
    find(d->error, "cudnnGetErrorString");
    find(d->create, "cudnnCreate");
    find(d->destroy, "cudnnDestroy");
    find(d->set_stream, "cudnnSetStream");
    find(d->create_image, "cudnnCreateTensorDescriptor");
    find(d->destroy_image, "cudnnDestroyTensorDescriptor");
    find(d->set_image, "cudnnSetTensor4dDescriptor");
    find(d->create_filter, "cudnnCreateFilterDescriptor");
    find(d->destroy_filter, "cudnnDestroyFilterDescriptor");
    find(d->set_filter, "cudnnSetFilter4dDescriptor");
    find(d->create_convolution, "cudnnCreateConvolutionDescriptor");
    find(d->destroy_convolution, "cudnnDestroyConvolutionDescriptor");
    find(d->set_convolution, "cudnnSetConvolution2dDescriptor");
    find(d->set_math, "cudnnSetConvolutionMathType");
    find(d->find_ways, "cudnnFindConvolutionForwardAlgorithm");
    find(d->forward, "cudnnConvolutionForward");
    return status;
}

static enum status create(struct dnn *d)
{
    struct reason *why = &d->why;
    enum status status =
        dnn_status(d, why, d->create(&d->handle), "cudnnCreate");
    if (!status)
        status = dnn_status(d, why, d->create_image(&d->image),
                            "cudnnCreateTensorDescriptor");
    if (!status)
        status = dnn_status(d, why, d->create_filter(&d->filter),
                            "cudnnCreateFilterDescriptor");
    if (!status)
        status = dnn_status(d, why, d->create_convolution(&d->convolution),
                            "cudnnCreateConvolutionDescriptor");
    return status;
}

static enum status load(struct dnn *d)
{
    void *library = nullptr;
    /* At 1 it would let libraries round f32 inputs to TF32, whatever the
     * mode. */
    setenv("NVIDIA_TF32_OVERRIDE", "0", 1);
    enum status status = library_load(
        &library, "libcudnn.so." LIBRARY_TEXT(CUDNN_MAJOR), &d->why);
    if (!status)
        status = find_all(d, library);
    return status ? status : create(d);
}

/* Loads the library the first time. NULL, with the reason in `why`, if there
 * is no cuDNN. */
static struct dnn *dnn_of(struct device *device, struct reason *why)
{
    struct dnn *dnn = static_cast<struct dnn *>(device->dnn);
    if (!dnn) {
        device->dnn = dnn = new (std::nothrow) struct dnn();
        if (!dnn) {
            fail(why, STATUS_MEMORY, "no memory");
            return nullptr;
        }
        dnn->usable = !load(dnn);
    }
    if (dnn->usable)
        return dnn;
    fail(why, STATUS_MISSING, "no cuDNN: %s", dnn->why.text);
    return nullptr;
}

/* A handle on a lost GPU is left to the end of the process: cuDNN might wait
 * for what will not come. */
void cub_dnn_close(struct device *device)
{
    struct dnn *d = static_cast<struct dnn *>(device->dnn);
    if (!d)
        return;
    if (d->convolution)
        d->destroy_convolution(d->convolution);
    if (d->filter)
        d->destroy_filter(d->filter);
    if (d->image)
        d->destroy_image(d->image);
    if (d->handle && !cuda_lost(device))
        d->destroy(d->handle);
    delete d;
    device->dnn = nullptr;
}

/* --- the plan ------------------------------------------------------------- */

static enum status describe(const struct dnn *d, const struct conv2d &c,
                            struct reason *why)
{
    const int r = int(c.r), k = int(c.k);
    enum status status =
        dnn_status(d, why,
                   d->set_image(d->image, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT,
                                1, 1, int(c.height), int(c.width)),
                   "cudnnSetTensor4dDescriptor");
    if (!status)
        status = dnn_status(d, why,
                            d->set_filter(d->filter, CUDNN_DATA_FLOAT,
                                          CUDNN_TENSOR_NCHW, 1, 1, k, k),
                            "cudnnSetFilter4dDescriptor");
    if (!status)
        status = dnn_status(d, why,
                            d->set_convolution(d->convolution, r, r, 1, 1, 1,
                                               1, CUDNN_CROSS_CORRELATION,
                                               CUDNN_DATA_FLOAT),
                            "cudnnSetConvolution2dDescriptor");
    /* The default mode may round f32 to TF32. */
    if (!status)
        status =
            dnn_status(d, why, d->set_math(d->convolution, CUDNN_FMA_MATH),
                       "cudnnSetConvolutionMathType");
    return status;
}

static bool adds_products(cudnnConvolutionFwdAlgo_t way)
{
    return way == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM ||
        way == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ||
        way == CUDNN_CONVOLUTION_FWD_ALGO_GEMM ||
        way == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
}

/* They come fastest first. */
static enum status choose(const struct dnn *d, struct plan *plan,
                          struct reason *why)
{
    constexpr int MOST = 4 * CUDNN_CONVOLUTION_FWD_ALGO_COUNT;
    cudnnConvolutionFwdAlgoPerf_t found[MOST];
    int count = 0;
    const enum status status =
        dnn_status(d, why,
                   d->find_ways(d->handle, d->image, d->filter, d->convolution,
                                d->image, MOST, &count, found),
                   "cudnnFindConvolutionForwardAlgorithm");
    if (status)
        return status;
    for (int i = 0; i < count; i++)
        if (found[i].status == CUDNN_STATUS_SUCCESS &&
            found[i].mathType == CUDNN_FMA_MATH &&
            adds_products(found[i].algo)) {
            plan->way = found[i].algo;
            plan->workspace = found[i].memory;
            return STATUS_OK;
        }
    return fail(why, STATUS_MISSING,
                "cuDNN finds no way that adds up products in f32");
}

/* With the plan of the last problem, or a new one. STATUS_MISSING: there is no
 * cuDNN, or no way. */
static enum status planned(const struct job *job, const struct dnn **planned)
{
    const struct conv2d c = conv2d_of(job);
    struct dnn *d = dnn_of(job->device, job->why);
    struct plan fresh = {};
    *planned = d;
    if (!d)
        return STATUS_MISSING;
    enum status status =
        dnn_status(d, job->why, d->set_stream(d->handle, stream_of(job)),
                   "cudnnSetStream");
    if (status ||
        (d->plan.k == c.k && d->plan.height == c.height &&
         d->plan.width == c.width))
        return status;
    d->plan = fresh;
    status = describe(d, c, job->why);
    if (!status)
        status = choose(d, &fresh, job->why);
    if (status)
        return status;
    fresh.height = c.height;
    fresh.width = c.width;
    fresh.k = c.k;
    d->plan = fresh;
    return STATUS_OK;
}

static bool is_empty(const struct job *job)
{
    return job->problem->out[0].count == 0;
}

/* Also where the library is loaded, and missed, and the plan is made: before
 * anything is timed. */
size_t cub_conv2d_cudnn_scratch(const struct job *job)
{
    const struct dnn *d = nullptr;
    if (is_empty(job))
        return 0;
    const enum status status = planned(job, &d);
    return !status                 ? d->plan.workspace
        : status == STATUS_MISSING ? 0 /* which the run says */
                                   : SCRATCH_FAILED;
}

enum status cub_conv2d_cudnn(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const float one = 1, none = 0;
    if (is_empty(job))
        return STATUS_OK;
    const struct dnn *d = nullptr;
    const enum status status = planned(job, &d);
    if (status)
        return status;
    return dnn_status(d, job->why,
                      d->forward(d->handle, &one, d->image, c.x, d->filter,
                                 c.f, d->convolution, d->plan.way,
                                 job->scratch, job->scratch_bytes, &none,
                                 d->image, c.y),
                      "cudnnConvolutionForward");
}

double cub_conv2d_cudnn_depth(const struct job *job)
{
    return conv2d_depth(job);
}

#else

void cub_dnn_close(struct device *)
{
}

#endif

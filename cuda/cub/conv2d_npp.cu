/* conv2d_npp.cu - conv2d by NPP.
 *
 * NPP's filters are convolutions: it turns a filter round, so it is given one
 * that is, made by a kernel of ours within the time. Its filter with a border
 * knows the nearest pixel alone; for zeros the image is first copied, by NPP,
 * with zeros around it, within the time too. */
#include "cuda.h"
#include "library.h"
#include "ops/conv2d.h"

#if HAVE_NPP
#include <new>
#include <npp.h>

#include "parts/launch.cuh"

LAUNCHER(cub_conv2d_npp);

/* What device->npp points to once it was asked for. */
struct npp {
    struct reason why; /* why it cannot be used, if it cannot */
    bool usable;
    NppStreamContext context; /* the device and its stream */
    decltype(&nppiFilterBorder_32f_C1R_Ctx) filter_border;
    decltype(&nppiFilter_32f_C1R_Ctx) filter;
    decltype(&nppiCopyConstBorder_32f_C1R_Ctx) copy_border;
};

/* --- the library ---------------------------------------------------------- */

static enum status load(struct npp *npp)
{
    void *filtering = nullptr, *exchange = nullptr;
    struct reason *why = &npp->why;
    enum status status = library_load(
        &filtering, "libnppif.so." LIBRARY_TEXT(NPP_VER_MAJOR), why);
    if (!status)
        status = library_load(
            &exchange, "libnppidei.so." LIBRARY_TEXT(NPP_VER_MAJOR), why);
    if (!status)
        status = library_find(filtering, npp->filter_border,
                              "nppiFilterBorder_32f_C1R_Ctx", why);
    if (!status)
        status = library_find(filtering, npp->filter, "nppiFilter_32f_C1R_Ctx",
                              why);
    if (!status)
        status = library_find(exchange, npp->copy_border,
                              "nppiCopyConstBorder_32f_C1R_Ctx", why);
    return status;
}

static NppStreamContext context_of(const struct device *device)
{
    NppStreamContext context = {};
    context.hStream = device->stream;
    context.nCudaDeviceId = device->ordinal;
    context.nMultiProcessorCount = device->sms;
    context.nMaxThreadsPerMultiProcessor = device->max_threads_per_sm;
    context.nMaxThreadsPerBlock =
        cuda_attribute(device, cudaDevAttrMaxThreadsPerBlock);
    context.nSharedMemPerBlock =
        size_t(cuda_attribute(device, cudaDevAttrMaxSharedMemoryPerBlock));
    context.nCudaDevAttrComputeCapabilityMajor = device->capability / 10;
    context.nCudaDevAttrComputeCapabilityMinor = device->capability % 10;
    if (cudaStreamGetFlags(device->stream, &context.nStreamFlags))
        cudaGetLastError(); /* 0: the default */
    return context;
}

/* Loads the library the first time. NULL, with the reason in `why`, if there
 * is no NPP. */
static const struct npp *npp_of(struct device *device, struct reason *why)
{
    struct npp *npp = static_cast<struct npp *>(device->npp);
    if (!npp) {
        device->npp = npp = new (std::nothrow) struct npp();
        if (!npp) {
            fail(why, STATUS_MEMORY, "no memory");
            return nullptr;
        }
        npp->usable = !load(npp);
        npp->context = context_of(device);
    }
    npp->context.hStream = device->stream;
    if (npp->usable)
        return npp;
    fail(why, STATUS_MISSING, "no NPP: %s", npp->why.text);
    return nullptr;
}

void cub_npp_close(struct device *device)
{
    delete static_cast<struct npp *>(device->npp);
    device->npp = nullptr;
}

static enum status npp_status(const struct job *job, NppStatus status,
                              const char *what)
{
    /* Positive numbers are warnings. */
    return status >= NPP_SUCCESS
        ? STATUS_OK
        : fail(job->why, STATUS_DEVICE, "%s: NPP's error %d", what,
               int(status));
}

/* --- scratch -------------------------------------------------------------- */

/* The filter turned round; then, for a border of zeros, the image with it. */
struct room {
    static constexpr size_t ROUND = 256; /* bytes */
    size_t taps, step, bytes;            /* step: from row to row */

    explicit room(const struct conv2d &c)
    {
        taps = ceil_div(c.k * c.k * sizeof(float), ROUND) * ROUND;
        step = ceil_div((c.width + 2 * c.r) * sizeof(float), ROUND) * ROUND;
        bytes = taps + (c.clamp ? 0 : step * (c.height + 2 * c.r));
    }
};

/* Also where the library is loaded, and missed: before anything is timed. */
size_t cub_conv2d_npp_scratch(const struct job *job)
{
    npp_of(job->device, job->why);
    return room(conv2d_of(job)).bytes;
}

/* --- a run ---------------------------------------------------------------- */

constexpr unsigned TURN_THREADS = 256;

static __global__ void __launch_bounds__(TURN_THREADS)
    turn_round(const float *from, float *to, unsigned count)
{
    const unsigned i = blockIdx.x * TURN_THREADS + threadIdx.x;
    if (i < count)
        to[i] = from[count - 1 - i];
}

static enum status turn_filter(const struct job *job, const struct conv2d &c)
{
    const unsigned count = unsigned(c.k * c.k);
    turn_round<<<blocks_for(count, TURN_THREADS), TURN_THREADS, 0,
                 stream_of(job)>>>(c.f, static_cast<float *>(job->scratch),
                                   count);
    return cuda_launched(job, "turn_round");
}

static enum status filter_clamped(const struct job *job, const struct npp *npp,
                                  const struct conv2d &c)
{
    const NppiSize size = { int(c.width), int(c.height) };
    const NppiSize taps = { int(c.k), int(c.k) };
    const NppiPoint middle = { int(c.r), int(c.r) };
    const int step = int(c.width * sizeof(float));
    return npp_status(
        job,
        npp->filter_border(c.x, step, size, { 0, 0 }, c.y, step, size,
                           static_cast<const float *>(job->scratch), taps,
                           middle, NPP_BORDER_REPLICATE, npp->context),
        "nppiFilterBorder");
}

/* k from which nppiFilter is trusted: NPP 13.0's of 3 x 3 did not read the
 * zeros around the image, but its edge again; those of 9 x 9 and 15 x 15 did
 * read them. */
constexpr size_t PLAIN_LEAST = 9;

static enum status filter_zeros(const struct job *job, const struct npp *npp,
                                const struct conv2d &c)
{
    const room r(c);
    const NppiSize size = { int(c.width), int(c.height) };
    const NppiSize wider = { int(c.width + 2 * c.r), int(c.height + 2 * c.r) };
    const NppiSize taps = { int(c.k), int(c.k) };
    const NppiPoint middle = { int(c.r), int(c.r) };
    const int step = int(c.width * sizeof(float));
    float *copy = static_cast<float *>(job->scratch) + r.taps / sizeof(float);
    enum status status =
        npp_status(job,
                   npp->copy_border(c.x, step, size, copy, int(r.step), wider,
                                    int(c.r), int(c.r), 0, npp->context),
                   "nppiCopyConstBorder");
    const float *image = copy + c.r * (r.step / sizeof(float)) + c.r;
    if (!status && c.k < PLAIN_LEAST)
        status =
            npp_status(job,
                       npp->filter_border(
                           image, int(r.step), wider, middle, c.y, step, size,
                           static_cast<const float *>(job->scratch), taps,
                           middle, NPP_BORDER_REPLICATE, npp->context),
                       "nppiFilterBorder");
    else if (!status)
        status =
            npp_status(job,
                       npp->filter(image, int(r.step), c.y, step, size,
                                   static_cast<const float *>(job->scratch),
                                   taps, middle, npp->context),
                       "nppiFilter");
    return status;
}

enum status cub_conv2d_npp(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const struct npp *npp = npp_of(job->device, job->why);
    if (!npp)
        return STATUS_MISSING;
    if (c.height == 0 || c.width == 0)
        return STATUS_OK;
    const enum status status = turn_filter(job, c);
    if (status)
        return status;
    return c.clamp ? filter_clamped(job, npp, c) : filter_zeros(job, npp, c);
}

double cub_conv2d_npp_depth(const struct job *job)
{
    return conv2d_depth(job);
}

#else

void cub_npp_close(struct device *)
{
}

#endif

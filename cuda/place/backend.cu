/* backend.cu - the place: opening a GPU, errors, losing it.
 *
 * Everything goes through one non-blocking stream. Memory is memory.cu's, time
 * is timing.cu's, facts are facts.cu's. */
#include <stdlib.h>

#include "cuda.h"
#include "parts/launch.cuh"
#include "place/backend.h"

/* Both halves of the sweep hold this many times the L2 cache: once would
 * leave lines that hashing of addresses spared. */
constexpr size_t SWEEP_TIMES_L2 = 4;
constexpr size_t SWEEP_LEAST = size_t(32) << 20;

/* --- errors -------------------------------------------------------------- */

enum status cuda_fail(struct reason *why, cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return STATUS_OK;
    cudaGetLastError(); /* or the next launch would report it again */
    return fail(why,
                error == cudaErrorMemoryAllocation ? STATUS_MEMORY
                                                   : STATUS_DEVICE,
                "%s: %s", what, cudaGetErrorString(error));
}

enum status cuda_status(const struct job *job, cudaError_t error,
                        const char *what)
{
    return cuda_fail(job->why, error, what);
}

enum status cuda_launched(const struct job *job, const char *kernel)
{
    return cuda_status(job, cudaGetLastError(), kernel);
}

enum status cuda_wait(struct device *device, const char *what,
                      struct reason *why)
{
    return cuda_fail(why, cudaStreamSynchronize(device->stream), what);
}

/* --- opening and closing ------------------------------------------------- */

/* Whether there is a GPU at all and `ordinal` is one; the driver's reason if
 * not. */
static enum status find_gpu(int ordinal, struct reason *why)
{
    int count = 0, driver = 0;
    cudaDriverGetVersion(&driver);
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();
        return fail(why, STATUS_MISSING, "no GPU: %s",
                    driver
                        ? cudaGetErrorString(error ? error : cudaErrorNoDevice)
                        : "no CUDA driver is installed");
    }
    if (ordinal < 0 || ordinal >= count)
        return count == 1 ? fail(why, STATUS_MISSING,
                                 "--device %d: this machine has one "
                                 "GPU, number 0",
                                 ordinal)
                          : fail(why, STATUS_MISSING,
                                 "--device %d: this machine has GPUs "
                                 "0 to %d",
                                 ordinal, count - 1);
    return STATUS_OK;
}

int cuda_attribute(const struct device *device, cudaDeviceAttr which)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device->ordinal))
        cudaGetLastError();
    return value;
}

static void ask_shape(struct device *device)
{
    device->sms = cuda_attribute(device, cudaDevAttrMultiProcessorCount);
    device->max_threads_per_sm =
        cuda_attribute(device, cudaDevAttrMaxThreadsPerMultiProcessor);
    device->capability =
        10 * cuda_attribute(device, cudaDevAttrComputeCapabilityMajor) +
        cuda_attribute(device, cudaDevAttrComputeCapabilityMinor);
    device->l2 = size_t(cuda_attribute(device, cudaDevAttrL2CacheSize));
    const size_t half = SWEEP_TIMES_L2 * device->l2;
    device->own->sweep_bytes = 2 * (half > SWEEP_LEAST ? half : SWEEP_LEAST);
}

/* Stream, events, gate, sweep, stages; the first error, NULL when none. */
static cudaError_t acquire(struct device *d)
{
    struct gpu *own = d->own;
    void *gate = NULL;
    cudaError_t e =
        cudaStreamCreateWithFlags(&d->stream, cudaStreamNonBlocking);
    if (!e)
        e = cudaEventCreate(&own->begin);
    if (!e)
        e = cudaEventCreate(&own->end);
    if (!e)
        e = cudaHostAlloc(&gate, sizeof *own->gate, cudaHostAllocMapped);
    own->gate = static_cast<volatile struct gate *>(gate);
    if (!e)
        e = cudaHostGetDevicePointer(&own->gate_device, gate, 0);
    if (!e)
        e = cudaMalloc(&own->cell, PLACE_SPANS * sizeof *own->cell);
    if (!e)
        e = cudaMalloc(&own->sweep, own->sweep_bytes);
    if (!e)
        e = cudaMemsetAsync(own->sweep, 0, own->sweep_bytes, d->stream);
    for (int i = 0; i < 2 && !e; i++) {
        e = cudaHostAlloc(&own->stage[i], CUDA_STAGE_BYTES,
                          cudaHostAllocDefault);
        if (!e)
            e = cudaEventCreateWithFlags(&own->staged[i],
                                         cudaEventDisableTiming);
    }
    return e;
}

/* What a fault leaves behind is told by every call that follows it. */
bool cuda_lost(struct device *device)
{
    const cudaError_t error = cudaStreamQuery(device->stream);
    cudaGetLastError();
    return error != cudaSuccess && error != cudaErrorNotReady;
}

static void give_back(struct device *device)
{
    struct gpu *own = device->own;
    cuda_roofs_end(device);
    for (int i = 0; i < 2; i++) {
        if (own->staged[i])
            cudaEventDestroy(own->staged[i]);
        cudaFreeHost(own->stage[i]);
    }
    cudaFree(own->sweep);
    cudaFree(own->cell);
    cudaFreeHost(const_cast<struct gate *>(own->gate));
    for (cudaEvent_t border : own->border)
        if (border)
            cudaEventDestroy(border);
    if (own->end)
        cudaEventDestroy(own->end);
    if (own->begin)
        cudaEventDestroy(own->begin);
    if (device->stream)
        cudaStreamDestroy(device->stream);
    cudaGetLastError();
}

/* Of a lost GPU nothing can be given back, and nothing need be: the driver
 * takes it when the process ends. */
static void close_gpu(struct device *device)
{
    if (!device)
        return;
    if (!device->stream || !cuda_lost(device))
        give_back(device);
    cuda_nvml_close(device);
    free(device->own->roofs);
    free(device);
}

/* One allocation, which starts with the device. */
struct both {
    struct device device;
    struct gpu own;
};

static enum status open_gpu(struct device **opened,
                            const struct placement *want, struct reason *why)
{
    enum status status = find_gpu(want->gpu, why);
    if (status)
        return status;
    struct both *both = static_cast<struct both *>(calloc(1, sizeof *both));
    if (!both)
        return fail(why, STATUS_MEMORY, "no memory");
    struct device *device = &both->device;
    device->own = &both->own;
    device->ordinal = want->gpu;
    status = cuda_fail(why, cudaSetDevice(want->gpu), "opening the GPU");
    /* A GPU that this build has no code for is told here, not at a row. */
    if (!status)
        status = cuda_has_code(why);
    if (!status) {
        ask_shape(device);
        cuda_nvml_open(device);
        status = cuda_fail(why, acquire(device), "opening the GPU");
    }
    if (status)
        close_gpu(device);
    else
        *opened = device;
    return status;
}

/* --- the floor ----------------------------------------------------------- */

static __global__ void nothing()
{
}

enum status cuda_run_nothing(struct job *job)
{
    nothing<<<1, 1, 0, stream_of(job)>>>();
    return cuda_launched(job, "nothing");
}

/* --- the place ----------------------------------------------------------- */

/* A GPU cannot flush lines: it sweeps its L2 cache, whatever the spans. */
static enum status flush_gpu(struct device *device, const struct span *spans,
                             int count, struct reason *why)
{
    (void)spans, (void)count;
    return cuda_sweep(device, why);
}

static const struct meter meter = {
    .flush = flush_gpu,
    .sample = cuda_sample,
    .mark = cuda_mark,
    .kernels = cuda_kernels,
    .pace = NULL,
    .roof = cuda_roof,
    .roofs_end = cuda_roofs_end,
    .copier = &cuda_copier,
    .energy = cuda_energy,
    .lost = cuda_lost,
    .pin = cuda_pin,
    .unpin = cuda_unpin,
};

const struct place cuda_place = {
    .name = "gpu",
    .paged = false, /* pages of 2 MiB */
    .open = open_gpu,
    .close = close_gpu,
    .alloc = cuda_alloc,
    .release = cuda_release,
    .copy = cuda_copy,
    .set = cuda_set,
    .digest = cuda_digest,
    .facts = cuda_facts,
    .meter = &meter,
};

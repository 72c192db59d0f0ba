/* backend.cu - the place: opening a GPU, errors, facts.
 *
 * Everything goes through one non-blocking stream. Memory is memory.cu's, time
 * is timing.cu's. */
#include <cub/version.cuh>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "launch.cuh"

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
    return fail(why, error == cudaErrorMemoryAllocation ? STATUS_MEMORY
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
        return fail(why, STATUS_MISSING, "no GPU: %s%s",
                    driver ? "" : "no CUDA driver is installed; ",
                    cudaGetErrorString(error ? error : cudaErrorNoDevice));
    }
    if (ordinal < 0 || ordinal >= count)
        return count == 1
            ? fail(why, STATUS_MISSING, "--device %d: this machine has one "
                   "GPU, number 0", ordinal)
            : fail(why, STATUS_MISSING, "--device %d: this machine has GPUs "
                   "0 to %d", ordinal, count - 1);
    return STATUS_OK;
}

static int attribute(const struct device *device, cudaDeviceAttr which)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device->ordinal))
        cudaGetLastError();
    return value;
}

static void ask_shape(struct device *device)
{
    device->sms = attribute(device, cudaDevAttrMultiProcessorCount);
    device->max_threads_per_sm =
        attribute(device, cudaDevAttrMaxThreadsPerMultiProcessor);
    device->capability =
        10 * attribute(device, cudaDevAttrComputeCapabilityMajor) +
        attribute(device, cudaDevAttrComputeCapabilityMinor);
    device->l2 = size_t(attribute(device, cudaDevAttrL2CacheSize));
    const size_t half = SWEEP_TIMES_L2 * device->l2;
    device->sweep_bytes = 2 * (half > SWEEP_LEAST ? half : SWEEP_LEAST);
}

/* Stream, events, gate, sweep, stages; the first error, NULL when none. */
static cudaError_t acquire(struct device *d)
{
    void *gate = NULL;
    cudaError_t e = cudaStreamCreateWithFlags(&d->stream,
                                              cudaStreamNonBlocking);
    if (!e)
        e = cudaEventCreate(&d->begin);
    if (!e)
        e = cudaEventCreate(&d->end);
    if (!e)
        e = cudaHostAlloc(&gate, 2 * sizeof *d->gate, cudaHostAllocMapped);
    d->gate = static_cast<volatile unsigned *>(gate);
    if (!e)
        e = cudaHostGetDevicePointer(&d->gate_device, gate, 0);
    if (!e)
        e = cudaMalloc(&d->cell, sizeof *d->cell);
    if (!e)
        e = cudaMalloc(&d->sweep, d->sweep_bytes);
    if (!e)
        e = cudaMemsetAsync(d->sweep, 0, d->sweep_bytes, d->stream);
    for (int i = 0; i < 2 && !e; i++) {
        e = cudaHostAlloc(&d->stage[i], CUDA_STAGE_BYTES,
                          cudaHostAllocDefault);
        if (!e)
            e = cudaEventCreateWithFlags(&d->staged[i],
                                         cudaEventDisableTiming);
    }
    return e;
}

static void close_gpu(struct device *device)
{
    if (!device)
        return;
    for (int i = 0; i < 2; i++) {
        if (device->staged[i])
            cudaEventDestroy(device->staged[i]);
        cudaFreeHost(device->stage[i]);
    }
    cudaFree(device->sweep);
    cudaFree(device->cell);
    cudaFreeHost(const_cast<unsigned *>(device->gate));
    if (device->end)
        cudaEventDestroy(device->end);
    if (device->begin)
        cudaEventDestroy(device->begin);
    if (device->stream)
        cudaStreamDestroy(device->stream);
    cudaGetLastError();
    free(device);
}

static enum status open_gpu(struct device **opened,
                            const struct placement *want, struct reason *why)
{
    enum status status = find_gpu(want->gpu, why);
    if (status)
        return status;
    struct device *device =
        static_cast<struct device *>(calloc(1, sizeof *device));
    if (!device)
        return fail(why, STATUS_MEMORY, "no memory");
    device->ordinal = want->gpu;
    status = cuda_fail(why, cudaSetDevice(want->gpu), "opening the GPU");
    /* A GPU that this build has no code for is told here, not at a row. */
    if (!status)
        status = cuda_has_code(why);
    if (!status) {
        ask_shape(device);
        cuda_ask_nvml(device);
        status = cuda_fail(why, acquire(device), "opening the GPU");
    }
    if (status)
        close_gpu(device);
    else
        *opened = device;
    return status;
}

/* --- facts --------------------------------------------------------------- */

/* FP32 lanes of a multiprocessor: CUDA C++ Programming Guide, table of
 * arithmetic throughput; 0 when unknown. */
static int fp32_lanes(int capability)
{
    switch (capability) {
    case 70: case 72: case 75: case 80:
        return 64;
    case 86: case 87: case 88: case 89: case 90: case 100: case 103:
    case 110: case 120: case 121:
        return 128;
    default:
        return 0;
    }
}

static struct fact *add(struct device_facts *facts, const char *key)
{
    struct fact *fact = &facts->more[facts->more_count++];
    fact->key = key;
    return fact;
}

/* Zero stands for unknown in every number here. */
static void add_number(struct device_facts *facts, const char *key,
                       double number)
{
    if (number > 0)
        add(facts, key)->number = number;
}

static void __attribute__((format(printf, 3, 4)))
add_text(struct device_facts *facts, const char *key, const char *format, ...)
{
    struct fact *fact = add(facts, key);
    va_list args;
    va_start(args, format);
    vsnprintf(fact->text, sizeof fact->text, format, args);
    va_end(args);
}

static void add_cuda(struct device_facts *facts, const char *key, int version)
{
    if (version > 0)
        add_text(facts, key, "%d.%d", version / 1000, version % 1000 / 10);
}

static void add_versions(const struct device *device,
                         struct device_facts *facts, int driver, int runtime)
{
    add_text(facts, "compute_capability", "%d.%d", device->capability / 10,
             device->capability % 10);
    if (device->driver[0])
        add_text(facts, "driver_version", "%s", device->driver);
    add_cuda(facts, "driver_cuda_version", driver);
    add_cuda(facts, "runtime_cuda_version", runtime);
    add_text(facts, "cub_version", "%d.%d.%d", CUB_VERSION / 100000,
             CUB_VERSION / 100 % 1000, CUB_VERSION % 100);
}

static void add_settings(const struct device *device,
                         struct device_facts *facts, double clock_khz,
                         double memory_khz)
{
    int ecc = 0;
    add_number(facts, "sm_clock_max_mhz", clock_khz / 1e3);
    add_number(facts, "memory_clock_max_mhz", memory_khz / 1e3);
    add_number(facts, "power_limit_w", device->power_limit);
    if (!cudaDeviceGetAttribute(&ecc, cudaDevAttrEccEnabled,
                                device->ordinal))
        add_text(facts, "ecc", ecc ? "on" : "off");
}

static void facts_gpu(struct device *device, struct device_facts *facts)
{
    cudaDeviceProp properties;
    int driver = 0, runtime = 0;
    memset(facts, 0, sizeof *facts);
    if (cudaGetDeviceProperties(&properties, device->ordinal) == cudaSuccess)
        snprintf(facts->name, sizeof facts->name, "%.95s", properties.name);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    cudaMemGetInfo(&facts->memory_free, &facts->memory);
    const double clock_khz = attribute(device, cudaDevAttrClockRate);
    const double memory_khz = attribute(device, cudaDevAttrMemoryClockRate);
    const int bus_bits = attribute(device, cudaDevAttrGlobalMemoryBusWidth);
    facts->cores = device->sms;
    facts->cache = device->l2;
    /* Both edges of the memory clock carry data. */
    facts->peak_bytes = 2e3 * memory_khz * bus_bits / 8;
    facts->peak_flops = 2e3 * clock_khz * device->sms *
                        fp32_lanes(device->capability);
    snprintf(facts->detail, sizeof facts->detail,
             "compute capability %d.%d, %d multiprocessors at %.0f MHz, "
             "driver for CUDA %d.%d, runtime %d.%d, ECC %s",
             device->capability / 10, device->capability % 10, device->sms,
             clock_khz / 1e3, driver / 1000, driver % 1000 / 10,
             runtime / 1000, runtime % 1000 / 10,
             attribute(device, cudaDevAttrEccEnabled) ? "on" : "off");
    add_versions(device, facts, driver, runtime);
    add_settings(device, facts, clock_khz, memory_khz);
    cudaGetLastError();
}

const struct place cuda_place = {
    .name = "gpu",
    .open = open_gpu,
    .close = close_gpu,
    .alloc = cuda_alloc,
    .release = cuda_release,
    .copy = cuda_copy,
    .set = cuda_set,
    .digest = cuda_digest,
    .chill = cuda_chill,
    .sample = cuda_sample,
    .roof = cuda_roof,
    .facts = facts_gpu,
};

/* backend.cu - the place: opening a GPU, its memory, copies, hashes, facts.
 *
 * Everything goes through one non-blocking stream. Time is timing.cu's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "digest.h"
#include "launch.cuh"

/* Both halves of the sweep hold this many times the L2 cache: once would
 * leave lines that hashing of addresses spared. */
constexpr size_t SWEEP_TIMES_L2 = 4;
constexpr size_t SWEEP_LEAST = size_t(32) << 20;
constexpr size_t STAGE_BYTES = size_t(16) << 20;
constexpr int THREADS = 512;

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

/* --- hashing ------------------------------------------------------------- */

/* Word `i` of memory of any alignment, the last one padded with zeros. */
static __device__ uint64_t word_at(const unsigned char *memory, size_t bytes,
                                   size_t i)
{
    const size_t at = i * 8, left = bytes - at;
    if (left >= 8 && reinterpret_cast<uintptr_t>(memory) % 8 == 0)
        return *reinterpret_cast<const uint64_t *>(memory + at);
    uint64_t word = 0;
    for (size_t k = 0; k < (left < 8 ? left : 8); k++)
        word |= uint64_t(memory[at + k]) << (8 * k);
    return word;
}

/* Grid-stride; adds the digest of `bytes` bytes to *sum. */
static __global__ void digest_words(const unsigned char *memory, size_t bytes,
                                    unsigned long long *sum)
{
    const size_t words = ceil_div(bytes, size_t(8));
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    unsigned long long mine = 0;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words;
         i += stride)
        mine += digest_word(word_at(memory, bytes, i), i);
    for (int offset = 16; offset; offset /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
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
        e = cudaHostAlloc(&d->stage[i], STAGE_BYTES, cudaHostAllocDefault);
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
    cudaFuncAttributes code;
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
        status = cuda_fail(why, cudaFuncGetAttributes(&code, digest_words),
                           "this build's code on this GPU");
    if (!status) {
        ask_shape(device);
        status = cuda_fail(why, acquire(device), "opening the GPU");
    }
    if (status)
        close_gpu(device);
    else
        *opened = device;
    return status;
}

/* --- memory -------------------------------------------------------------- */

enum status cuda_wait(struct device *device, const char *what,
                      struct reason *why)
{
    return cuda_fail(why, cudaStreamSynchronize(device->stream), what);
}

static enum status alloc_gpu(struct device *device, size_t bytes,
                             void **memory, struct reason *why)
{
    (void)device;
    const cudaError_t error = cudaMalloc(memory, bytes ? bytes : 1);
    if (error != cudaErrorMemoryAllocation)
        return cuda_fail(why, error, "cudaMalloc");
    size_t free_bytes = 0, all = 0;
    cudaGetLastError();
    cudaMemGetInfo(&free_bytes, &all);
    return fail(why, STATUS_MEMORY, "%zu bytes of GPU memory wanted, %zu of "
                "%zu free", bytes, free_bytes, all);
}

static void release_gpu(struct device *device, void *memory)
{
    (void)device;
    cudaFree(memory);
}

/* Pageable host memory up to the GPU: the next piece is copied into one
 * pinned buffer while the GPU takes the other. */
static cudaError_t stage_up(struct device *d, char *to, const char *from,
                            size_t bytes)
{
    cudaError_t e = cudaSuccess;
    for (size_t at = 0, k = 0; at < bytes && !e; at += STAGE_BYTES, k ^= 1) {
        const size_t left = bytes - at;
        const size_t size = left < STAGE_BYTES ? left : STAGE_BYTES;
        e = cudaEventSynchronize(d->staged[k]);
        if (e)
            break;
        memcpy(d->stage[k], from + at, size);
        e = cudaMemcpyAsync(to + at, d->stage[k], size,
                            cudaMemcpyHostToDevice, d->stream);
        if (!e)
            e = cudaEventRecord(d->staged[k], d->stream);
    }
    return e;
}

/* The way back: piece k is on its way while piece k - 1 is copied out. */
static cudaError_t stage_down(struct device *d, char *to, const char *from,
                              size_t bytes)
{
    const size_t pieces = ceil_div(bytes, STAGE_BYTES);
    cudaError_t e = cudaSuccess;
    for (size_t k = 0; k <= pieces && !e; k++) {
        const size_t at = k * STAGE_BYTES;
        if (k < pieces) {
            const size_t left = bytes - at;
            e = cudaMemcpyAsync(d->stage[k % 2], from + at,
                                left < STAGE_BYTES ? left : STAGE_BYTES,
                                cudaMemcpyDeviceToHost, d->stream);
            if (!e)
                e = cudaEventRecord(d->staged[k % 2], d->stream);
        }
        if (k == 0 || e)
            continue;
        const size_t before = at - STAGE_BYTES, left = bytes - before;
        e = cudaEventSynchronize(d->staged[(k - 1) % 2]);
        if (!e)
            memcpy(to + before, d->stage[(k - 1) % 2],
                   left < STAGE_BYTES ? left : STAGE_BYTES);
    }
    return e;
}

static enum status copy_gpu(struct device *device, void *to, const void *from,
                            size_t bytes, enum direction direction,
                            struct reason *why)
{
    cudaError_t error;
    if (direction == TO_DEVICE)
        error = stage_up(device, static_cast<char *>(to),
                         static_cast<const char *>(from), bytes);
    else if (direction == FROM_DEVICE)
        error = stage_down(device, static_cast<char *>(to),
                           static_cast<const char *>(from), bytes);
    else
        error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice,
                                device->stream);
    const enum status status = cuda_fail(why, error, "copying");
    return status ? status : cuda_wait(device, "copying", why);
}

static enum status set_gpu(struct device *device, void *to, int byte,
                           size_t bytes, struct reason *why)
{
    const enum status status = cuda_fail(
        why, cudaMemsetAsync(to, byte, bytes, device->stream), "setting");
    return status ? status : cuda_wait(device, "setting", why);
}

static enum status digest_gpu(struct device *device, const void *memory,
                              size_t bytes, uint64_t *digest,
                              struct reason *why)
{
    enum status status = set_gpu(device, device->cell, 0, sizeof *digest,
                                 why);
    if (!status) {
        const unsigned blocks =
            unsigned(device->sms * (device->max_threads_per_sm / THREADS));
        digest_words<<<blocks, THREADS, 0, device->stream>>>(
            static_cast<const unsigned char *>(memory), bytes, device->cell);
        status = cuda_fail(why, cudaGetLastError(), "digest_words");
    }
    return status ? status
                  : copy_gpu(device, digest, device->cell, sizeof *digest,
                             FROM_DEVICE, why);
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
    cudaGetLastError();
}

const struct place cuda_place = {
    .name = "gpu",
    .open = open_gpu,
    .close = close_gpu,
    .alloc = alloc_gpu,
    .release = release_gpu,
    .copy = copy_gpu,
    .set = set_gpu,
    .digest = digest_gpu,
    .chill = cuda_chill,
    .sample = cuda_sample,
    .roof = cuda_roof,
    .facts = facts_gpu,
};

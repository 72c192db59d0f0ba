/* memory.cu - the place's memory: allocating, pinning, setting, copying,
 * hashing. */
#include <algorithm>
#include <string.h>

#include "digest.h"
#include "parts/launch.cuh"
#include "place/backend.h"

constexpr int THREADS = 512;
constexpr size_t STAGE_BYTES = CUDA_STAGE_BYTES;

/* --- allocating and setting ---------------------------------------------- */

enum status cuda_alloc(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    (void)device;
    const cudaError_t error = cudaMalloc(memory, bytes ? bytes : 1);
    if (error != cudaErrorMemoryAllocation)
        return cuda_fail(why, error, "cudaMalloc");
    size_t free_bytes = 0, all = 0;
    cudaGetLastError();
    cudaMemGetInfo(&free_bytes, &all);
    return fail(why, STATUS_MEMORY,
                "%zu bytes of GPU memory wanted, %zu of "
                "%zu free",
                bytes, free_bytes, all);
}

void cuda_release(struct device *device, void *memory)
{
    (void)device;
    cudaFree(memory);
}

enum status cuda_pin(struct device *device, size_t bytes, void **memory,
                     struct reason *why)
{
    (void)device;
    const cudaError_t error =
        cudaHostAlloc(memory, bytes ? bytes : 1, cudaHostAllocDefault);
    if (error != cudaErrorMemoryAllocation)
        return cuda_fail(why, error, "cudaHostAlloc");
    cudaGetLastError();
    return fail(why, STATUS_MEMORY,
                "%zu bytes of pinned host memory wanted: "
                "there are not so many",
                bytes);
}

void cuda_unpin(struct device *device, void *memory)
{
    (void)device;
    cudaFreeHost(memory);
}

enum status cuda_set(struct device *device, void *to, int byte, size_t bytes,
                     struct reason *why)
{
    return cuda_fail(why, cudaMemsetAsync(to, byte, bytes, device->stream),
                     "setting");
}

/* --- copying ------------------------------------------------------------- */

/* Pageable host memory up to the GPU: the next piece is copied into one
 * pinned buffer while the GPU takes the other. */
static cudaError_t stage_up(struct device *d, char *to, const char *from,
                            size_t bytes)
{
    cudaError_t e = cudaSuccess;
    for (size_t at = 0, k = 0; at < bytes && !e; at += STAGE_BYTES, k ^= 1) {
        const size_t left = bytes - at;
        const size_t size = left < STAGE_BYTES ? left : STAGE_BYTES;
        e = cudaEventSynchronize(d->own->staged[k]);
        if (e)
            break;
        memcpy(d->own->stage[k], from + at, size);
        e = cudaMemcpyAsync(to + at, d->own->stage[k], size,
                            cudaMemcpyHostToDevice, d->stream);
        if (!e)
            e = cudaEventRecord(d->own->staged[k], d->stream);
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
            e = cudaMemcpyAsync(d->own->stage[k % 2], from + at,
                                left < STAGE_BYTES ? left : STAGE_BYTES,
                                cudaMemcpyDeviceToHost, d->stream);
            if (!e)
                e = cudaEventRecord(d->own->staged[k % 2], d->stream);
        }
        if (k == 0 || e)
            continue;
        const size_t before = at - STAGE_BYTES, left = bytes - before;
        e = cudaEventSynchronize(d->own->staged[(k - 1) % 2]);
        if (!e)
            memcpy(to + before, d->own->stage[(k - 1) % 2],
                   left < STAGE_BYTES ? left : STAGE_BYTES);
    }
    return e;
}

enum status cuda_copy(struct device *device, void *to, const void *from,
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

struct spans {
    struct span of[PLACE_SPANS];
};

/* A row of blocks a span, grid-stride; adds its digest to sums[its number]. */
static __global__ void digest_words(const __grid_constant__ struct spans spans,
                                    unsigned long long *sums)
{
    const size_t bytes = spans.of[blockIdx.y].bytes;
    const auto memory =
        static_cast<const unsigned char *>(spans.of[blockIdx.y].memory);
    const size_t words = ceil_div(bytes, size_t(8));
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    unsigned long long mine = 0;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words;
         i += stride)
        mine += digest_word(word_at(memory, bytes, i), i);
    for (int offset = 16; offset; offset /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, offset);
    if (threadIdx.x % 32 == 0 && mine)
        atomicAdd(&sums[blockIdx.y], mine);
}

/* Blocks for the longest of them, no more than the GPU holds at once. */
static unsigned digest_blocks(const struct device *device,
                              const struct spans &spans, int count)
{
    size_t longest = 0;
    for (int i = 0; i < count; i++)
        longest = std::max(longest, spans.of[i].bytes);
    const size_t most =
        size_t(device->sms * (device->max_threads_per_sm / THREADS));
    return unsigned(
        std::clamp(ceil_div(longest, size_t(8) * THREADS), size_t(1), most));
}

enum status cuda_digest(struct device *device, const struct span *spans,
                        int count, uint64_t *digests, struct reason *why)
{
    unsigned long long *sums = device->own->cell;
    const size_t bytes = size_t(count) * sizeof *sums;
    struct spans given = {};
    if (count == 0)
        return STATUS_OK;
    std::copy(spans, spans + count, given.of);
    const dim3 grid(digest_blocks(device, given, count), unsigned(count));
    enum status status = cuda_set(device, sums, 0, bytes, why);
    if (!status) {
        digest_words<<<grid, THREADS, 0, device->stream>>>(given, sums);
        status = cuda_fail(why, cudaGetLastError(), "digest_words");
    }
    return status ? status
                  : cuda_copy(device, digests, sums, bytes, FROM_DEVICE, why);
}

enum status cuda_has_code(struct reason *why)
{
    cudaFuncAttributes code;
    return cuda_fail(why, cudaFuncGetAttributes(&code, digest_words),
                     "this build's code on this GPU");
}

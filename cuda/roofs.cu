/* roofs.cu - what this GPU reaches: read, copy, write and FP32 FMA rates.
 *
 * Each roof is the best of several loops, each the median of samples on cold
 * caches over hashed data (constant data would need less power and may be
 * compressed on the way). Bytes are 16-byte vectors; a copy counts what is
 * read and what is written. Measured on an H200: read 4.55 TB/s, copy
 * 4.3 TB/s, FMA 64.9 TFLOP/s. */
#include <algorithm>

#include "cuda.h"
#include "launch.cuh"

constexpr size_t ARRAY_BYTES = size_t(1) << 30; /* of each array */
constexpr int WARM_UPS = 2, SAMPLES = 9;
constexpr int FMA_THREADS = 256, FMA_BLOCKS_A_SM = 8;
constexpr int FMA_CHAINS = 8;    /* hides the latency of 4 cycles twice */
constexpr int FMA_STEPS = 16384; /* about a millisecond */

/* --- kernels ------------------------------------------------------------- */

static __device__ unsigned hashed(unsigned x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

static __device__ size_t global_thread()
{
    return size_t(blockIdx.x) * blockDim.x + threadIdx.x;
}

/* One vector a thread. */
static __global__ void fill_hashed(uint4 *to, size_t count)
{
    const size_t i = global_thread();
    const unsigned x = unsigned(i) * 4;
    if (i < count)
        to[i] = make_uint4(hashed(x), hashed(x + 1), hashed(x + 2),
                           hashed(x + 3));
}

/* Grid-stride by tiles of Unroll vectors a thread, all loads of a tile in
 * flight together; 16 bytes moved a vector. One store a thread would need
 * all bits of its sum set, which the hashed data does not give in practice
 * but the compiler cannot know. */
template <int Unroll>
static __global__ void read_vectors(const uint4 *from, size_t count,
                                    unsigned *sink)
{
    const size_t tile = size_t(blockDim.x) * Unroll;
    unsigned sum = 0;
    for (size_t at = blockIdx.x * tile + threadIdx.x; at < count;
         at += gridDim.x * tile) {
        uint4 v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; u++) {
            const size_t i = at + size_t(u) * blockDim.x;
            v[u] = i < count ? __ldg(from + i) : make_uint4(0, 0, 0, 0);
        }
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            sum += v[u].x + v[u].y + v[u].z + v[u].w;
    }
    if (sum == ~0u)
        *sink = sum;
}

/* One vector a thread, 32 bytes moved. */
static __global__ void copy_vectors(const uint4 *from, uint4 *to,
                                    size_t count)
{
    const size_t i = global_thread();
    if (i < count)
        to[i] = __ldg(from + i);
}

/* One vector a thread, 16 bytes moved. */
static __global__ void write_vectors(uint4 *to, size_t count)
{
    const size_t i = global_thread();
    const unsigned x = unsigned(i);
    if (i < count)
        to[i] = make_uint4(x, ~x, x, ~x);
}

/* FMA_CHAINS independent chains of FMA_STEPS fused multiply-adds a thread,
 * all in registers. `factor` and `addend` are not known to the compiler, and
 * the one comparison at the end keeps every chain alive. */
static __global__ void __launch_bounds__(FMA_THREADS)
multiply_add(float factor, float addend, float *sink)
{
    float x[FMA_CHAINS], sum = 0;
    for (int k = 0; k < FMA_CHAINS; k++)
        x[k] = float(threadIdx.x + unsigned(k));
#pragma unroll 16
    for (int step = 0; step < FMA_STEPS; step++)
#pragma unroll
        for (int k = 0; k < FMA_CHAINS; k++)
            x[k] = fmaf(x[k], factor, addend);
    for (int k = 0; k < FMA_CHAINS; k++)
        sum += x[k];
    if (sum == 12345.0f)
        *sink = sum;
}

/* --- measuring ----------------------------------------------------------- */

struct arrays {
    uint4 *from, *to;
    size_t count; /* vectors in each */
};

/* The median of several cold runs, as a rate of `work` a second. */
template <class Run>
static enum status rate_of(struct device *device, double work, Run run,
                           double *rate, struct reason *why)
{
    float ms[SAMPLES];
    enum status status = STATUS_OK;
    for (int i = -WARM_UPS; i < SAMPLES && !status; i++) {
        /* The chill keeps the GPU busy until all of this is queued. */
        status = cuda_place.chill(device, why);
        cudaEventRecord(device->begin, device->stream);
        run();
        cudaEventRecord(device->end, device->stream);
        if (!status)
            status = cuda_fail(why, cudaGetLastError(), "measuring a roof");
        if (!status)
            status = cuda_fail(why, cudaEventSynchronize(device->end),
                               "measuring a roof");
        if (!status && i >= 0)
            status = cuda_fail(why, cudaEventElapsedTime(
                                   &ms[i], device->begin, device->end),
                               "measuring a roof");
    }
    if (status)
        return status;
    std::nth_element(ms, ms + SAMPLES / 2, ms + SAMPLES);
    *rate = std::max(*rate, work / (1e-3 * ms[SAMPLES / 2]));
    return STATUS_OK;
}

static enum status read_rate(struct device *device, const struct arrays *a,
                             double *rate, struct reason *why)
{
    static const int threads[] = { 256, 512 };
    const double bytes = double(a->count) * sizeof(uint4);
    unsigned *sink = reinterpret_cast<unsigned *>(device->cell);
    enum status status = STATUS_OK;
    for (int t : threads) {
        const unsigned full =
            unsigned(device->sms * (device->max_threads_per_sm / t));
        const auto four = [&] {
            read_vectors<4><<<full, t, 0, device->stream>>>(a->from, a->count,
                                                            sink);
        };
        const auto eight = [&] {
            read_vectors<8><<<full / 2, t, 0, device->stream>>>(
                a->from, a->count, sink);
        };
        if (!status)
            status = rate_of(device, bytes, four, rate, why);
        if (!status)
            status = rate_of(device, bytes, eight, rate, why);
    }
    return status;
}

static enum status copy_rate(struct device *device, const struct arrays *a,
                             double *rate, struct reason *why)
{
    const size_t bytes = a->count * sizeof(uint4);
    const double moved = 2 * double(bytes);
    const enum status status = rate_of(device, moved, [&] {
        cudaMemcpyAsync(a->to, a->from, bytes, cudaMemcpyDeviceToDevice,
                        device->stream);
    }, rate, why);
    if (status)
        return status;
    return rate_of(device, moved, [&] {
        copy_vectors<<<blocks_for(a->count, 256), 256, 0, device->stream>>>(
            a->from, a->to, a->count);
    }, rate, why);
}

static enum status write_rate(struct device *device, const struct arrays *a,
                              double *rate, struct reason *why)
{
    const size_t bytes = a->count * sizeof(uint4);
    const enum status status = rate_of(device, double(bytes), [&] {
        cudaMemsetAsync(a->to, 0x5a, bytes, device->stream);
    }, rate, why);
    if (status)
        return status;
    return rate_of(device, double(bytes), [&] {
        write_vectors<<<blocks_for(a->count, 256), 256, 0,
                        device->stream>>>(a->to, a->count);
    }, rate, why);
}

static enum status fma_rate(struct device *device, double *rate,
                            struct reason *why)
{
    const unsigned blocks = unsigned(device->sms * FMA_BLOCKS_A_SM);
    const double flops = 2.0 * FMA_CHAINS * FMA_STEPS * FMA_THREADS * blocks;
    return rate_of(device, flops, [&] {
        multiply_add<<<blocks, FMA_THREADS, 0, device->stream>>>(
            0.999f, 0.5f, reinterpret_cast<float *>(device->cell));
    }, rate, why);
}

/* As large as ARRAY_BYTES, or a quarter of the free memory. */
static enum status arrays_open(struct device *device, struct arrays *a,
                               struct reason *why)
{
    size_t free_bytes = 0, all = 0;
    cudaMemGetInfo(&free_bytes, &all);
    a->count = std::min(ARRAY_BYTES, free_bytes / 4) / sizeof(uint4);
    void *from = nullptr, *to = nullptr;
    const size_t bytes = a->count * sizeof(uint4);
    enum status status = cuda_place.alloc(device, bytes, &from, why);
    a->from = static_cast<uint4 *>(from);
    if (!status)
        status = cuda_place.alloc(device, bytes, &to, why);
    a->to = static_cast<uint4 *>(to);
    if (!status)
        fill_hashed<<<blocks_for(a->count, 256), 256, 0, device->stream>>>(
            a->from, a->count);
    return status;
}

enum status cuda_roof(struct device *device, enum scope scope,
                      enum roof_kind kind, double *rate, struct reason *why)
{
    (void)scope; /* a GPU is used whole */
    struct arrays a = {};
    *rate = 0;
    if (kind == ROOF_FMA)
        return fma_rate(device, rate, why);
    enum status status = arrays_open(device, &a, why);
    if (!status)
        status = kind == ROOF_READ   ? read_rate(device, &a, rate, why)
                 : kind == ROOF_COPY ? copy_rate(device, &a, rate, why)
                                     : write_rate(device, &a, rate, why);
    cuda_place.release(device, a.to);
    cuda_place.release(device, a.from);
    return status;
}

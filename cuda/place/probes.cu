/* probes.cu - the loops that look for a roof: what a GPU needs to be given to
 * read, copy, write, multiply and talk to its host as fast as it can.
 *
 * Bytes move as 16-byte vectors, by the copy engines, or as the driver likes;
 * a copy counts what is read and what is written. Measured on an H200: read
 * 4.55 TB/s, copy 4.33 TB/s, FMA 64.9 TFLOP/s. */
#include "place/backend.h"
#include "place/probes.h"
#include "parts/kept.cuh"
#include "parts/launch.cuh"

constexpr int FMA_THREADS = 256, FMA_BLOCKS_A_SM = 8;
constexpr int FMA_CHAINS = 8;    /* hides the latency of 4 cycles twice */
constexpr int FMA_STEPS = 16384; /* about a millisecond */

/* --- kernels ------------------------------------------------------------- */

static __device__ size_t global_thread()
{
    return size_t(blockIdx.x) * blockDim.x + threadIdx.x;
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
static __global__ void copy_vectors(const uint4 *from, uint4 *to, size_t count)
{
    const size_t i = global_thread();
    if (i < count)
        to[i] = __ldg(from + i);
}

/* Two vectors a thread, 64 bytes moved. */
static __global__ void copy_kept(const uint4 *from, uint4 *to, size_t count)
{
    const size_t i = global_thread() + size_t(blockIdx.x) * blockDim.x;
    const size_t next = i + blockDim.x;
    uint4 first, second;
    if (i < count)
        first = load_kept(from + i);
    if (next < count)
        second = load_kept(from + next);
    if (i < count)
        to[i] = first;
    if (next < count)
        to[next] = second;
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

/* --- runs ---------------------------------------------------------------- */

static size_t bytes_of(const struct job *job)
{
    const struct array *array = &job->problem->in[0];
    return array->count * elem_size(array->type);
}

static size_t vectors_of(const struct job *job)
{
    return bytes_of(job) / sizeof(uint4);
}

template <int Unroll, int Threads>
static enum status read_loop(struct job *job)
{
    const struct device *device = job->device;
    /* A full GPU of the threads that hold four vectors, half of eight. */
    const unsigned blocks = unsigned(
        device->sms * (device->max_threads_per_sm / Threads) * 4 / Unroll);
    read_vectors<Unroll><<<blocks, Threads, 0, stream_of(job)>>>(
        input<uint4>(job), vectors_of(job),
        reinterpret_cast<unsigned *>(device->own->cell));
    return cuda_launched(job, "read_vectors");
}

static enum status copy_loop(struct job *job)
{
    const size_t count = vectors_of(job);
    copy_vectors<<<blocks_for(count, 256), 256, 0, stream_of(job)>>>(
        input<uint4>(job), output<uint4>(job), count);
    return cuda_launched(job, "copy_vectors");
}

static enum status copy_kept_loop(struct job *job)
{
    const size_t count = vectors_of(job);
    copy_kept<<<blocks_for(count, 512), 256, 0, stream_of(job)>>>(
        input<uint4>(job), output<uint4>(job), count);
    return cuda_launched(job, "copy_kept");
}

/* Within the GPU, or over the link, whichever way. */
static enum status copy_by_driver(struct job *job)
{
    return cuda_status(job,
                       cudaMemcpyAsync(job->out[0], job->in[0], bytes_of(job),
                                       cudaMemcpyDefault, stream_of(job)),
                       "cudaMemcpyAsync");
}

static enum status write_loop(struct job *job)
{
    const size_t count = vectors_of(job);
    write_vectors<<<blocks_for(count, 256), 256, 0, stream_of(job)>>>(
        output<uint4>(job), count);
    return cuda_launched(job, "write_vectors");
}

static enum status write_by_driver(struct job *job)
{
    return cuda_status(
        job, cudaMemsetAsync(job->out[0], 0x5a, bytes_of(job), stream_of(job)),
        "cudaMemsetAsync");
}

static unsigned fma_blocks(const struct device *device)
{
    return unsigned(device->sms * FMA_BLOCKS_A_SM);
}

static enum status multiply(struct job *job)
{
    multiply_add<<<fma_blocks(job->device), FMA_THREADS, 0, stream_of(job)>>>(
        0.999f, 0.5f, reinterpret_cast<float *>(job->device->own->cell));
    return cuda_launched(job, "multiply_add");
}

double cuda_probe_work(const struct device *device, enum roof_kind kind,
                       size_t bytes)
{
    if (kind == ROOF_FMA)
        return 2.0 * FMA_CHAINS * FMA_STEPS * FMA_THREADS * fma_blocks(device);
    return kind == ROOF_COPY ? 2 * double(bytes) : double(bytes);
}

const struct probe cuda_probes[] = {
    { ROOF_READ, "read 4x256", read_loop<4, 256> },
    { ROOF_READ, "read 8x256", read_loop<8, 256> },
    { ROOF_READ, "read 4x512", read_loop<4, 512> },
    { ROOF_READ, "read 8x512", read_loop<8, 512> },
    { ROOF_COPY, "copy by driver", copy_by_driver },
    { ROOF_COPY, "copy by vectors", copy_loop },
    { ROOF_COPY, "copy, L2 keeps reads", copy_kept_loop },
    { ROOF_WRITE, "write by driver", write_by_driver },
    { ROOF_WRITE, "write by vectors", write_loop },
    { ROOF_FMA, "multiply-add", multiply },
    { ROOF_H2D, "host to GPU", copy_by_driver },
    { ROOF_D2H, "GPU to host", copy_by_driver },
    {},
};

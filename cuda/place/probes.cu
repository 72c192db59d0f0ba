/* probes.cu - the loops that look for a roof: what a GPU needs to be given to
 * read, copy, write, multiply, count, go to random places and talk to its host
 * as fast as it can.
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
constexpr unsigned ATOMIC_THREADS = 512;
constexpr unsigned ATOMIC_BITS = 12;    /* of a block's words: 16 KiB */
constexpr unsigned ATOMIC_STEPS = 4096; /* half a millisecond */
constexpr unsigned RANDOM_THREADS = 256;
constexpr unsigned RANDOM_ACCESSES = 1u << 26; /* half to four milliseconds */

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

/* ATOMIC_STEPS additions of 1 a thread, each to a word at random of the block's
 * table, as a histogram of many bins has them: banks conflict as they do there.
 * Each thread steps through its own part of one sequence, whose upper bits say
 * which word. Kept alive as in read_vectors. */
static __global__ void __launch_bounds__(ATOMIC_THREADS)
    add_shared(unsigned *sink)
{
    __shared__ unsigned table[1 << ATOMIC_BITS];
    for (unsigned i = threadIdx.x; i < 1u << ATOMIC_BITS; i += ATOMIC_THREADS)
        table[i] = 0;
    __syncthreads();
    unsigned x = unsigned(blockIdx.x * ATOMIC_THREADS + threadIdx.x);
    x = (x ^ x >> 7) * 0x85ebca6bu;
    x ^= x >> 15;
#pragma unroll 8
    for (unsigned step = 0; step < ATOMIC_STEPS; step++) {
        x = x * 1664525u + 1013904223u;
        atomicAdd(table + (x >> (32 - ATOMIC_BITS)), 1u);
    }
    __syncthreads();
    if (table[threadIdx.x] == ~0u)
        *sink = table[threadIdx.x];
}

/* Place x of 2^bits in an order that looks random; each is met once in 2^bits
 * accesses, as by a permutation: what is multiplied by and shifted can be
 * undone. It costs a few instructions, where memory has a warp's access take
 * tens of cycles. */
static __device__ unsigned shuffled(unsigned x, unsigned bits)
{
    const unsigned mask = ~0u >> (32 - bits), half = (bits + 1) / 2;
    x = x * 0x9e3779b1u & mask;
    x ^= x >> half;
    x = x * 0x85ebca6bu & mask;
    return x ^ x >> half;
}

/* Loads that ask L1 first, and that go to L2 at once: which takes misses
 * faster depends on the GPU. */
struct through_l1 {
    template <class T>
    static __device__ T load(const T *at)
    {
        return __ldg(at);
    }
};

struct from_l2 {
    template <class T>
    static __device__ T load(const T *at)
    {
        return __ldcg(at);
    }
};

/* Stores that L2 keeps as it likes, and those that it lets go first. */
struct kept {
    template <class T>
    static __device__ void store(T *at, T value)
    {
        *at = value;
    }
};

struct let_go {
    template <class T>
    static __device__ void store(T *at, T value)
    {
        __stcs(at, value);
    }
};

/* RANDOM_THREADS a block, Unroll independent loads a thread, all of them in
 * flight together; a sector moved an element. Kept alive as in
 * read_vectors. */
template <class T, int Unroll, class Way>
static __global__ void __launch_bounds__(RANDOM_THREADS)
    gather_random(const T *table, unsigned bits, unsigned *sink)
{
    const unsigned first = blockIdx.x * RANDOM_THREADS * Unroll + threadIdx.x;
    T v[Unroll], sum = 0;
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        v[u] = Way::load(table +
                         shuffled(first + unsigned(u) * RANDOM_THREADS, bits));
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        sum += v[u];
    if (sum == T(~0ull))
        *sink = 1;
}

/* The same of stores, of each access's number. */
template <class T, int Unroll, class Way>
static __global__ void __launch_bounds__(RANDOM_THREADS)
    scatter_random(T *table, unsigned bits)
{
    const unsigned first = blockIdx.x * RANDOM_THREADS * Unroll + threadIdx.x;
#pragma unroll
    for (int u = 0; u < Unroll; u++) {
        const unsigned i = first + unsigned(u) * RANDOM_THREADS;
        Way::store(table + shuffled(i, bits), T(i));
    }
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

static unsigned atomic_blocks(const struct device *device)
{
    return unsigned(device->sms) *
        (unsigned(device->max_threads_per_sm) / ATOMIC_THREADS);
}

static enum status count_up(struct job *job)
{
    const struct device *device = job->device;
    add_shared<<<atomic_blocks(device), ATOMIC_THREADS, 0, stream_of(job)>>>(
        reinterpret_cast<unsigned *>(device->own->cell));
    return cuda_launched(job, "add_shared");
}

/* Of a table of elements of that width: the arrays are powers of two. */
static unsigned bits_of(const struct job *job, size_t width)
{
    unsigned bits = 0;
    while (width << (bits + 1) <= bytes_of(job))
        bits++;
    return bits;
}

template <class T, int Unroll, class Way>
static enum status gather_loop(struct job *job)
{
    gather_random<T, Unroll, Way>
        <<<RANDOM_ACCESSES / (RANDOM_THREADS * Unroll), RANDOM_THREADS, 0,
           stream_of(job)>>>(
            input<T>(job), bits_of(job, sizeof(T)),
            reinterpret_cast<unsigned *>(job->device->own->cell));
    return cuda_launched(job, "gather_random");
}

template <class T, int Unroll, class Way>
static enum status scatter_loop(struct job *job)
{
    scatter_random<T, Unroll, Way>
        <<<RANDOM_ACCESSES / (RANDOM_THREADS * Unroll), RANDOM_THREADS, 0,
           stream_of(job)>>>(output<T>(job), bits_of(job, sizeof(T)));
    return cuda_launched(job, "scatter_random");
}

double cuda_probe_work(const struct device *device, enum roof_kind kind,
                       size_t bytes)
{
    if (kind == ROOF_FMA)
        return 2.0 * FMA_CHAINS * FMA_STEPS * FMA_THREADS * fma_blocks(device);
    if (kind == ROOF_SHARED_ATOMIC)
        return double(ATOMIC_STEPS) * ATOMIC_THREADS * atomic_blocks(device);
    if (roof_is_random(kind))
        return RANDOM_ACCESSES;
    return kind == ROOF_COPY ? 2 * double(bytes) : double(bytes);
}

#define GATHERS(kind, T)                                                      \
    { kind, "gather 4 a thread", gather_loop<T, 4, through_l1> },             \
        { kind, "gather 8 a thread", gather_loop<T, 8, through_l1> },         \
        { kind, "gather 4 past L1", gather_loop<T, 4, from_l2> },             \
    {                                                                         \
        kind, "gather 8 past L1", gather_loop<T, 8, from_l2>                  \
    }
#define SCATTERS(kind, T)                                                     \
    { kind, "scatter 4 a thread", scatter_loop<T, 4, kept> },                 \
        { kind, "scatter 8 a thread", scatter_loop<T, 8, kept> },             \
    {                                                                         \
        kind, "scatter 8, let go", scatter_loop<T, 8, let_go>                 \
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
    { ROOF_SHARED_ATOMIC, "add to shared words", count_up },
    GATHERS(ROOF_GATHER_4, unsigned),
    GATHERS(ROOF_GATHER_8, unsigned long long),
    GATHERS(ROOF_GATHER_4_RESIDENT, unsigned),
    GATHERS(ROOF_GATHER_8_RESIDENT, unsigned long long),
    SCATTERS(ROOF_SCATTER_4, unsigned),
    SCATTERS(ROOF_SCATTER_8, unsigned long long),
    SCATTERS(ROOF_SCATTER_4_RESIDENT, unsigned),
    SCATTERS(ROOF_SCATTER_8_RESIDENT, unsigned long long),
    {},
};

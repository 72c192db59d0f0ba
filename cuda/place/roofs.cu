/* roofs.cu - what this GPU reaches, pass by pass, and a copy run as a row.
 *
 * The first pass of a kind tries every loop that probes.cu has for it and
 * keeps the fastest, by the median of a few samples: which that is depends on
 * the GPU, but not on the day. A pass is one sample of that loop on cold
 * caches, taken as a row's is, over hashed data: constant data would need less
 * power and may be compressed on the way. */
#include <algorithm>
#include <stdint.h>
#include <stdlib.h>

#include "cuda.h"
#include "parts/launch.cuh"
#include "place/backend.h"
#include "place/probes.h"

constexpr size_t ARRAY_BYTES = size_t(1) << 30;  /* of each array */
constexpr size_t LINK_BYTES = size_t(256) << 20; /* of the pinned one */
constexpr size_t TIMES_L2 = 4; /* a table that L2 holds little of, at least */
constexpr int SAMPLES = 5;     /* of each loop, to choose one */
constexpr int SLOW_MOST = 20;  /* samples of a slow clock before it is told */

struct roofs {
    void *from, *to; /* in the GPU */
    void *pinned;    /* in the host, NULL until a link's first pass */
    size_t bytes;    /* of `from` and of `to` */
    size_t link_bytes;
};

/* --- arrays -------------------------------------------------------------- */

static __device__ unsigned hashed(unsigned x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

/* One vector a thread. */
static __global__ void fill_hashed(uint4 *to, size_t count)
{
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const unsigned x = unsigned(i) * 4;
    if (i < count)
        to[i] =
            make_uint4(hashed(x), hashed(x + 1), hashed(x + 2), hashed(x + 3));
}

/* As large as ARRAY_BYTES, or a quarter of the free memory. */
static enum status arrays_alloc(struct device *device, struct reason *why)
{
    struct roofs *roofs = device->own->roofs;
    size_t free_bytes = 0, all = 0;
    enum status status = cuda_fail(why, cudaMemGetInfo(&free_bytes, &all),
                                   "asking for the free memory");
    const size_t most = std::min(ARRAY_BYTES, free_bytes / 4);
    roofs->bytes = most / sizeof(uint4) * sizeof(uint4);
    roofs->link_bytes = std::min(LINK_BYTES, roofs->bytes);
    if (!status)
        status = cuda_alloc(device, roofs->bytes, &roofs->from, why);
    if (!status)
        status = cuda_alloc(device, roofs->bytes, &roofs->to, why);
    return status;
}

static enum status arrays_open(struct device *device, struct reason *why)
{
    if (device->own->roofs)
        return STATUS_OK;
    device->own->roofs =
        static_cast<struct roofs *>(calloc(1, sizeof *device->own->roofs));
    if (!device->own->roofs)
        return fail(why, STATUS_MEMORY, "no memory");
    enum status status = arrays_alloc(device, why);
    if (!status) {
        const size_t count = device->own->roofs->bytes / sizeof(uint4);
        fill_hashed<<<blocks_for(count, 256), 256, 0, device->stream>>>(
            static_cast<uint4 *>(device->own->roofs->from), count);
        status = cuda_fail(why, cudaGetLastError(), "fill_hashed");
    }
    if (!status)
        status = cuda_wait(device, "fill_hashed", why);
    if (status)
        cuda_roofs_end(device);
    return status;
}

static enum status pinned_open(struct device *device, struct reason *why)
{
    struct roofs *roofs = device->own->roofs;
    if (roofs->pinned)
        return STATUS_OK;
    enum status status =
        cuda_pin(device, roofs->link_bytes, &roofs->pinned, why);
    if (!status)
        status = cuda_copy(device, roofs->pinned, roofs->from,
                           roofs->link_bytes, FROM_DEVICE, why);
    return status;
}

void cuda_roofs_end(struct device *device)
{
    struct roofs *roofs = device->own->roofs;
    if (!roofs)
        return;
    cuda_unpin(device, roofs->pinned);
    cuda_release(device, roofs->to);
    cuda_release(device, roofs->from);
    free(roofs);
    device->own->roofs = nullptr;
}

/* --- passes -------------------------------------------------------------- */

static bool is_resident(enum roof_kind kind)
{
    return roof_is_random(kind) && roof_access(kind).resident;
}

/* Cold caches, or an L2 that holds what the loop goes to. */
static enum status ready(struct device *device, const struct batch *batch,
                         struct reason *why)
{
    struct timing ignored = {};
    return batch->cold ? cuda_sweep(device, why)
                       : cuda_sample(device, batch, &ignored, why);
}

/* One sample, again while the clock is slow. */
static enum status take(struct device *device, const struct probe *probe,
                        struct job *job, bool loaded, double *seconds,
                        struct reason *why)
{
    struct variant variant = {};
    variant.name = probe->name;
    variant.run = probe->run;
    const struct batch batch = {
        .variant = &variant,
        .jobs = job,
        .job_count = 1,
        .repeats = 1,
        .loaded = loaded,
        .cold = !is_resident(probe->kind),
        .transfer = nullptr,
    };
    struct timing timing = {};
    enum status status = STATUS_OK;
    for (int i = 0; i < SLOW_MOST && !status; i++) {
        status = ready(device, &batch, why);
        if (!status)
            status = cuda_sample(device, &batch, &timing, why);
        if (!timing.slow)
            break;
    }
    *seconds = timing.seconds;
    if (!status && timing.slow)
        status = fail(why, STATUS_DEVICE,
                      "no roof to trust: the clock stays "
                      "under 90 %% of what it is when warm (%.0f MHz)",
                      timing.clock * 1e-6);
    return status;
}

/* The first run loads its module. */
static enum status try_out(struct device *device, const struct probe *probe,
                           struct job *job, double *median, struct reason *why)
{
    double seconds[SAMPLES];
    enum status status = take(device, probe, job, false, seconds, why);
    for (int i = 0; i < SAMPLES && !status; i++)
        status = take(device, probe, job, true, &seconds[i], why);
    if (status)
        return status;
    std::nth_element(seconds, seconds + SAMPLES / 2, seconds + SAMPLES);
    *median = seconds[SAMPLES / 2];
    return STATUS_OK;
}

static enum status choose(struct device *device, enum roof_kind kind,
                          struct job *job, struct reason *why)
{
    const struct probe *best = nullptr;
    double least = 0, median = 0;
    for (const struct probe *p = cuda_probes; p->name; p++) {
        if (p->kind != kind)
            continue;
        const enum status status = try_out(device, p, job, &median, why);
        if (status)
            return status;
        if (!best || median < least) {
            best = p;
            least = median;
        }
    }
    device->own->best[kind] = best;
    return STATUS_OK;
}

/* Of a roof's arrays. Tables of random accesses are powers of two: the largest
 * there is, or of at most half the L2 cache, which on some GPUs keeps two
 * copies of a line. 0: memory or L2 is too small. */
static size_t bytes_for(const struct device *device, enum roof_kind kind)
{
    const struct roofs *roofs = device->own->roofs;
    if (kind == ROOF_H2D || kind == ROOF_D2H)
        return roofs->link_bytes;
    if (!roof_is_random(kind))
        return roofs->bytes;
    const size_t most = is_resident(kind) ? device->l2 / 2 : roofs->bytes;
    size_t bytes = sizeof(uint4);
    while (bytes <= most / 2)
        bytes *= 2;
    const bool fits = is_resident(kind) ? device->l2 / 2 >= sizeof(uint4)
                                        : bytes >= TIMES_L2 * device->l2;
    return fits ? bytes : 0;
}

enum status cuda_roof(struct device *device, enum scope scope,
                      enum roof_kind kind, double *rate, struct reason *why)
{
    (void)scope; /* a GPU is used whole */
    const bool link = kind == ROOF_H2D || kind == ROOF_D2H;
    enum status status = arrays_open(device, why);
    if (!status && link)
        status = pinned_open(device, why);
    if (status)
        return status;
    const struct roofs *roofs = device->own->roofs;
    const size_t bytes = bytes_for(device, kind);
    if (!bytes)
        return fail(why, STATUS_MISSING,
                    "the GPU has too little memory free, or too small an L2 "
                    "cache, for these accesses");
    struct problem problem = {};
    problem.in_count = problem.out_count = 1;
    problem.in[0] =
        problem.out[0] = { "vectors", ELEM_U32, bytes / sizeof(uint32_t),
                           0,         0,        0 };
    struct job job = {};
    job.problem = &problem;
    job.in[0] = kind == ROOF_H2D ? roofs->pinned : roofs->from;
    job.out[0] = kind == ROOF_D2H ? roofs->pinned : roofs->to;
    job.device = device;
    job.why = why;
    double seconds = 0;
    if (!device->own->best[kind])
        status = choose(device, kind, &job, why);
    if (!status)
        status =
            take(device, device->own->best[kind], &job, true, &seconds, why);
    if (!status)
        *rate = cuda_probe_work(device, kind, bytes) / seconds;
    return status;
}

/* --- a copy as a row ----------------------------------------------------- */

/* The loop of the roof, where it can be: it may be one that copies whole
 * vectors, and there is none before the roof's first pass. */
enum status cuda_run_copy(struct job *job)
{
    const struct probe *best = job->device->own->best[ROOF_COPY];
    const struct array *array = &job->problem->in[0];
    const size_t bytes = array->count * elem_size(array->type);
    const uintptr_t ends = reinterpret_cast<uintptr_t>(job->in[0]) |
        reinterpret_cast<uintptr_t>(job->out[0]) | bytes;
    if (best && ends % sizeof(uint4) == 0)
        return best->run(job);
    return cuda_status(job,
                       cudaMemcpyAsync(job->out[0], job->in[0], bytes,
                                       cudaMemcpyDeviceToDevice,
                                       stream_of(job)),
                       "cudaMemcpyAsync");
}

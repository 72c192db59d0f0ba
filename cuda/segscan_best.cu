/* segscan_best.cu - launching best: every type, flags or offsets, any n, any
 * alignment, one launch.
 *
 * What the GPU holds at once goes to one_wave.cuh, anything longer through
 * ring.cuh. GPUs without its copy engine take the ladder's look-back. */
#include <algorithm>
#include <cmath>

#include "launch.cuh"
#include "ops/segscan.h"
#include "segscan.h"
#include "segscan/one_wave.cuh"
#include "segscan/ring.cuh"

/* One wave: threads a block, rows of vectors a warp. */
constexpr int WAVE_THREADS = 1024, WAVE_ROWS = 8;
constexpr size_t WAVE_ROW = WAVE_THREADS; /* vectors of a block */
/* Above so many vectors a multiprocessor, the ring. */
constexpr size_t WAVE_MOST = WAVE_ROW * WAVE_ROWS;
/* The ring: vectors a thread, stages a block, blocks a multiprocessor. */
constexpr int RING_VECTORS = 7, RING_STAGES = 3, RING_BLOCKS = 2;

static size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

static bool by_flags(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS;
}

/* Elements from the 16-byte boundary before the first. */
static size_t reach_of(const struct job *job)
{
    const size_t size = elem_size(job->problem->in[0].type);
    return reinterpret_cast<uintptr_t>(job->in[0]) % 16 / size +
           count_of(job);
}

template <class T>
static segscan_work<T> work_of(const struct job *job)
{
    segscan_work<T> w = {};
    w.in = input<T>(job);
    w.out = output<T>(job);
    w.n = count_of(job);
    if (by_flags(job)) {
        w.flags = input<unsigned char>(job, 1);
    } else {
        w.by.at = input<unsigned long long>(job, 1);
        w.by.segments = job->problem->in[1].count - 1;
        w.by.density = double(w.by.segments) / double(w.n);
    }
    w.lead = unsigned(reach_of(job) - w.n);
    w.inclusive =
        job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_INCLUSIVE;
    w.in_step = uintptr_t(w.in) % 16 == uintptr_t(w.out) % 16;
    w.scratch = job->scratch;
    return w;
}

/* --- launches ------------------------------------------------------------ */

static unsigned wave_blocks(const struct device *device)
{
    return unsigned(std::min(device->sms, WAVE_BLOCKS));
}

template <class T, int Threads = WAVE_THREADS, int Rows = WAVE_ROWS>
static enum status one_wave(struct job *job)
{
    const size_t vectors = ceil_div(reach_of(job), size_t(LANES<T>));
    const size_t rows = ceil_div(vectors, size_t(Threads));
    const size_t each = ceil_div(rows, size_t(wave_blocks(job->device)));
    segscan_one_wave<T, Threads, Rows>
        <<<unsigned(ceil_div(rows, each)), Threads, 0, stream_of(job)>>>(
            work_of<T>(job), unsigned(each));
    return cuda_launched(job, "segscan_one_wave");
}

template <class S, int Blocks>
static enum status ring(struct job *job)
{
    const auto kernel = segscan_ring<S, Blocks>;
    const size_t shared = sizeof(tile_room<S>);
    const enum status status = cuda_status(
        job,
        cudaFuncSetAttribute(kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             int(shared)),
        "cudaFuncSetAttribute");
    if (status)
        return status;
    const size_t tiles = ceil_div(reach_of(job), size_t(S::TILE));
    const int warps = SCAN_WARPS + 1 + (by_flags(job) ? 0 : MARKERS);
    const size_t most = size_t(job->device->sms) * Blocks;
    kernel<<<unsigned(std::min(tiles, most)), warps * WARP, shared,
             stream_of(job)>>>(work_of<typename S::element>(job),
                               unsigned(tiles));
    return cuda_launched(job, "segscan_ring");
}

#ifndef SEGSCAN_BENCH
template <class T>
static enum status best(struct job *job)
{
    const size_t most = wave_blocks(job->device) * WAVE_MOST * LANES<T>;
    if (reach_of(job) <= most)
        return one_wave<T>(job);
    return ring<tile_shape<T, RING_VECTORS, RING_STAGES>, RING_BLOCKS>(job);
}

enum status cuda_segscan_best(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    switch (job->problem->in[0].type) {
    case ELEM_F32:
        return best<float>(job);
    case ELEM_F64:
        return best<double>(job);
    case ELEM_I64:
        return best<uint64_t>(job);
    default:
        return best<uint32_t>(job);
    }
}
#endif

size_t cuda_segscan_best_scratch(const struct job *job)
{
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    const size_t n = count_of(job) + 3;
    return wide ? chain_bytes<double>(ceil_div(n, size_t(512)) + WAVE_BLOCKS)
                : chain_bytes<float>(ceil_div(n, size_t(1024)) + WAVE_BLOCKS);
}

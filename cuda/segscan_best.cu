/* segscan_best.cu - launching best: every type, flags or offsets, any n, any
 * alignment, one launch. */
#include <algorithm>

#include "launch.cuh"
#include "ops/segscan.h"
#include "segscan.h"
#include "segscan/best.cuh"

/* A kind of tile: vectors a thread, stages a block, blocks a multiprocessor. */
template <class T> using small_tile = tile_shape<T, 1, 2>;
template <class T> using middle_tile = tile_shape<T, 3, 2>;
template <class T> using large_tile = tile_shape<T, 7, 3>;

static bool by_flags(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS;
}

static size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

template <class S>
static segscan_work<typename S::element> work_of(const struct job *job)
{
    using T = typename S::element;
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
    w.lead = unsigned(uintptr_t(w.in) % 16 / sizeof(T));
    w.tiles = unsigned(ceil_div(w.n + w.lead, size_t(S::TILE)));
    w.inclusive =
        job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_INCLUSIVE;
    w.in_step = uintptr_t(w.in) % 16 == uintptr_t(w.out) % 16;
    w.scratch = job->scratch;
    return w;
}

template <class S, int Blocks>
static enum status launch(struct job *job)
{
    const auto kernel = segscan_best<S, Blocks>;
    const auto w = work_of<S>(job);
    const int threads =
        SCAN_THREADS + WARP * (1 + (by_flags(job) ? 0 : MARKERS));
    const size_t room = sizeof(tile_room<S>);
    const cudaError_t error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(room));
    if (error)
        return cuda_status(job, error, "segscan_best: shared memory");
    const unsigned blocks =
        std::min(w.tiles, unsigned(job->device->sms * Blocks));
    kernel<<<blocks, threads, room, stream_of(job)>>>(w);
    return cuda_launched(job, "segscan_best");
}

#ifndef SEGSCAN_BENCH
template <class T>
static enum status launch_by_size(struct job *job)
{
    return launch<large_tile<T>, 2>(job);
}

enum status cuda_segscan_best(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    switch (job->problem->in[0].type) {
    case ELEM_F32:
        return launch_by_size<float>(job);
    case ELEM_F64:
        return launch_by_size<double>(job);
    case ELEM_I64:
        return launch_by_size<uint64_t>(job);
    default:
        return launch_by_size<uint32_t>(job);
    }
}
#endif

size_t cuda_segscan_best_scratch(const struct job *job)
{
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    const size_t n = count_of(job) + 3;
    return wide ? chain_bytes<double>(ceil_div(n, size_t(512)))
                : chain_bytes<float>(ceil_div(n, size_t(1024)));
}

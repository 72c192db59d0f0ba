/* segscan.cuh - what the library calls for segscan share: scratch, head flags,
 * and how sums round.
 *
 * CUB knows segments by flags or keys alone. By offsets, flags are made in
 * scratch, within the run: cleared, then set by cub::DeviceFor at each
 * offset. */
#ifndef TETRAD_CUDA_CUB_SEGSCAN_CUH
#define TETRAD_CUDA_CUB_SEGSCAN_CUH

#include <cub/device/device_for.cuh>

#include "call.cuh"
#include "ops/segscan.h"

using flag = unsigned char;

static inline bool inclusive(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_INCLUSIVE;
}

static inline bool by_offsets(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_BY].i == SEGSCAN_OFFSETS;
}

/* Flags made from offsets lie first in scratch, CUB's own part after them. */
static inline size_t flags_bytes(const struct job *job)
{
    return by_offsets(job) ? ceil_div(count_of(job), size_t{ 256 }) * 256 : 0;
}

/* Empty segments at the end start beyond the last element. */
struct set_flag {
    const uint64_t *offsets;
    flag *flags;
    size_t n;

    __device__ void operator()(size_t segment) const
    {
        const uint64_t start = offsets[segment];
        if (start < n)
            flags[start] = 1;
    }
};

static inline cudaError_t make_flags(const struct job *job)
{
    const size_t n = count_of(job);
    flag *flags = static_cast<flag *>(job->scratch);
    const set_flag set = { input<uint64_t>(job, 1), flags, n };
    const cudaError_t error = cudaMemsetAsync(flags, 0, n, stream_of(job));

    if (error != cudaSuccess)
        return error;
    return cub::DeviceFor::Bulk(job->problem->in[1].count - 1, set,
                                stream_of(job));
}

/* A scan of flags and in[0] to out[0], or what it asks for where scratch is
 * null: CUB's two-call convention. */
using flagged_scan = enum status (*)(const struct job *, void *scratch,
                                     size_t &bytes, const flag *flags);

static inline size_t flagged_scratch(const struct job *job, flagged_scan scan)
{
    size_t bytes = 0;

    return scan(job, nullptr, bytes, nullptr) ? SCRATCH_FAILED
                                              : flags_bytes(job) + bytes;
}

static inline enum status flagged_run(const struct job *job, flagged_scan scan)
{
    const size_t mine = flags_bytes(job);
    size_t bytes = job->scratch_bytes - mine;

    if (count_of(job) == 0)
        return STATUS_OK;
    if (!by_offsets(job))
        return scan(job, job->scratch, bytes, input<flag>(job, 1));
    const enum status status =
        cuda_status(job, make_flags(job), "flags of heads");
    if (status)
        return status;
    char *scratch = static_cast<char *>(job->scratch);
    return scan(job, scratch + mine, bytes, reinterpret_cast<flag *>(scratch));
}

/* A safe bound: tiles have at least TILE elements (pairs of flag and 8-byte
 * value: 128 threads of 3) and look back over others one by one, with a join
 * of their own; within a tile a thread's items, and shuffles over a block. */
static inline double segscan_depth(const struct job *job)
{
    enum { TILE = 384, WITHIN = 128 };

    return 2.0 * static_cast<double>(count_of(job)) / TILE + WITHIN;
}

#endif

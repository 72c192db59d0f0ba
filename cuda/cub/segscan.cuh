/* segscan.cuh - what the library calls for segscan share: types, scratch, and
 * head flags.
 *
 * CUB knows segments by flags or keys alone. By offsets, flags are made in
 * scratch, within the run: cleared, then set by cub::DeviceFor at each
 * offset. */
#ifndef TETRAD_CUDA_CUB_SEGSCAN_CUH
#define TETRAD_CUDA_CUB_SEGSCAN_CUH

#include <cub/device/device_for.cuh>

#include "parts/launch.cuh"
#include "cub.h"
#include "ops/segscan.h"

using flag = unsigned char;

static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

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

/* Runs call(scratch, bytes, flags), CUB's two-call convention, on flags. */
template <class Call>
static cudaError_t with_flags(const struct job *job, Call call)
{
    const size_t mine = flags_bytes(job);
    size_t bytes = job->scratch_bytes - mine;

    if (!by_offsets(job))
        return call(job->scratch, bytes, input<flag>(job, 1));
    const cudaError_t error = make_flags(job);
    if (error != cudaSuccess)
        return error;
    char *scratch = static_cast<char *>(job->scratch);
    return call(scratch + mine, bytes, reinterpret_cast<flag *>(scratch));
}

/* Calls call(T{}) for the T that adds the job's type; integers wrap. */
template <class Call>
static cudaError_t with_type(const struct job *job, Call call)
{
    switch (job->problem->type) {
    case ELEM_I32: return call(uint32_t{});
    case ELEM_I64: return call(uint64_t{});
    case ELEM_F32: return call(float{});
    case ELEM_F64: return call(double{});
    default: return cudaErrorInvalidValue;
    }
}

#endif

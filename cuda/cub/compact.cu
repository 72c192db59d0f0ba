/* compact.cu - compact by cub::DeviceSelect::If: two launches, one of which
 * clears the states of the tiles; in place or not. And by thrust::copy_if, as
 * its users call it: such kernels too, and the end of the output returned to
 * the host, which waits for it under every execution policy; from there the
 * count goes back. */
#include <cub/device/device_select.cuh>
#include <thrust/copy.h>

#include "call.cuh"
#include "ops/compact.h"
#include "thrust.cuh"

LAUNCHER(cub_compact_device);
LAUNCHER(cub_compact_thrust);

template <class T>
struct exceeds {
    T threshold;

    explicit exceeds(const struct job *job)
    {
        compact_threshold(job->problem, &threshold);
    }
    __host__ __device__ bool operator()(const T &x) const
    {
        return x > threshold;
    }
};

/* --- cub::DeviceSelect ---------------------------------------------------- */

template <class T>
static cudaError_t select(struct ask &ask)
{
    const T *in = input<T>(ask.job);
    T *out = output<T>(ask.job);
    auto *count = output<uint64_t>(ask.job, 1);
    const size_t n = count_of(ask.job);
    const exceeds<T> keep(ask.job);
    const cudaStream_t stream = stream_of(ask.job);
    return ask.job->problem->param[COMPACT_PARAM_IN_PLACE].i
        ? cub::DeviceSelect::If(ask.scratch, ask.bytes, out, count, n, keep,
                                stream)
        : cub::DeviceSelect::If(ask.scratch, ask.bytes, in, out, count, n,
                                keep, stream);
}

static enum status call(struct ask &ask)
{
    return by_type(TYPES_OF(TAUGHT){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        return cuda_status(ask.job, select<T>(ask), "cub::DeviceSelect");
    });
}

size_t cub_compact_device_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_compact_device(struct job *job)
{
    return run_asked(job, call);
}

/* --- thrust::copy_if ------------------------------------------------------ */

/* Over twice what Thrust takes, which is 16 bytes a tile of 20 KiB or more,
 * and a few tiles' besides. */
size_t cub_compact_thrust_scratch(const struct job *job)
{
    return count_of(job) * elem_size(job->problem->type) / 200 + 4096;
}

enum status cub_compact_thrust(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        return thrust_call(job, [job](const auto &policy) {
            const T *in = input<T>(job);
            T *out = output<T>(job);
            const uint64_t count = static_cast<uint64_t>(
                thrust::copy_if(policy, in, in + count_of(job), out,
                                exceeds<T>(job)) -
                out);
            return cudaMemcpyAsync(job->out[1], &count, sizeof count,
                                   cudaMemcpyHostToDevice, stream_of(job));
        });
    });
}

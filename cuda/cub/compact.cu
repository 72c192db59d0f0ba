/* compact.cu - compact by cub::DeviceSelect::If: two launches, one of which
 * clears the states of the tiles; in place or not. */
#include <cub/device/device_select.cuh>

#include "compact.cuh"

LAUNCHER(cub_compact_device);

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
        return cuda_status(ask.job,
                           select<typename decltype(type)::element>(ask),
                           "cub::DeviceSelect");
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

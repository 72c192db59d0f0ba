/* scan_device.cuh - scan by cub::DeviceScan.
 *
 * CUB takes two launches: one clears the states of the tiles, the other scans
 * in a single pass, a tile a block with decoupled look-back: on Hopper 128
 * threads with 24 four-byte items each, or 224 with 12 of eight bytes. It may
 * run in place. */
#include <cub/device/device_scan.cuh>

#include "scan.cuh"

template <class T>
static cudaError_t sum(struct ask &ask)
{
    const T *in = input<T>(ask.job);
    T *out = output<T>(ask.job);
    const cudaStream_t stream = stream_of(ask.job);

    return with_length(count_of(ask.job), [&](auto n) {
        return exclusive_of(ask.job)
            ? cub::DeviceScan::ExclusiveSum(ask.scratch, ask.bytes, in, out, n,
                                            stream)
            : cub::DeviceScan::InclusiveSum(ask.scratch, ask.bytes, in, out, n,
                                            stream);
    });
}

template <class T>
static cudaError_t maximum(struct ask &ask)
{
    const T *in = input<T>(ask.job);
    T *out = output<T>(ask.job);
    const cuda::maximum<T> join;
    const cudaStream_t stream = stream_of(ask.job);

    return with_length(count_of(ask.job), [&](auto n) {
        return exclusive_of(ask.job)
            ? cub::DeviceScan::ExclusiveScan(ask.scratch, ask.bytes, in, out,
                                             join, lowest<T>(), n, stream)
            : cub::DeviceScan::InclusiveScan(ask.scratch, ask.bytes, in, out,
                                             join, n, stream);
    });
}

static enum status call(struct ask &ask)
{
    return by_type(TYPES_OF(NUMBERS){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        using A = typename decltype(type)::add;
        return cuda_status(ask.job,
                           sums(ask.job) ? sum<A>(ask) : maximum<T>(ask),
                           "cub::DeviceScan");
    });
}

LAUNCHER(cub_scan_device);

size_t cub_scan_device_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_scan_device(struct job *job)
{
    return run_asked(job, call);
}

double cub_scan_device_depth(const struct job *job)
{
    return scan_depth(job);
}

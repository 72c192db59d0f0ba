/* scan.cu - scan by cub::DeviceScan.
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
    const cuda::maximum<> join;
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
    const cudaError_t error = with_type(ask.job, [&ask](auto zero) {
        using T = decltype(zero);
        return sums(ask.job) ? sum<wrapping<T>>(ask) : maximum<T>(ask);
    });
    return cuda_status(ask.job, error, "cub::DeviceScan");
}

size_t cub_scan_device_scratch(const struct job *job)
{
    struct ask ask = { job, nullptr, 0 };

    call(ask);
    return ask.bytes;
}

enum status cub_scan_device(struct job *job)
{
    struct ask ask = { job, job->scratch, job->scratch_bytes };

    return call(ask);
}

/* A safe bound from CUB's policies, which Thrust's scans share. A tile has at
 * least TILE_BYTES; each may add once more to the prefix that a later one
 * looks back for. Inside a tile come, for its sum and again for its results, a
 * thread's items, a scan over the warp and a pass over the warps. */
double cub_scan_depth(const struct job *job)
{
    enum { TILE_BYTES = 128 * 7 * 8, ITEMS = 24, BLOCK = 5 + 20 };
    const double n = static_cast<double>(count_of(job));
    const double tiles = 1 +
        n * static_cast<double>(elem_size(job->problem->type)) / TILE_BYTES;

    return tiles + 2 * (ITEMS + BLOCK) + 2;
}

/* partition.cu - partition by cub::DevicePartition::If: two launches, one of
 * which clears the states of the tiles; the second side backwards from the end.
 * And in order by thrust::stable_partition_copy: such kernels too, with the
 * second side in scratch, as it is not known before where the first ends; that
 * comes back to the host, which waits for it, copies the second side behind
 * the first and sends the counts. */
#include <cub/device/device_partition.cuh>
#include <thrust/partition.h>

#include "call.cuh"
#include "ops/partition.h"
#include "thrust.cuh"

LAUNCHER(cub_partition_device);
LAUNCHER(cub_partition_thrust);

template <class T>
struct exceeds {
    T threshold;

    explicit exceeds(const struct job *job)
    {
        partition_threshold(job->problem, &threshold);
    }
    __host__ __device__ bool operator()(const T &x) const
    {
        return x > threshold;
    }
};

/* --- cub::DevicePartition ------------------------------------------------- */

/* Where CUB writes how many are on the first side, and thereby on both. */
struct both_counts {
    struct pair {
        uint64_t *counts;
        uint64_t n;

        __device__ void operator=(uint64_t first) const
        {
            counts[0] = first;
            counts[1] = n - first;
        }
    } pair;

    __host__ __device__ struct pair operator*() const
    {
        return pair;
    }
};

template <class T>
static cudaError_t divide(struct ask &ask)
{
    const size_t n = count_of(ask.job);
    const both_counts counts = { { output<uint64_t>(ask.job, 1), n } };
    return cub::DevicePartition::If(ask.scratch, ask.bytes, input<T>(ask.job),
                                    output<T>(ask.job), counts, n,
                                    exceeds<T>(ask.job), stream_of(ask.job));
}

static enum status call(struct ask &ask)
{
    return by_type(TYPES_OF(TAUGHT){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        return cuda_status(ask.job, divide<T>(ask), "cub::DevicePartition");
    });
}

size_t cub_partition_device_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_partition_device(struct job *job)
{
    return run_asked(job, call);
}

/* --- thrust::stable_partition_copy ---------------------------------------- */

/* Over twice what Thrust takes, which is 16 bytes a tile of 10 KiB or more,
 * and a few tiles' besides; a multiple of 256. */
static size_t lent_bytes(const struct job *job)
{
    const size_t bytes = count_of(job) * elem_size(job->problem->type);
    return (bytes / 200 + 4096) / 256 * 256;
}

/* Behind that, the second side. */
size_t cub_partition_thrust_scratch(const struct job *job)
{
    return lent_bytes(job) + count_of(job) * elem_size(job->problem->type);
}

/* Those of the first side are known; so are then both counts. */
template <class T>
static cudaError_t finish(const struct job *job, const T *others,
                          uint64_t first)
{
    const uint64_t counts[] = { first, count_of(job) - first };
    const cudaError_t error =
        cudaMemcpyAsync(output<T>(job) + first, others, counts[1] * sizeof(T),
                        cudaMemcpyDeviceToDevice, stream_of(job));
    return error ? error
                 : cudaMemcpyAsync(job->out[1], counts, sizeof counts,
                                   cudaMemcpyHostToDevice, stream_of(job));
}

enum status cub_partition_thrust(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        struct job lent = *job;
        lent.scratch_bytes = lent_bytes(job);
        return thrust_call(&lent, [job](const auto &policy) {
            const T *in = input<T>(job);
            T *out = output<T>(job);
            T *others = reinterpret_cast<T *>(
                static_cast<char *>(job->scratch) + lent_bytes(job));
            const auto ends = thrust::stable_partition_copy(
                policy, in, in + count_of(job), out, others, exceeds<T>(job));
            return finish(job, others, uint64_t(ends.first - out));
        });
    });
}

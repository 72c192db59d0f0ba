/* segscan_by_key.cu - segscan by cub::DeviceScan's sums by key.
 *
 * Flags serve as keys: CUB compares each key with the one before it, so an
 * equality that only asks whether the latter is flagged starts a segment
 * there, and nobody need make segment numbers. One launch that clears states,
 * then one pass over pairs of flag and value with decoupled look-back. */
#include <cub/device/device_scan.cuh>

#include "segscan.cuh"

struct no_head {
    __host__ __device__ bool operator()(flag, flag next) const
    {
        return !next;
    }
};

template <class T>
static cudaError_t scan(const struct job *job, void *scratch, size_t &bytes,
                        const flag *keys)
{
    const size_t n = count_of(job);
    const T *in = input<T>(job);
    T *out = output<T>(job);
    const auto call = [&](auto count) {
        return inclusive(job)
            ? cub::DeviceScan::InclusiveSumByKey(scratch, bytes, keys, in, out,
                                                 count, no_head{},
                                                 stream_of(job))
            : cub::DeviceScan::ExclusiveSumByKey(scratch, bytes, keys, in, out,
                                                 count, no_head{},
                                                 stream_of(job));
    };

    return n <= INT32_MAX ? call(static_cast<uint32_t>(n))
                          : call(static_cast<uint64_t>(n));
}

size_t cub_segscan_by_key_scratch(const struct job *job)
{
    size_t bytes = 0;

    cuda_status(job, with_type(job, [&](auto zero) {
        return scan<decltype(zero)>(job, nullptr, bytes, nullptr);
    }), "cub::DeviceScan");
    return flags_bytes(job) + bytes;
}

enum status cub_segscan_by_key(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    const cudaError_t error = with_flags(
        job, [job](void *scratch, size_t &bytes, const flag *flags) {
            return with_type(job, [&](auto zero) {
                return scan<decltype(zero)>(job, scratch, bytes, flags);
            });
        });
    return cuda_status(job, error, "cub::DeviceScan");
}

/* A safe bound: tiles have at least TILE elements and look back over others
 * one by one, with a join of their own; within a tile a thread's items, and
 * shuffles over a block. */
double cub_segscan_depth(const struct job *job)
{
    enum { TILE = 512, WITHIN = 128 };

    return 2.0 * static_cast<double>(count_of(job)) / TILE + WITHIN;
}

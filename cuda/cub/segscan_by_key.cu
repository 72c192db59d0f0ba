/* segscan_by_key.cu - segscan by cub::DeviceScan's sums by key.
 *
 * Flags serve as keys: CUB compares each key with the one before it, so an
 * equality that only asks whether the latter is flagged starts a segment
 * there, and nobody need make segment numbers. One launch that clears states,
 * then one pass over pairs of flag and value with decoupled look-back. */
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/transform_iterator.h>

#include "segscan.cuh"

/* What flags are widened to as they are read, for CUB's tuning to keys of that
 * size. H200, 2^28 elements: u32 810 us, with keys of 8 bits 882; f64 1471 us,
 * 1595. */
template <class T>
using key = std::conditional_t<sizeof(T) == 4, uint16_t, uint32_t>;

template <class T>
struct key_of {
    __host__ __device__ key<T> operator()(flag head) const
    {
        return head;
    }
};

template <class T>
struct no_head {
    __host__ __device__ bool operator()(key<T>, key<T> next) const
    {
        return !next;
    }
};

template <class T>
static cudaError_t scan(const struct job *job, void *scratch, size_t &bytes,
                        const flag *flags)
{
    const size_t n = count_of(job);
    const auto keys = thrust::make_transform_iterator(flags, key_of<T>{});
    const T *in = input<T>(job);
    T *out = output<T>(job);
    const auto call = [&](auto count) {
        return inclusive(job)
            ? cub::DeviceScan::InclusiveSumByKey(scratch, bytes, keys, in, out,
                                                 count, no_head<T>{},
                                                 stream_of(job))
            : cub::DeviceScan::ExclusiveSumByKey(scratch, bytes, keys, in, out,
                                                 count, no_head<T>{},
                                                 stream_of(job));
    };

    return n <= INT32_MAX ? call(static_cast<uint32_t>(n))
                          : call(static_cast<uint64_t>(n));
}

size_t cub_segscan_by_key_scratch(const struct job *job)
{
    size_t bytes = 0;

    cuda_status(job,
                with_type(job,
                          [&](auto zero) {
                              return scan<decltype(zero)>(job, nullptr, bytes,
                                                          nullptr);
                          }),
                "cub::DeviceScan");
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

/* A safe bound: tiles have at least TILE elements (pairs of flag and 8-byte
 * value: 128 threads of 3) and look back over others one by one, with a join
 * of their own; within a tile a thread's items, and shuffles over a block. */
double cub_segscan_depth(const struct job *job)
{
    enum { TILE = 384, WITHIN = 128 };

    return 2.0 * static_cast<double>(count_of(job)) / TILE + WITHIN;
}

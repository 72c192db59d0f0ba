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

static enum status scan_any(const struct job *job, void *scratch,
                            size_t &bytes, const flag *flags)
{
    return by_type(TYPES_OF(SIGNED){}, job, [&](auto type) {
        using T = typename decltype(type)::add;
        return cuda_status(job, scan<T>(job, scratch, bytes, flags),
                           "cub::DeviceScan");
    });
}

LAUNCHER(cub_segscan_by_key);

size_t cub_segscan_by_key_scratch(const struct job *job)
{
    return flagged_scratch(job, scan_any);
}

enum status cub_segscan_by_key(struct job *job)
{
    return flagged_run(job, scan_any);
}

double cub_segscan_by_key_depth(const struct job *job)
{
    return segscan_depth(job);
}

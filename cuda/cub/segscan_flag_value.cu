/* segscan_flag_value.cu - segscan by cub::DeviceScan over pairs of flag and
 * value, as its users write it: input and output through iterators, the
 * operator of a segmented sum.
 *
 * The exclusive kind is the inclusive scan of the elements shifted by one,
 * with zeros at heads: an exclusive scan of pairs would not know where the
 * heads are. */
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "segscan.cuh"

/* Two words without padding, moved as one. H200, 2^28 u32: 3601 us with a bool
 * in an operator of its own, 2856 with a word, 975 with what follows, too. */
template <class T>
struct alignas(2 * sizeof(T)) pair {
    T value;
    std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t> head;
};

template <class T>
__host__ __device__ pair<T> operator+(const pair<T> &a, const pair<T> &b)
{
    return { b.head ? b.value : a.value + b.value, a.head | b.head };
}

/* Pairs of 8 bytes are as good as a machine word: told so, CUB hands them from
 * tile to tile in a single access, and tunes itself as for 64-bit sums. Those
 * of 16 it hands on behind fences: 7.1 ms at 2^28. */
template <>
struct cub::NumericTraits<pair<uint32_t>> : cub::NumericTraits<uint64_t> {
};
template <>
struct cub::NumericTraits<pair<float>> : cub::NumericTraits<uint64_t> {
};

template <class T>
struct value_of {
    __host__ __device__ T operator()(const pair<T> &p) const
    {
        return p.value;
    }
};

template <class T, bool Inclusive>
struct pair_at {
    const T *in;
    const flag *flags;

    __device__ pair<T> operator()(size_t i) const
    {
        if (Inclusive)
            return { in[i], flags[i] };
        const bool head = i == 0 || flags[i];
        return { head ? T{ 0 } : in[i - 1], head };
    }
};

template <class T, bool Inclusive>
static cudaError_t scan(const struct job *job, void *scratch, size_t &bytes,
                        const flag *flags)
{
    const size_t n = count_of(job);
    const auto out =
        thrust::make_transform_output_iterator(output<T>(job), value_of<T>{});
    const pair_at<T, Inclusive> pairs = { input<T>(job), flags };
    const auto call = [&](auto count) {
        using index = decltype(count);
        const auto in = thrust::make_transform_iterator(
            thrust::make_counting_iterator(index{ 0 }), pairs);
        return cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, count,
                                             stream_of(job));
    };

    return n <= INT32_MAX ? call(static_cast<uint32_t>(n))
                          : call(static_cast<uint64_t>(n));
}

template <class T>
static cudaError_t scan_kind(const struct job *job, void *scratch,
                             size_t &bytes, const flag *flags)
{
    return inclusive(job) ? scan<T, true>(job, scratch, bytes, flags)
                          : scan<T, false>(job, scratch, bytes, flags);
}

static enum status scan_any(const struct job *job, void *scratch,
                            size_t &bytes, const flag *flags)
{
    return by_type(TYPES_OF(SIGNED){}, job, [&](auto type) {
        using T = typename decltype(type)::add;
        return cuda_status(job, scan_kind<T>(job, scratch, bytes, flags),
                           "cub::DeviceScan");
    });
}

LAUNCHER(cub_segscan_flag_value);

size_t cub_segscan_flag_value_scratch(const struct job *job)
{
    return flagged_scratch(job, scan_any);
}

enum status cub_segscan_flag_value(struct job *job)
{
    return flagged_run(job, scan_any);
}

double cub_segscan_flag_value_depth(const struct job *job)
{
    return segscan_depth(job);
}

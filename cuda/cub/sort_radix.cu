/* sort_radix.cu - sort by cub::DeviceRadixSort.
 *
 * The form with an input and an output, which leaves the input as it is and
 * takes spare items of its own in scratch; with a DoubleBuffer the input would
 * have to be copied first, as it is not to be written. Lengths are 32 bits
 * wide, where CUB is fastest: a second set of kernels would double what the
 * first costs to compile. */
#include <cub/device/device_radix_sort.cuh>

#include "sort.cuh"

LAUNCHER(cub_sort_radix);

template <bool Down, class T, class V>
static cudaError_t sort_pairs(struct ask &ask, V)
{
    const T *keys = input<T>(ask.job);
    T *out = output<T>(ask.job);
    const uint32_t n = uint32_t(count_of(ask.job));
    const cudaStream_t stream = stream_of(ask.job);
    const int bits = 8 * sizeof(T);
    if constexpr (!carries<V>) {
        return Down
            ? cub::DeviceRadixSort::SortKeysDescending(
                  ask.scratch, ask.bytes, keys, out, n, 0, bits, stream)
            : cub::DeviceRadixSort::SortKeys(ask.scratch, ask.bytes, keys, out,
                                             n, 0, bits, stream);
    } else {
        const V *values = input<V>(ask.job, 1);
        V *carried = output<V>(ask.job, 1);
        return Down
            ? cub::DeviceRadixSort::SortPairsDescending(
                  ask.scratch, ask.bytes, keys, out, values, carried, n, 0,
                  bits, stream)
            : cub::DeviceRadixSort::SortPairs(ask.scratch, ask.bytes, keys,
                                              out, values, carried, n, 0, bits,
                                              stream);
    }
}

cudaError_t cub_sort_pairs_by_bits(void *scratch, size_t &bytes,
                                   const uint32_t *keys, uint32_t *sorted,
                                   const uint32_t *values, uint32_t *carried,
                                   uint32_t n, int bits, cudaStream_t stream)
{
    return cub::DeviceRadixSort::SortPairs(
        scratch, bytes, keys, sorted, values, carried, n, 0, bits, stream);
}

static enum status call(struct ask &ask)
{
    return by_type(TYPES_OF(NUMBERS){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        return by_value(ask.job, [&ask](auto value) {
            return cuda_status(ask.job,
                               sort_descends(ask.job->problem)
                                   ? sort_pairs<true, T>(ask, value)
                                   : sort_pairs<false, T>(ask, value),
                               "cub::DeviceRadixSort");
        });
    });
}

size_t cub_sort_radix_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_sort_radix(struct job *job)
{
    return run_asked(job, call);
}

/* sort_merge.cu - sort by cub::DeviceMergeSort, which compares: tiles sorted by
 * blocks, then merged by twos, each time all of them. Its calls that leave the
 * input as it is are used, which do not promise to be stable for pairs. */
#include <cub/device/device_merge_sort.cuh>

#include "sort.cuh"

LAUNCHER(cub_sort_merge);

template <class T, class V>
static cudaError_t sort_pairs(struct ask &ask, V)
{
    const T *keys = input<T>(ask.job);
    T *out = output<T>(ask.job);
    const uint32_t n = uint32_t(count_of(ask.job));
    const comes_first<T> order(ask.job);
    const cudaStream_t stream = stream_of(ask.job);
    if constexpr (!carries<V>)
        return cub::DeviceMergeSort::SortKeysCopy(ask.scratch, ask.bytes, keys,
                                                  out, n, order, stream);
    else
        return cub::DeviceMergeSort::SortPairsCopy(
            ask.scratch, ask.bytes, keys, input<V>(ask.job, 1), out,
            output<V>(ask.job, 1), n, order, stream);
}

static enum status call(struct ask &ask)
{
    return by_type(TYPES_OF(NUMBERS){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        return by_value(ask.job, [&ask](auto value) {
            return cuda_status(ask.job, sort_pairs<T>(ask, value),
                               "cub::DeviceMergeSort");
        });
    });
}

size_t cub_sort_merge_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_sort_merge(struct job *job)
{
    return run_asked(job, call);
}

/* histogram.cu - histogram by cub::DeviceHistogram::HistogramEven.
 *
 * Its rule: of whole numbers floor((x - low) bins / (high - low)) in 64 bits,
 * of floats int((x - low) scale) with scale = bins / (high - low), for
 * low <= x < high: ours, where that is below `bins` (the variant refuses what
 * is not). Levels of i32 are of 64 bits, as high may be 2^31. */
#include <cub/device/device_histogram.cuh>

#include "call.cuh"
#include "ops/histogram.h"

LAUNCHER(cub_histogram_device);

/* What low and high are given as. */
template <class T>
struct level {
    using type = int;
};
template <>
struct level<int32_t> {
    using type = long long;
};
template <>
struct level<float> {
    using type = float;
};

template <class T, class C, class N>
static cudaError_t count(struct ask &ask, N n)
{
    using L = typename level<T>::type;
    const struct problem *p = ask.job->problem;
    double low = 0, high = HISTOGRAM_BYTE_BINS;
    if (p->type != ELEM_U8)
        histogram_range(p, &low, &high);
    return cub::DeviceHistogram::HistogramEven(
        ask.scratch, ask.bytes, input<T>(ask.job), output<C>(ask.job),
        int(p->out[0].count) + 1, L(low), L(high), n, stream_of(ask.job));
}

template <class T, class C>
static enum status call_with(struct ask &ask)
{
    const cudaError_t error = with_length(
        count_of(ask.job), [&ask](auto n) { return count<T, C>(ask, n); });
    return cuda_status(ask.job, error, "cub::DeviceHistogram");
}

static enum status call(struct ask &ask)
{
    return by_type(TYPES_OF(BINNED){}, ask.job, [&ask](auto type) {
        using T = typename decltype(type)::element;
        return histogram_is_wide(ask.job->problem)
            ? call_with<T, unsigned long long>(ask)
            : call_with<T, unsigned>(ask);
    });
}

size_t cub_histogram_device_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_histogram_device(struct job *job)
{
    return run_asked(job, call);
}

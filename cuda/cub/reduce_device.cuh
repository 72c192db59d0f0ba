/* reduce_device.cuh - reduce by cub::DeviceReduce.
 *
 * CUB reads the array once: a grid of at most five waves accumulates in
 * registers, tile by tile of 256 threads with 16 four-byte or 8 eight-byte
 * items each, and leaves one partial a block, which a second kernel of one
 * block folds. An array of one tile takes that kernel alone. */
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/transform_output_iterator.h>

#include "reduce.cuh"

template <class In, class Out, class Fold, class Start>
static cudaError_t fold(struct ask &ask, const In *in, Out out, Fold op,
                        Start start)
{
    return with_length(count_of(ask.job), [&](auto n) {
        return cub::DeviceReduce::Reduce(ask.scratch, ask.bytes, in, out, n,
                                         op, start, stream_of(ask.job));
    });
}

/* Divides as the result is stored, so that a mean needs no third kernel. */
template <class Type>
struct divide {
    size_t n;
    __host__ __device__ auto operator()(typename Type::wide sum) const
    {
        return mean_of<Type>(sum, n);
    }
};

template <class Type>
static cudaError_t mean(struct ask &ask)
{
    const auto out = thrust::make_transform_output_iterator(
        output<mean_of_type<Type>>(ask.job),
        divide<Type>{ count_of(ask.job) });

    return fold(ask, input<typename Type::element>(ask.job), out,
                cuda::std::plus<typename Type::wide>{},
                typename Type::wide{ 0 });
}

template <class Type>
static cudaError_t reduce(struct ask &ask, enum reduce_operator by)
{
    using T = typename Type::element;
    using sum = typename Type::add;
    const struct job *job = ask.job;
    const T *in = input<T>(job);
    T *out = output<T>(job);
    int64_t *index = output<int64_t>(job, 1);
    const int64_t n = static_cast<int64_t>(count_of(job));

    switch (by) {
    case REDUCE_SUM:
        return fold(ask, input<sum>(job), output<sum>(job),
                    cuda::std::plus<sum>{}, sum{ 0 });
    case REDUCE_MIN:
        return fold(ask, in, out, cuda::minimum<T>{}, highest<T>());
    case REDUCE_MAX:
        return fold(ask, in, out, cuda::maximum<T>{}, lowest<T>());
    case REDUCE_MEAN: return mean<Type>(ask);
    /* These cut long arrays into parts that 32 bits can index. */
    case REDUCE_ARGMIN:
        return cub::DeviceReduce::ArgMin(ask.scratch, ask.bytes, in, out,
                                         index, n, stream_of(job));
    case REDUCE_ARGMAX:
        return cub::DeviceReduce::ArgMax(ask.scratch, ask.bytes, in, out,
                                         index, n, stream_of(job));
    default: return cudaErrorInvalidValue;
    }
}

enum status cub_reduce_by(struct ask &ask, enum reduce_operator by)
{
    return by_type(TYPES_OF(NUMBERS){}, ask.job, [&ask, by](auto type) {
        return cuda_status(ask.job, reduce<decltype(type)>(ask, by),
                           "cub::DeviceReduce");
    });
}

static enum status call(struct ask &ask)
{
    return cub_reduce_by(ask, operator_of(ask.job));
}

LAUNCHER(cub_reduce_device);

size_t cub_reduce_device_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_reduce_device(struct job *job)
{
    return run_asked(job, call);
}

double cub_reduce_device_depth(const struct job *job)
{
    return reduce_depth(job);
}

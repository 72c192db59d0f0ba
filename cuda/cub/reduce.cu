/* reduce.cu - reduce by cub::DeviceReduce.
 *
 * CUB reads the array once: a grid of at most five waves accumulates in
 * registers, tile by tile of 256 threads with 16 four-byte or 8 eight-byte
 * items each, and leaves one partial a block, which a second kernel of one
 * block folds. An array of one tile takes that kernel alone. */
#include <cmath>
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
template <class T>
struct divide {
    size_t n;
    __host__ __device__ auto operator()(typename sums<T>::mean_sum sum) const
    {
        return mean_of<T>(sum, n);
    }
};

template <class T>
static cudaError_t mean(struct ask &ask)
{
    using mean_sum = typename sums<T>::mean_sum;
    const auto out = thrust::make_transform_output_iterator(
        output<typename sums<T>::mean>(ask.job),
        divide<T>{ count_of(ask.job) });

    return fold(ask, input<T>(ask.job), out, cuda::std::plus<>{},
                mean_sum{ 0 });
}

template <class T>
static cudaError_t reduce(struct ask &ask)
{
    using sum = typename sums<T>::sum;
    const struct job *job = ask.job;
    const T *in = input<T>(job);
    T *out = output<T>(job);
    int64_t *index = output<int64_t>(job, 1);
    const int64_t n = static_cast<int64_t>(count_of(job));

    switch (operator_of(job)) {
    case REDUCE_SUM:
        return fold(ask, input<sum>(job), output<sum>(job),
                    cuda::std::plus<>{}, sum{ 0 });
    case REDUCE_MIN:
        return fold(ask, in, out, cuda::minimum<>{}, highest<T>());
    case REDUCE_MAX: return fold(ask, in, out, cuda::maximum<>{}, lowest<T>());
    case REDUCE_MEAN: return mean<T>(ask);
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

static enum status call(struct ask &ask)
{
    const cudaError_t error = with_type(
        ask.job, [&ask](auto zero) { return reduce<decltype(zero)>(ask); });
    return cuda_status(ask.job, error, "cub::DeviceReduce");
}

size_t cub_reduce_device_scratch(const struct job *job)
{
    struct ask ask = { job, nullptr, 0 };

    call(ask);
    return ask.bytes;
}

enum status cub_reduce_device(struct job *job)
{
    struct ask ask = { job, job->scratch, job->scratch_bytes };

    return call(ask);
}

/* A safe bound from CUB's policy, which thrust::reduce shares: even at an
 * occupancy of one the grid has WAVES blocks of THREADS a multiprocessor; a
 * thread adds its even share of the array and at most a TILE more; then come
 * the second kernel's at most two tiles a thread, a block-wide reduction in
 * either kernel (5 shuffles, a pass over 8 warps) and the initial value. */
double cub_reduce_depth(const struct job *job)
{
    enum { WAVES = 5, THREADS = 256, TILE = 16, BLOCK = 5 + 8 };
    const double n = static_cast<double>(count_of(job));
    const double threads = 1.0 * WAVES * THREADS * job->device->sms;

    return fmin(n, n / threads + 3 * TILE + 2 * BLOCK + 1);
}

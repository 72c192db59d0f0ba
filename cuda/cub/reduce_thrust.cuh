/* reduce_thrust.cuh - reduce by Thrust's algorithms, as its users call them.
 *
 * thrust::reduce is cub::DeviceReduce behind a scratch array of its own, with
 * its value returned to the host; min_element and max_element have kernels of
 * their own that carry (value, index) pairs. Under every execution policy all
 * three wait for the device, so a run is launches, a wait, and a copy each
 * way, and its time holds the host's part. Thrust picks 32- or 64-bit counts
 * by itself. */
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>

#include "reduce.cuh"
#include "thrust.cuh"

/* Several times what Thrust takes: five waves of partials of 16 bytes. */
constexpr size_t SCRATCH_BYTES = size_t{ 1 } << 20;

/* Puts a value of the host into output `which`. Copied from pageable memory,
 * it has been read when the call returns. */
template <class T>
static cudaError_t put(const struct job *job, int which, T value)
{
    return cudaMemcpyAsync(job->out[which], &value, sizeof value,
                           cudaMemcpyHostToDevice, stream_of(job));
}

/* Output 0: the element found; output 1: where it was. */
template <class T>
static cudaError_t put_found(const struct job *job, const T *found)
{
    const cudaError_t error =
        cudaMemcpyAsync(job->out[0], found, sizeof *found,
                        cudaMemcpyDeviceToDevice, stream_of(job));

    if (error != cudaSuccess)
        return error;
    return put<int64_t>(job, 1, found - input<T>(job));
}

template <class Type, class Policy>
static cudaError_t reduce_to_host(const struct job *job, const Policy &policy)
{
    using T = typename Type::element;
    using sum = typename Type::add;
    using wide = typename Type::wide;
    const size_t n = count_of(job);
    const T *begin = input<T>(job), *end = begin + n;
    const sum *bits = input<sum>(job);

    switch (operator_of(job)) {
    case REDUCE_SUM:
        return put(job, 0, thrust::reduce(policy, bits, bits + n, sum{ 0 }));
    case REDUCE_MIN:
        return put(job, 0,
                   thrust::reduce(policy, begin, end, highest<T>(),
                                  thrust::minimum<T>{}));
    case REDUCE_MAX:
        return put(job, 0,
                   thrust::reduce(policy, begin, end, lowest<T>(),
                                  thrust::maximum<T>{}));
    case REDUCE_MEAN:
        return put(
            job, 0,
            mean_of<Type>(thrust::reduce(policy, begin, end, wide{ 0 }), n));
    case REDUCE_ARGMIN:
        return put_found(job, thrust::min_element(policy, begin, end));
    case REDUCE_ARGMAX:
        return put_found(job, thrust::max_element(policy, begin, end));
    default: return cudaErrorInvalidValue;
    }
}

LAUNCHER(cub_reduce_thrust);

size_t cub_reduce_thrust_scratch(const struct job *)
{
    return SCRATCH_BYTES;
}

enum status cub_reduce_thrust(struct job *job)
{
    return by_type(TYPES_OF(NUMBERS){}, job, [job](auto type) {
        return thrust_call(job, [job](const auto &policy) {
            return reduce_to_host<decltype(type)>(job, policy);
        });
    });
}

double cub_reduce_thrust_depth(const struct job *job)
{
    return reduce_depth(job);
}

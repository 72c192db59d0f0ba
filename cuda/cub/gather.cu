/* gather.cu - gather by thrust::gather, as its users call it, and by
 * cub::DeviceTransform of what a permutation iterator leads to, as one would
 * who has none but CUB's launches. Neither takes scratch, nor waits. */
#include <cuda/std/functional>
#include <thrust/gather.h>
#include <thrust/iterator/permutation_iterator.h>

#include "parts/moves.cuh"
#include "thrust.cuh"
#include "transform.cuh"

LAUNCHER(cub_gather_device);
LAUNCHER(cub_gather_thrust);

static size_t length_of(const struct job *job)
{
    return job->problem->dim[0];
}

template <class T, class I, class N>
static cudaError_t transform(const struct job *job, N n)
{
    return cub::DeviceTransform::Transform(
        thrust::make_permutation_iterator(input<T>(job), input<I>(job, 1)),
        output<T>(job), n, cuda::std::identity{}, stream_of(job));
}

size_t cub_gather_device_scratch(const struct job *job)
{
    const enum status status = by_widths(job, [=](auto element, auto index) {
        return transform_sized(job, length_of(job), [=](auto n) {
            return transform<decltype(element), decltype(index)>(job, n);
        });
    });
    return status ? SCRATCH_FAILED : 0;
}

enum status cub_gather_device(struct job *job)
{
    return by_widths(job, [=](auto element, auto index) {
        const cudaError_t error = with_length(length_of(job), [=](auto n) {
            return transform<decltype(element), decltype(index)>(job, n);
        });
        return cuda_status(job, error, "cub::DeviceTransform");
    });
}

enum status cub_gather_thrust(struct job *job)
{
    return by_widths(job, [=](auto element, auto index) {
        return thrust_call(job, [=](const auto &policy) {
            const auto *at = input<decltype(index)>(job, 1);
            thrust::gather(policy, at, at + length_of(job),
                           input<decltype(element)>(job),
                           output<decltype(element)>(job));
            return cudaSuccess;
        });
    });
}

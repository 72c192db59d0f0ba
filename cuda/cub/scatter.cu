/* scatter.cu - scatter by thrust::scatter, as its users call it, and by
 * cub::DeviceTransform to where a permutation iterator leads, as one would
 * who has none but CUB's launches. Neither takes scratch, nor waits. */
#include <cuda/std/functional>
#include <thrust/scatter.h>
#include <thrust/iterator/permutation_iterator.h>

#include "parts/moves.cuh"
#include "thrust.cuh"
#include "transform.cuh"

LAUNCHER(cub_scatter_device);
LAUNCHER(cub_scatter_thrust);

static size_t length_of(const struct job *job)
{
    return job->problem->dim[0];
}

template <class T, class I, class N>
static cudaError_t transform(const struct job *job, N n)
{
    return cub::DeviceTransform::Transform(
        input<T>(job),
        thrust::make_permutation_iterator(output<T>(job), input<I>(job, 1)), n,
        cuda::std::identity{}, stream_of(job));
}

size_t cub_scatter_device_scratch(const struct job *job)
{
    const enum status status = by_widths(job, [=](auto element, auto index) {
        return transform_sized(job, length_of(job), [=](auto n) {
            return transform<decltype(element), decltype(index)>(job, n);
        });
    });
    return status ? SCRATCH_FAILED : 0;
}

enum status cub_scatter_device(struct job *job)
{
    return by_widths(job, [=](auto element, auto index) {
        const cudaError_t error = with_length(length_of(job), [=](auto n) {
            return transform<decltype(element), decltype(index)>(job, n);
        });
        return cuda_status(job, error, "cub::DeviceTransform");
    });
}

enum status cub_scatter_thrust(struct job *job)
{
    return by_widths(job, [=](auto element, auto index) {
        return thrust_call(job, [=](const auto &policy) {
            const auto *x = input<decltype(element)>(job);
            thrust::scatter(policy, x, x + length_of(job),
                            input<decltype(index)>(job, 1),
                            output<decltype(element)>(job));
            return cudaSuccess;
        });
    });
}

/* map.cu - map by cub::DeviceTransform: one launch, no scratch, in place or
 * not. */
#include "map/functions.cuh"
#include "transform.cuh"

LAUNCHER(cub_map_device);

template <class F, class N>
static cudaError_t transform(const struct job *job, const F &f, N n)
{
    using T = typename F::element;
    T *out = output<T>(job);
    const T *x = input<T>(job);
    if constexpr (F::inputs == 2)
        return cub::DeviceTransform::Transform(
            cuda::std::make_tuple(x, input<T>(job, 1)), out, n, f,
            stream_of(job));
    else
        return cub::DeviceTransform::Transform(x, out, n, f, stream_of(job));
}

size_t cub_map_device_scratch(const struct job *job)
{
    const enum status status = by_map(job, [=](auto f) {
        return transform_sized(job, count_of(job),
                               [=](auto n) { return transform(job, f, n); });
    });
    return status ? SCRATCH_FAILED : 0;
}

enum status cub_map_device(struct job *job)
{
    return by_map(job, [=](auto f) {
        const cudaError_t error = with_length(
            count_of(job), [&](auto n) { return transform(job, f, n); });
        return cuda_status(job, error, "cub::DeviceTransform");
    });
}

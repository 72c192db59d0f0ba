/* map.cu - map by cub::DeviceTransform: one launch, no scratch, in place or
 * not.
 *
 * CUB 3.0.1 sizes a kernel's tiles at its first call in a process, for that
 * call's n, and keeps them: after a short call, a long one would take twice as
 * long (H100, 2^28 f32: 1087 us, else 708). So that no short call comes first,
 * the kernel is asked for many elements before, in a capture that is never
 * launched. */
#include <cub/device/device_transform.cuh>

#include "call.cuh"
#include "map/functions.cuh"

LAUNCHER(cub_map_device);

constexpr size_t MANY = size_t(1) << 30; /* elements, of either length type */

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

/* In a capture: what a call would do, but not done. */
template <class F>
static cudaError_t capture_many(const struct job *job, const F &f)
{
    cudaGraph_t graph = nullptr;
    cudaError_t error = cudaStreamBeginCapture(
        stream_of(job), cudaStreamCaptureModeThreadLocal);
    if (error)
        return error;
    error = with_length(count_of(job), [&](auto n) {
        return transform(job, f, decltype(n)(MANY));
    });
    const cudaError_t end = cudaStreamEndCapture(stream_of(job), &graph);
    if (graph)
        cudaGraphDestroy(graph);
    return error ? error : end;
}

size_t cub_map_device_scratch(const struct job *job)
{
    const enum status status = by_map(job, [=](auto f) {
        return cuda_status(job, capture_many(job, f),
                           "capturing cub::DeviceTransform");
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

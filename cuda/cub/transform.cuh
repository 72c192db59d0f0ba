/* transform.cuh - what calls of cub::DeviceTransform share.
 *
 * CUB 3.0.1 sizes a kernel's tiles at its first call in a process, for that
 * call's n, and keeps them: after a short call, a long one would take twice as
 * long (H100, 2^28 f32: 1087 us, else 708). So that no short call comes first,
 * the kernel is asked for many elements before, in a capture that is never
 * launched. */
#ifndef TETRAD_CUDA_CUB_TRANSFORM_CUH
#define TETRAD_CUDA_CUB_TRANSFORM_CUH

#include <cub/device/device_transform.cuh>

#include "call.cuh"

/* Elements, of either length type. */
constexpr size_t TRANSFORM_MANY = size_t(1) << 30;

/* Of call(n), the call that is to be made with a length of `count`: in a
 * capture, hence what it would do, but not done. */
template <class Call>
static cudaError_t capture_many(const struct job *job, size_t count, Call call)
{
    cudaGraph_t graph = nullptr;
    cudaError_t error = cudaStreamBeginCapture(
        stream_of(job), cudaStreamCaptureModeThreadLocal);
    if (error)
        return error;
    error = with_length(
        count, [&](auto n) { return call(decltype(n)(TRANSFORM_MANY)); });
    const cudaError_t end = cudaStreamEndCapture(stream_of(job), &graph);
    if (graph)
        cudaGraphDestroy(graph);
    return error ? error : end;
}

template <class Call>
static enum status transform_sized(const struct job *job, size_t count,
                                   Call call)
{
    return cuda_status(job, capture_many(job, count, call),
                       "capturing cub::DeviceTransform");
}

#endif

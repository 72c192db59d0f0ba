/* map.cu - map by cub::DeviceTransform: one launch, no scratch, in place or
 * not. */
#include <cub/device/device_transform.cuh>

#include "call.cuh"
#include "map/functions.cuh"

LAUNCHER(cub_map_device);

enum status cub_map_device(struct job *job)
{
    return by_map(job, [=](auto f) {
        using F = decltype(f);
        using T = typename F::element;
        T *out = output<T>(job);
        const T *x = input<T>(job);
        const cudaError_t error = with_length(count_of(job), [&](auto n) {
            if constexpr (F::inputs == 2)
                return cub::DeviceTransform::Transform(
                    cuda::std::make_tuple(x, input<T>(job, 1)), out, n, f,
                    stream_of(job));
            else
                return cub::DeviceTransform::Transform(x, out, n, f,
                                                       stream_of(job));
        });
        return cuda_status(job, error, "cub::DeviceTransform");
    });
}

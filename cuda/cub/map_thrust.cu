/* map_thrust.cu - map by thrust::transform, as its users call it. Nothing comes
 * back to the host, so with a policy that need not wait it does not. Thrust
 * picks 32- or 64-bit counts by itself. */
#include <thrust/transform.h>

#include "call.cuh"
#include "map/functions.cuh"
#include "thrust.cuh"

LAUNCHER(cub_map_thrust);

enum status cub_map_thrust(struct job *job)
{
    return by_map(job, [=](auto f) {
        return thrust_call(job, [=](const auto &policy) {
            using F = decltype(f);
            using T = typename F::element;
            const T *x = input<T>(job), *end = x + count_of(job);
            if constexpr (F::inputs == 2)
                thrust::transform(policy, x, end, input<T>(job, 1),
                                  output<T>(job), f);
            else
                thrust::transform(policy, x, end, output<T>(job), f);
            return cudaSuccess;
        });
    });
}

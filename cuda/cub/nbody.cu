/* nbody.cu - nbody by thrust::transform over the bodies' numbers: a body a
 * thread, and all others from global memory. */
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

#include "call.cuh"
#include "nbody/bodies.cuh"
#include "thrust.cuh"

LAUNCHER(cub_nbody_thrust);

struct pulled {
    bodies b;

    __device__ thrust::tuple<float, float, float> operator()(unsigned i) const
    {
        const float3 a = pull_of_all(b, i);
        return thrust::make_tuple(a.x, a.y, a.z);
    }
};

enum status cub_nbody_thrust(struct job *job)
{
    return thrust_call(job, [=](const auto &policy) {
        const bodies b(job);
        const pulls a(job);
        const thrust::counting_iterator<unsigned> first(0);
        thrust::transform(
            policy, first, first + b.n,
            thrust::make_zip_iterator(thrust::make_tuple(a.x, a.y, a.z)),
            pulled{ b });
        return cudaSuccess;
    });
}

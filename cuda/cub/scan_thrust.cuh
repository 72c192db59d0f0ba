/* scan_thrust.cuh - scan by Thrust's algorithms, as its users call them: the
 * kernels of cub::DeviceScan behind a scratch array of their own. Nothing
 * comes back to the host, so with a policy that need not wait they do not.
 * Thrust picks 32- or 64-bit counts by itself. */
#include <thrust/functional.h>
#include <thrust/scan.h>

#include "scan.cuh"
#include "thrust.cuh"

template <class T, class Policy>
static void thrust_sum(const struct job *job, const Policy &policy)
{
    const T *begin = input<T>(job), *end = begin + count_of(job);
    T *out = output<T>(job);

    if (exclusive_of(job))
        thrust::exclusive_scan(policy, begin, end, out);
    else
        thrust::inclusive_scan(policy, begin, end, out);
}

template <class T, class Policy>
static void thrust_maximum(const struct job *job, const Policy &policy)
{
    const T *begin = input<T>(job), *end = begin + count_of(job);
    T *out = output<T>(job);
    const thrust::maximum<T> join;

    if (exclusive_of(job))
        thrust::exclusive_scan(policy, begin, end, out, lowest<T>(), join);
    else
        thrust::inclusive_scan(policy, begin, end, out, join);
}

LAUNCHER(cub_scan_thrust);

/* Over twice what Thrust takes, which is 16 bytes a tile of 7 KiB or more,
 * and a few tiles' besides. */
size_t cub_scan_thrust_scratch(const struct job *job)
{
    const size_t bytes = count_of(job) * elem_size(job->problem->type);

    return bytes / 200 + 4096;
}

enum status cub_scan_thrust(struct job *job)
{
    return by_type(TYPES_OF(NUMBERS){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        using A = typename decltype(type)::add;
        return thrust_call(job, [job](const auto &policy) {
            if (sums(job))
                thrust_sum<A>(job, policy);
            else
                thrust_maximum<T>(job, policy);
            return cudaSuccess;
        });
    });
}

double cub_scan_thrust_depth(const struct job *job)
{
    return scan_depth(job);
}

/* compact_thrust.cu - compact by thrust::copy_if, as its users call it: the
 * kernels of cub::DeviceSelect, and the end of the output returned to the
 * host, which waits for it under every execution policy; from there the count
 * goes back. */
#include <thrust/copy.h>

#include "compact.cuh"
#include "thrust.cuh"

LAUNCHER(cub_compact_thrust);

/* Over twice what Thrust takes, which is 16 bytes a tile of 20 KiB or more,
 * and a few tiles' besides. */
size_t cub_compact_thrust_scratch(const struct job *job)
{
    const size_t bytes = count_of(job) * elem_size(job->problem->type);
    return bytes / 200 + 4096;
}

enum status cub_compact_thrust(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        return thrust_call(job, [job](const auto &policy) {
            const T *begin = input<T>(job);
            T *out = output<T>(job);
            const uint64_t count = static_cast<uint64_t>(
                thrust::copy_if(policy, begin, begin + count_of(job), out,
                                exceeds<T>(job)) -
                out);
            return cudaMemcpyAsync(job->out[1], &count, sizeof count,
                                   cudaMemcpyHostToDevice, stream_of(job));
        });
    });
}

/* thrust.cuh - how algorithms of Thrust are called: on the job's stream and
 * scratch, with exceptions turned into a status. */
#ifndef TETRAD_CUDA_CUB_THRUST_CUH
#define TETRAD_CUDA_CUB_THRUST_CUH

#include <exception>
#include <new>
#include <thrust/execution_policy.h>

#include "parts/launch.cuh"

/* Lends out the job's scratch, so that no run allocates. An algorithm asks
 * once. */
struct lender {
    using value_type = char;
    char *scratch;
    const size_t room;

    explicit lender(const struct job *job)
        : scratch(static_cast<char *>(job->scratch)), room(job->scratch_bytes)
    {
    }

    char *allocate(std::ptrdiff_t bytes)
    {
        if (static_cast<size_t>(bytes) > room)
            throw std::bad_alloc();
        return scratch;
    }

    void deallocate(char *, size_t)
    {
    }
};

/* call(policy), where the policy does not wait unless the algorithm must; the
 * status of the CUDA error it returns, or of what it throws. */
template <class Call>
enum status thrust_call(struct job *job, Call call)
{
    struct lender lender(job);

    try {
        const cudaError_t error =
            call(thrust::cuda::par_nosync(lender).on(stream_of(job)));
        return cuda_status(job, error, "Thrust's result");
    } catch (const std::exception &failure) {
        cudaGetLastError(); /* or the next launch would report it again */
        return fail(job->why, STATUS_DEVICE, "Thrust: %s", failure.what());
    }
}

#endif

/* call.cuh - what calls of CUB and Thrust share: CUB's two-call convention,
 * dispatch on the length, neutral elements. */
#ifndef TETRAD_CUDA_CUB_CALL_CUH
#define TETRAD_CUDA_CUB_CALL_CUH

#include <limits>

#include "cuda.h"
#include "parts/launch.cuh"

/* CUB's two-call convention: a null scratch only asks for its size. */
struct ask {
    const struct job *job;
    void *scratch;
    size_t bytes;
};

/* What call(ask) asks for, and a run of it. */
template <class Call>
static size_t bytes_asked(const struct job *job, Call call)
{
    struct ask ask = { job, nullptr, 0 };
    return call(ask) ? SCRATCH_FAILED : ask.bytes;
}

template <class Call>
static enum status run_asked(const struct job *job, Call call)
{
    struct ask ask = { job, job->scratch, job->scratch_bytes };
    return call(ask);
}

/* The neutral elements of min and max, infinite where the type can be: an
 * array of infinities has an infinite minimum. */
template <class T>
constexpr T highest()
{
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
}
template <class T>
constexpr T lowest()
{
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
}

/* Calls call(n): lengths up to 2^31 - 1 in 32 bits, where CUB's index
 * arithmetic is cheapest, longer ones in 64. */
template <class Call>
cudaError_t with_length(size_t n, Call call)
{
    return n <= INT32_MAX ? call(static_cast<int32_t>(n))
                          : call(static_cast<int64_t>(n));
}

#endif

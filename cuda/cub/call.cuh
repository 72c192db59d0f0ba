/* call.cuh - what calls of CUB and Thrust share: dispatch on the element type
 * and on the length, the types of sums, neutral elements. */
#ifndef TETRAD_CUDA_CUB_CALL_CUH
#define TETRAD_CUDA_CUB_CALL_CUH

#include <limits>
#include <type_traits>

#include "parts/launch.cuh"

/* CUB's two-call convention: a null scratch only asks for its size. */
struct ask {
    const struct job *job;
    void *scratch;
    size_t bytes;
};

static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

/* What sums of T are formed in: integers wrap, which only unsigned types
 * may. Those of one size thus share their kernels. */
template <class T>
using wrapping =
    typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                std::enable_if<true, T>>::type;

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

/* Calls call(T{}) for the job's element type T. */
template <class Call>
cudaError_t with_type(const struct job *job, Call call)
{
    switch (job->problem->type) {
#define WITH_TYPE(NAME, name, ...)                                            \
    case ELEM_##NAME: return call(elem_##name{});
        NUMBERS(WITH_TYPE, )
#undef WITH_TYPE
    default: return cudaErrorInvalidValue;
    }
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

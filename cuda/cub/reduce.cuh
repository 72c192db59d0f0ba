/* reduce.cuh - what the library calls for reduce share: the type each
 * operator accumulates in, neutral elements, dispatch on the element type. */
#ifndef TETRAD_CUDA_CUB_REDUCE_CUH
#define TETRAD_CUDA_CUB_REDUCE_CUH

#include <limits>
#include <type_traits>

#include "../launch.cuh"
#include "cub.h"
#include "ops/reduce.h"

static inline enum reduce_operator operator_of(const struct job *job)
{
    return static_cast<enum reduce_operator>(
        job->problem->param[REDUCE_PARAM_OPERATOR].i);
}

static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

/* What sums are formed in. Integer sums wrap, which only unsigned types may;
 * means of 32-bit integers are summed exactly, of 64-bit ones in f64. */
template <class T> struct sums {
    using sum = std::make_unsigned_t<T>;
    using mean_sum = std::conditional_t<
        sizeof(T) == 8, double,
        std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    using mean = double;
};
template <> struct sums<float> {
    using sum = float;
    using mean_sum = float;
    using mean = float;
};
template <> struct sums<double> {
    using sum = double;
    using mean_sum = double;
    using mean = double;
};

/* At most a rounding of the sum to f64, of the quotient and of the result: n
 * itself is exact. */
template <class T>
__host__ __device__ typename sums<T>::mean
mean_of(typename sums<T>::mean_sum sum, size_t n)
{
    return static_cast<typename sums<T>::mean>(static_cast<double>(sum) /
                                               static_cast<double>(n));
}

/* The neutral elements of min and max, infinite where the type can be: an
 * array of infinities has an infinite minimum. */
template <class T> constexpr T highest()
{
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? limits::infinity() : limits::max();
}
template <class T> constexpr T lowest()
{
    using limits = std::numeric_limits<T>;
    return limits::has_infinity ? -limits::infinity() : limits::lowest();
}

/* Calls call(T{}) for the job's element type T. */
template <class Call>
cudaError_t with_type(const struct job *job, Call call)
{
    switch (job->problem->type) {
#define WITH_TYPE(NAME, name, type) case ELEM_##NAME: return call(type{});
    ELEMS(WITH_TYPE)
#undef WITH_TYPE
    default: return cudaErrorInvalidValue;
    }
}

#endif

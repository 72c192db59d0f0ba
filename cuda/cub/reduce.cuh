/* reduce.cuh - what the library calls for reduce share: the type each
 * operator accumulates in. */
#ifndef TETRAD_CUDA_CUB_REDUCE_CUH
#define TETRAD_CUDA_CUB_REDUCE_CUH

#include "call.cuh"
#include "cub.h"
#include "ops/reduce.h"

static inline enum reduce_operator operator_of(const struct job *job)
{
    return static_cast<enum reduce_operator>(
        job->problem->param[REDUCE_PARAM_OPERATOR].i);
}

/* What sums are formed in; means of 32-bit integers are summed exactly, of
 * 64-bit ones in f64. */
template <class T>
struct sums {
    using sum = wrapping<T>;
    using mean_sum = std::conditional_t<
        sizeof(T) == 8, double,
        std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    using mean = double;
};
template <>
struct sums<float> {
    using sum = float;
    using mean_sum = float;
    using mean = float;
};
template <>
struct sums<double> {
    using sum = double;
    using mean_sum = double;
    using mean = double;
};

/* At most a rounding of the sum to f64, of the quotient and of the result: n
 * itself is exact. */
template <class T>
__host__ __device__ typename sums<T>::mean mean_of(
    typename sums<T>::mean_sum sum, size_t n)
{
    return static_cast<typename sums<T>::mean>(static_cast<double>(sum) /
                                               static_cast<double>(n));
}

#endif

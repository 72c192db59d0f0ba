/* reduce.cuh - what the library calls for reduce share: means, which are
 * summed in the type's `wide`, and how sums round. */
#ifndef TETRAD_CUDA_CUB_REDUCE_CUH
#define TETRAD_CUDA_CUB_REDUCE_CUH

#include <cmath>
#include <type_traits>

#include "call.cuh"
#include "ops/reduce.h"

static inline enum reduce_operator operator_of(const struct job *job)
{
    return static_cast<enum reduce_operator>(
        job->problem->param[REDUCE_PARAM_OPERATOR].i);
}

/* reduce_device.cuh: in[0] to out[0] by cub::DeviceReduce, or what that asks
 * for. */
enum status cub_reduce_by(struct ask &, enum reduce_operator);

/* What the mean of elements is given in. */
template <class Type>
using mean_of_type =
    std::conditional_t<std::is_same_v<typename Type::element, float>, float,
                       double>;

/* At most a rounding of the sum to f64, of the quotient and of the result: n
 * itself is exact. */
template <class Type>
__host__ __device__ mean_of_type<Type> mean_of(typename Type::wide sum,
                                               size_t n)
{
    return static_cast<mean_of_type<Type>>(static_cast<double>(sum) /
                                           static_cast<double>(n));
}

/* A safe bound from CUB's policy, which thrust::reduce shares: even at an
 * occupancy of one the grid has WAVES blocks of THREADS a multiprocessor; a
 * thread adds its even share of the array and at most a TILE more; then come
 * the second kernel's at most two tiles a thread, a block-wide reduction in
 * either kernel (5 shuffles, a pass over 8 warps) and the initial value. */
static inline double reduce_depth(const struct job *job)
{
    enum { WAVES = 5, THREADS = 256, TILE = 16, BLOCK = 5 + 8 };
    const double n = static_cast<double>(count_of(job));
    const double threads = 1.0 * WAVES * THREADS * job->device->sms;

    return fmin(n, n / threads + 3 * TILE + 2 * BLOCK + 1);
}

#endif

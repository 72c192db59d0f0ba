/* segreduce.cuh - what the library calls for segreduce share. */
#ifndef TETRAD_CUDA_CUB_SEGREDUCE_CUH
#define TETRAD_CUDA_CUB_SEGREDUCE_CUH

#include <cuda/functional>
#include <cuda/std/functional>

#include "call.cuh"
#include "cub.h"
#include "ops/segreduce.h"

static inline size_t segments_of(const struct job *job)
{
    return job->problem->in[1].count - 1;
}

/* Calls call(start, op) for the job's operator, with start of the type that
 * elements are read and joined as. */
template <class T, class Call>
cudaError_t with_operator(const struct job *job, Call call)
{
    switch (job->problem->param[SEGREDUCE_PARAM_OPERATOR].i) {
    case SEGREDUCE_MIN: return call(highest<T>(), cuda::minimum<>{});
    case SEGREDUCE_MAX: return call(lowest<T>(), cuda::maximum<>{});
    default: return call(wrapping<T>{ 0 }, cuda::std::plus<>{});
    }
}

/* Calls call(T{}) for the job's element type T. */
template <class Call>
cudaError_t with_signed_type(const struct job *job, Call call)
{
    switch (job->problem->type) {
    case ELEM_I32: return call(int32_t{});
    case ELEM_I64: return call(int64_t{});
    case ELEM_F32: return call(float{});
    case ELEM_F64: return call(double{});
    default: return cudaErrorInvalidValue;
    }
}

#endif

/* segreduce.cuh - what the library calls for segreduce share. */
#ifndef TETRAD_CUDA_CUB_SEGREDUCE_CUH
#define TETRAD_CUDA_CUB_SEGREDUCE_CUH

#include <cuda/functional>
#include <cuda/std/functional>

#include "call.cuh"
#include "ops/segreduce.h"

static inline size_t segments_of(const struct job *job)
{
    return job->problem->in[1].count - 1;
}

/* call(start, op) for the job's operator and type, which is one of SIGNED,
 * with start of the type that elements are read and joined as. */
template <class Call>
static enum status with_operator(const struct job *job, Call call)
{
    return by_type(TYPES_OF(SIGNED){}, job, [&](auto type) {
        using T = typename decltype(type)::element;
        using A = typename decltype(type)::add;
        switch (job->problem->param[SEGREDUCE_PARAM_OPERATOR].i) {
        case SEGREDUCE_MIN: return call(highest<T>(), cuda::minimum<>{});
        case SEGREDUCE_MAX: return call(lowest<T>(), cuda::maximum<>{});
        default: return call(A{ 0 }, cuda::std::plus<>{});
        }
    });
}

#endif

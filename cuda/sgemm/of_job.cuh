/* of_job.cuh - a job as a product. */
#ifndef TETRAD_CUDA_SGEMM_OF_JOB_CUH
#define TETRAD_CUDA_SGEMM_OF_JOB_CUH

#include "ops/sgemm.h"
#include "sgemm/product.cuh"

static inline struct product product_of(const struct job *job)
{
    const struct problem *problem = job->problem;
    const struct value *value = problem->param;

    return { problem->dim[0],
             problem->dim[1],
             problem->dim[2],
             static_cast<float>(value[SGEMM_PARAM_ALPHA].r),
             static_cast<float>(value[SGEMM_PARAM_BETA].r),
             input<float>(job, 0),
             input<float>(job, 1),
             output<float>(job) };
}

#endif

/* of_job.cuh - a job as a product. */
#ifndef TETRAD_CUDA_SGEMM_OF_JOB_CUH
#define TETRAD_CUDA_SGEMM_OF_JOB_CUH

#include "ops/sgemm.h"
#include "sgemm/product.cuh"

/* Of one row or column of C: its transpose, C' = op(B)' op(A)', where that has
 * as it is what was given transposed; a row and a column lie alike. Else A and
 * B are those that were given. */
static inline struct product product_of(const struct job *job)
{
    const struct problem *problem = job->problem;
    const struct value *value = problem->param;
    const struct product p = { problem->dim[0],
                               problem->dim[1],
                               problem->dim[2],
                               static_cast<float>(value[SGEMM_PARAM_ALPHA].r),
                               static_cast<float>(value[SGEMM_PARAM_BETA].r),
                               input<float>(job, 0),
                               input<float>(job, 1),
                               output<float>(job),
                               problem->dim[2],
                               problem->dim[1] };
    const bool turned = (p.n == 1 && sgemm_is_transposed(problem, SGEMM_A)) ||
        (p.m == 1 && sgemm_is_transposed(problem, SGEMM_B));

    return turned
        ? product{ p.n, p.m, p.k, p.alpha, p.beta, p.b, p.a, p.c, p.k, p.m }
        : p;
}

#endif

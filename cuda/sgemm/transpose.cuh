/* transpose.cuh - operands that are given transposed, by rows: the kernels of
 * this room read no others. */
#ifndef TETRAD_CUDA_SGEMM_TRANSPOSE_CUH
#define TETRAD_CUDA_SGEMM_TRANSPOSE_CUH

#include "ops/sgemm.h"
#include "sgemm/product.cuh"

/* Whether an operand has to be copied: not where C is one row or one column,
 * as product_of() knows. */
static inline bool is_turned(const struct problem *problem, int operand)
{
    return sgemm_is_transposed(problem, operand) && problem->dim[0] > 1 &&
        problem->dim[1] > 1;
}

/* The scratch that this takes. */
static inline size_t turned_bytes(const struct problem *problem, int operand)
{
    constexpr size_t ALIGNED = 256;
    const size_t count = problem->in[operand == SGEMM_A ? 0 : 1].count;

    return is_turned(problem, operand)
        ? ceil_div(count * sizeof(float), ALIGNED) * ALIGNED
        : 0;
}

static inline size_t turned_bytes(const struct job *job)
{
    return turned_bytes(job->problem, SGEMM_A) +
        turned_bytes(job->problem, SGEMM_B);
}

/* Sees to it that both operands of a job's product are by rows, in the first
 * turned_bytes() of scratch if they were not. */
enum status cuda_sgemm_by_rows(const struct job *job, struct product *p);

#endif

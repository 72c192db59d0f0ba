/* copies.cuh - operands as the kernels of this room read them: by rows, which
 * begin where a whole number of units does. Those that are given otherwise are
 * copied first: transposed ones for all kernels, and for best's, which read
 * four floats at once, those whose rows are not of a multiple of four, where
 * the product is worth it. */
#ifndef TETRAD_CUDA_SGEMM_COPIES_CUH
#define TETRAD_CUDA_SGEMM_COPIES_CUH

#include "ops/sgemm.h"
#include "sgemm/product.cuh"

/* Whether an operand is to be transposed: not where C is one row or one column,
 * as product_of() knows. */
static inline bool is_turned(const struct problem *problem, int operand)
{
    return sgemm_is_transposed(problem, operand) && problem->dim[0] > 1 &&
        problem->dim[1] > 1;
}

/* Whether an operand has to be copied so that its rows begin at multiples of
 * `unit` floats. */
static inline bool is_copied(const struct problem *problem, int operand,
                             size_t unit)
{
    const size_t columns = problem->dim[operand == SGEMM_A ? 2 : 1];

    return is_turned(problem, operand) || columns % unit != 0;
}

/* Floats from a row of a copy to the next. */
static inline size_t copy_pitch(size_t columns, size_t unit)
{
    return ceil_div(columns, unit) * unit;
}

/* Zeros before a row of a copy of A, so that all rows end where a whole number
 * of units does: steps along K end with it (feed.cuh). */
static inline unsigned copy_before(int operand, size_t columns, size_t unit)
{
    return operand == SGEMM_A ? unsigned(copy_pitch(columns, unit) - columns)
                              : 0;
}

/* The scratch that copies take. */
static inline size_t copy_bytes(const struct problem *problem, int operand,
                                size_t unit)
{
    constexpr size_t ALIGNED = 256;
    const size_t *const dim = problem->dim;
    const size_t count = operand == SGEMM_A
        ? dim[0] * copy_pitch(dim[2], unit)
        : dim[2] * copy_pitch(dim[1], unit);

    return is_copied(problem, operand, unit)
        ? ceil_div(count * sizeof(float), ALIGNED) * ALIGNED
        : 0;
}

static inline size_t copy_bytes(const struct job *job, size_t unit)
{
    return copy_bytes(job->problem, SGEMM_A, unit) +
        copy_bytes(job->problem, SGEMM_B, unit);
}

/* Copies what has to be, into the first copy_bytes() of scratch; what a row has
 * beside its own floats is 0. */
enum status cuda_sgemm_copy(const struct job *job, struct product *p,
                            size_t unit);

#endif

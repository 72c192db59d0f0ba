/* sgemm.h - the parameters of sgemm, and how its operands lie.
 *
 * op(A) is M x K, op(B) is K x N, by rows; what is given transposed lies by
 * columns: A as K x M, B as N x K. */
#ifndef TETRAD_OPS_SGEMM_H
#define TETRAD_OPS_SGEMM_H

#include "op.h"

/* In the order of problem->param. */
enum {
    SGEMM_PARAM_M,
    SGEMM_PARAM_N,
    SGEMM_PARAM_K,
    SGEMM_PARAM_ALPHA,
    SGEMM_PARAM_BETA,
    SGEMM_PARAM_TRANSPOSE
};

/* Which operands are given transposed: a bit each. */
enum { SGEMM_NONE, SGEMM_A, SGEMM_B, SGEMM_BOTH };

static inline bool sgemm_is_transposed(const struct problem *p, int operand)
{
    return (p->param[SGEMM_PARAM_TRANSPOSE].i & operand) != 0;
}

/* From an element of op(A) or op(B) to the next row's, and the next column's.
 */
struct sgemm_steps {
    size_t row, column;
};

static inline struct sgemm_steps sgemm_steps(const struct problem *p,
                                             int operand)
{
    const size_t rows = p->dim[operand == SGEMM_A ? 0 : 2];
    const size_t columns = p->dim[operand == SGEMM_A ? 2 : 1];
    const struct sgemm_steps by_rows = { columns, 1 },
                             by_columns = { 1, rows };
    return sgemm_is_transposed(p, operand) ? by_columns : by_rows;
}

#endif

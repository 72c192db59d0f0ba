/* spmv_matrix.h - the matrices of spmv: generated, or of a file. */
#ifndef TETRAD_OPS_SPMV_MATRIX_H
#define TETRAD_OPS_SPMV_MATRIX_H

#include "op.h"
#include "ops/spmv_shape.h"

enum status spmv_shape(const struct problem *, struct spmv_shape *,
                       struct reason *why);

/* Input `which` of the problem; false: the distribution is to fill it. */
bool spmv_fill(const struct problem *, int which, void *elements);

#endif

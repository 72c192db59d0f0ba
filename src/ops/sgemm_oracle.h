/* sgemm_oracle.h - the right answer of sgemm and how it lies in memory.
 *
 * `want` is M x N doubles, row by row, then the Euclidean norms of A's M rows
 * and of B's N columns, which bound what rounding may do. */
#ifndef TETRAD_OPS_SGEMM_ORACLE_H
#define TETRAD_OPS_SGEMM_ORACLE_H

#include "op.h"

float sgemm_alpha(const struct problem *); /* rounded to f32 */
float sgemm_beta(const struct problem *);

size_t sgemm_want_bytes(const struct problem *);
void sgemm_oracle(const struct problem *, const void *const in[], void *want);
const double *sgemm_row_norms(const struct problem *, const double *want);
const double *sgemm_column_norms(const struct problem *, const double *want);

#endif

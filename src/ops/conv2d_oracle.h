/* conv2d_oracle.h - the right answer of conv2d and how it lies in memory.
 *
 * `want` is H x W doubles, row by row, then as many sums of the terms'
 * magnitudes, which bound what rounding may do, and last whether all numbers
 * are whole. */
#ifndef TETRAD_OPS_CONV2D_ORACLE_H
#define TETRAD_OPS_CONV2D_ORACLE_H

#include "op.h"

size_t conv2d_want_bytes(const struct problem *);
void conv2d_oracle(const struct problem *, const void *const in[], void *want);
const double *conv2d_norms(const struct problem *, const double *want);
bool conv2d_whole(const struct problem *, const double *want);

#endif

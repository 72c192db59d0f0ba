/* sgemm_twin.h - matrices whose products are exact in f32, though in either of
 * them numbers fill the whole significand. */
#ifndef TETRAD_OPS_SGEMM_TWIN_H
#define TETRAD_OPS_SGEMM_TWIN_H

#include "op.h"

/* Whether alpha, beta and K leave the twin exact, in any order of adding. */
bool sgemm_twin_exact(const struct problem *);
/* Of input A, B or C, the bound of its small numbers. */
int64_t sgemm_twin_most(const struct problem *, int which);
/* Fills A or B; false: with small numbers. */
bool sgemm_twin_fill(const struct problem *, int which, float *elements);

#endif

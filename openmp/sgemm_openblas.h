/* sgemm_openblas.h - sgemm by OpenBLAS, where configure has found one. */
#ifndef TETRAD_OPENMP_SGEMM_OPENBLAS_H
#define TETRAD_OPENMP_SGEMM_OPENBLAS_H

#include "config.h"
#include "op.h"

/* Slots of its variant. */
enum status openmp_sgemm_openblas(struct job *);
size_t openmp_sgemm_openblas_scratch(const struct job *);
double openmp_sgemm_openblas_depth(const struct job *);
const char *openmp_sgemm_openblas_refuses(const struct problem *);
const char *openmp_openblas(void);

/* For what OpenBLAS is to take a processor with these instructions, if code for
 * `core` is what it has chosen; NULL: for what it does. */
const char *openmp_openblas_core(const char *core, bool avx2, bool avx512);

#if HAVE_OPENBLAS
#define OPENBLAS(symbol) (symbol)
#define OPENBLAS_ABSENT NULL
#else
#define OPENBLAS(symbol) NULL
#define OPENBLAS_ABSENT "this build has no OpenBLAS: " TETRAD_OPENBLAS_WHY
#endif

#endif

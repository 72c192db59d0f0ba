/* spmv_variants.c - spmv by NVIDIA's libraries. */
#include "cuda.h"

#if HAVE_CUSPARSE
#define CUSPARSE(symbol) (symbol)
#define ABSENT NULL
#else
#define CUSPARSE(symbol) NULL
#define ABSENT "this build has no cuSPARSE: the CUDA Toolkit lacks cusparse.h"
#endif

LAUNCHER(cub_spmv_alg1);
LAUNCHER(cub_spmv_alg1_prepared);
LAUNCHER(cub_spmv_alg2);
LAUNCHER(cub_spmv_alg2_prepared);

static const char *refuses_long(const struct problem *p)
{
    for (int i = 0; i < 3; i++)
        if (p->dim[i] > INT32_MAX)
            return "its indices of 32 bits are signed: at most 2^31 - 1 rows, "
                   "columns and non-zeros";
    return NULL;
}

#define CALLED_BY(stem)                                                       \
    .absent = ABSENT, .closed = true, .refuses = refuses_long,                \
    .scratch = CUSPARSE(stem##_scratch), .run = CUSPARSE(stem)

const struct variant cub_spmv[] = {
    { .name = "cusparse-alg1",
      .idea = "cusparseSpMV, CUSPARSE_SPMV_CSR_ALG1: looks at the matrix in "
              "each run",
      .source = "cuSPARSE",
      .best = true,
      CALLED_BY(cub_spmv_alg1) },
    { .name = "cusparse-alg2",
      .idea = "cusparseSpMV, CUSPARSE_SPMV_CSR_ALG2: the same bits in every "
              "run",
      .source = "cuSPARSE",
      CALLED_BY(cub_spmv_alg2) },
    { .name = "cusparse-alg1-plan",
      .idea = "cusparse-alg1, what it learns of the matrix kept between runs "
              "(cusparseSpMV_preprocess, in the first)",
      .source = "cuSPARSE",
      .traits = KEEPS_STATE,
      CALLED_BY(cub_spmv_alg1_prepared) },
    { .name = "cusparse-alg2-plan",
      .idea = "cusparse-alg2, what it learns of the matrix kept between runs "
              "(cusparseSpMV_preprocess, in the first)",
      .source = "cuSPARSE",
      .traits = KEEPS_STATE,
      CALLED_BY(cub_spmv_alg2_prepared) },
    { 0 }
};

/* sgemm_direct.h - small products, from A and B where they lie. */
#ifndef TETRAD_OPENMP_SGEMM_DIRECT_H
#define TETRAD_OPENMP_SGEMM_DIRECT_H

#include "ops/sgemm.h"

/* C = alpha A B + beta C, of M x K and K x N; beta = 0 reads no C. */
struct direct {
    size_t m, n, k;
    float alpha, beta;
    const float *a, *b;
    struct sgemm_steps a_step;
    size_t b_row, b_column; /* floats from a row of B to the next; and times a
                               tile's first column, where that begins */
    float *c;
};

/* Tiles of C. */
size_t openmp_direct_tiles(const struct direct *);
/* Those from number `begin` on, column by column; each element is a chain of K
 * multiply-adds. */
void openmp_direct(const struct direct *, size_t begin, size_t end);

#endif

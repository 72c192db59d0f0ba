/* product.cuh - what every sgemm kernel is given, and how it ends. */
#ifndef TETRAD_CUDA_SGEMM_PRODUCT_CUH
#define TETRAD_CUDA_SGEMM_PRODUCT_CUH

#include "parts/launch.cuh"

/* C = alpha A B + beta C by rows: A is m x k, B is k x n, C is m x n. */
struct product {
    size_t m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
};

/* A block's part of C is tile `blockIdx.x`, counted along the rows of C: a
 * grid's y is too short for a million rows. */
struct tile {
    size_t row, column; /* of its first element */
};

template <int ROWS, int COLUMNS>
static __device__ struct tile tile_of_block(const struct product &p)
{
    const unsigned across = unsigned(ceil_div(p.n, size_t(COLUMNS)));
    return { size_t(blockIdx.x / across) * ROWS,
             size_t(blockIdx.x % across) * COLUMNS };
}

/* C is not read when beta is 0: it may hold anything then (BLAS). */
static __device__ void store(const struct product &p, size_t row,
                             size_t column, float sum)
{
    float *c = p.c + row * p.n + column;
    *c = p.beta == 0 ? p.alpha * sum : p.alpha * sum + p.beta * *c;
}

#endif

/* product.cuh - what every sgemm kernel is given, and how it ends. */
#ifndef TETRAD_CUDA_SGEMM_PRODUCT_CUH
#define TETRAD_CUDA_SGEMM_PRODUCT_CUH

#include <cstdint>

#include "parts/launch.cuh"

/* C = alpha A B + beta C by rows: A is m x k, B is k x n, C is m x n. From a
 * row of A or B to the next there are `pitch` floats: more than it has where
 * best has copied it, which the other kernels need not know. */
struct product {
    size_t m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
    size_t a_pitch, b_pitch;
};

/* Steps of a tile along K, at least one. The last ends where K does; so only
 * the first may be short, and copies within a loop have no conditions. Up to
 * `few` before whole steps have none. */
static inline __host__ __device__ unsigned steps_in(size_t k, unsigned depth,
                                                    unsigned few)
{
    const size_t steps = k / depth + (k % depth > few);
    return unsigned(steps ? steps : 1);
}

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

/* An element of C, of its sum and what it was: nothing when beta is 0, for
 * then C is not read and may hold anything (BLAS). */
static __device__ float ended(const product &p, float sum, float old)
{
    return p.beta == 0 ? p.alpha * sum : p.alpha * sum + p.beta * old;
}

static __device__ void store(const struct product &p, size_t row,
                             size_t column, float sum)
{
    float *c = p.c + row * p.n + column;
    *c = ended(p, sum, p.beta == 0 ? 0 : *c);
}

/* Whether fours of a row of C are 16 bytes that a thread may store at once. */
static __device__ bool is_whole(const struct product &p)
{
    return p.n % 4 == 0 && uintptr_t(p.c) % sizeof(float4) == 0;
}

/* As far as they are in C; `column` is a multiple of 4. */
static __device__ void store_four(const struct product &p, size_t row,
                                  size_t column, float4 sum)
{
    if (row >= p.m || column >= p.n)
        return;
    if (is_whole(p)) {
        float4 *const c = reinterpret_cast<float4 *>(p.c + row * p.n + column);
        const float4 old = p.beta == 0 ? float4{ 0, 0, 0, 0 } : *c;
        *c = { ended(p, sum.x, old.x), ended(p, sum.y, old.y),
               ended(p, sum.z, old.z), ended(p, sum.w, old.w) };
        return;
    }
    const float each[4] = { sum.x, sum.y, sum.z, sum.w };
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (column + j < p.n)
            store(p, row, column + j, each[j]);
}

#endif

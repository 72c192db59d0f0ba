/* naive.cuh - a thread an element of C, every operand from global memory.
 *
 * Threads of a row of the block read one element of A and neighbours of B and
 * C, so loads and stores coalesce. 256 threads a block; 8 bytes asked for a
 * multiplication, most of which the L1 cache serves. */
#ifndef TETRAD_CUDA_SGEMM_NAIVE_CUH
#define TETRAD_CUDA_SGEMM_NAIVE_CUH

#include "product.cuh"

template <int TILE>
static __global__ void __launch_bounds__(TILE *TILE)
    sgemm_naive(struct product p)
{
    const struct tile tile = tile_of_block<TILE, TILE>(p);
    const size_t row = tile.row + threadIdx.y;
    const size_t column = tile.column + threadIdx.x;
    float sum = 0;

    if (row >= p.m || column >= p.n)
        return;
    for (size_t k = 0; k < p.k; k++)
        sum += p.a[row * p.k + k] * p.b[k * p.n + column];
    store(p, row, column, sum);
}

#endif

/* tiled.cuh - a block goes through K in tiles that its threads share.
 *
 * Each thread loads one element of a TILE x TILE tile of A and of B into
 * shared memory and adds TILE products to its one element of C. TILE * TILE
 * threads a block; 8 / TILE bytes of global memory a multiplication, and 8 of
 * shared memory, free of bank conflicts: a warp reads A's tile as a broadcast
 * and B's along a row. Outside the matrices tiles hold zeros. */
#ifndef TETRAD_CUDA_SGEMM_TILED_CUH
#define TETRAD_CUDA_SGEMM_TILED_CUH

#include "product.cuh"

template <int TILE>
static __global__ void __launch_bounds__(TILE *TILE)
    sgemm_tiled(struct product p)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const struct tile tile = tile_of_block<TILE, TILE>(p);
    const size_t row = tile.row + y, column = tile.column + x;
    float sum = 0;

    for (size_t k = 0; k < p.k; k += TILE) {
        const bool in_a = row < p.m && k + x < p.k;
        const bool in_b = k + y < p.k && column < p.n;
        a[y][x] = in_a ? p.a[row * p.k + k + x] : 0;
        b[y][x] = in_b ? p.b[(k + y) * p.n + column] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    if (row < p.m && column < p.n)
        store(p, row, column, sum);
}

#endif

/* register_tiled.cuh - a thread has 8 x 8 elements of C in registers: of 16
 * elements that it loads from shared memory it makes 64 products.
 *
 * A block of 256 threads goes through K in tiles of 8. A thread's rows and
 * columns are 16 apart, so that a warp reads 16 neighbours of B's tile and two
 * elements of A's, from different banks. Bytes a multiplication: 1/16 of
 * global memory, 1 of shared. */
#ifndef TETRAD_CUDA_SGEMM_REGISTER_TILED_CUH
#define TETRAD_CUDA_SGEMM_REGISTER_TILED_CUH

#include "product.cuh"

/* A thread's elements each way, and tiles along K. */
constexpr int OWN_SIDE = 8, TILE_DEPTH = 8;

template <int TILE>
static __global__ void __launch_bounds__(TILE *TILE / (OWN_SIDE * OWN_SIDE), 2)
    sgemm_register_tiled(struct product p)
{
    constexpr int SIDE = TILE / OWN_SIDE, THREADS = SIDE * SIDE;
    __shared__ float a[TILE][TILE_DEPTH + 1], b[TILE_DEPTH][TILE];
    const int x = threadIdx.x, y = threadIdx.y, t = y * SIDE + x;
    const struct tile tile = tile_of_block<TILE, TILE>(p);
    float sum[OWN_SIDE][OWN_SIDE] = {};

    for (size_t k = 0; k < p.k; k += TILE_DEPTH) {
        for (int i = t; i < TILE * TILE_DEPTH; i += THREADS) {
            const int down = i / TILE_DEPTH, along = i % TILE_DEPTH;
            const bool there = tile.row + down < p.m && k + along < p.k;
            a[down][along] =
                there ? p.a[(tile.row + down) * p.k + k + along] : 0;
        }
        for (int i = t; i < TILE * TILE_DEPTH; i += THREADS) {
            const int along = i / TILE, across = i % TILE;
            const bool there = k + along < p.k && tile.column + across < p.n;
            b[along][across] =
                there ? p.b[(k + along) * p.n + tile.column + across] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int step = 0; step < TILE_DEPTH; step++) {
            float across[OWN_SIDE];
#pragma unroll
            for (int j = 0; j < OWN_SIDE; j++)
                across[j] = b[step][x + j * SIDE];
#pragma unroll
            for (int i = 0; i < OWN_SIDE; i++) {
                const float down = a[y + i * SIDE][step];
#pragma unroll
                for (int j = 0; j < OWN_SIDE; j++)
                    sum[i][j] += down * across[j];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < OWN_SIDE; i++)
#pragma unroll
        for (int j = 0; j < OWN_SIDE; j++) {
            const size_t row = tile.row + y + i * SIDE;
            const size_t column = tile.column + x + j * SIDE;
            if (row < p.m && column < p.n)
                store(p, row, column, sum[i][j]);
        }
}

#endif

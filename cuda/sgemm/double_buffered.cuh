/* double_buffered.cuh - the next pair of tiles is on its way to registers
 * while the products of this one are added up, and there is room in shared
 * memory for both: one barrier a tile. Else as vectorized.cuh. */
#ifndef TETRAD_CUDA_SGEMM_DOUBLE_BUFFERED_CUH
#define TETRAD_CUDA_SGEMM_DOUBLE_BUFFERED_CUH

#include "vectorized.cuh"

template <int TILE>
static __global__ void __launch_bounds__(TILE *TILE / (OWN_SIDE * OWN_SIDE), 2)
    sgemm_double_buffered(struct product p)
{
    __shared__ __align__(16) tile_pair<TILE> pair[2];
    const struct tile tile = tile_of_block<TILE, TILE>(p);
    tile_part<TILE> next;
    tile_sums<TILE> sums = {};
    int now = 0;

    next.load(p, tile, 0);
    next.put(pair[now]);
    for (size_t k = 0; k < p.k; k += TILE_DEPTH, now ^= 1) {
        __syncthreads();
        next.load(p, tile, k + TILE_DEPTH);
        sums.add(pair[now]);
        next.put(pair[now ^ 1]);
    }
    sums.end(p, tile);
}

#endif

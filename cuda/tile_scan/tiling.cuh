/* tiling.cuh - what all variants of tile-scan share: the problem in the terms
 * of kernels. */
#ifndef TETRAD_CUDA_TILE_SCAN_TILING_CUH
#define TETRAD_CUDA_TILE_SCAN_TILING_CUH

#include "parts/launch.cuh"
#include "ops/tile_scan.h"

/* Elements of a tile, no longer than the array; 1 for an empty one. */
static inline size_t length_of(const struct job *job)
{
    const size_t n = count_of(job);
    const size_t length =
        static_cast<size_t>(job->problem->param[TILE_SCAN_PARAM_TILE].i);
    return length < n ? length : n > 0 ? n : 1;
}

#endif

/* tiling.cuh - what all variants of tile-scan share: the problem in the terms
 * of kernels, and its element types. */
#ifndef TETRAD_CUDA_TILE_SCAN_TILING_CUH
#define TETRAD_CUDA_TILE_SCAN_TILING_CUH

#include "parts/launch.cuh"
#include "ops/tile_scan.h"

static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

/* Elements of a tile, no longer than the array; 1 for an empty one. */
static inline size_t length_of(const struct job *job)
{
    const size_t n = count_of(job);
    const size_t length =
        static_cast<size_t>(job->problem->param[TILE_SCAN_PARAM_TILE].i);
    return length < n ? length : n > 0 ? n : 1;
}

/* launch(T()) for the T that adds the problem's type; integers wrap. */
template <class Launch>
static enum status by_type(const struct job *job, Launch launch)
{
    switch (job->problem->in[0].type) {
    case ELEM_F32: return launch(float());
    case ELEM_F64: return launch(double());
    case ELEM_I64: return launch(uint64_t());
    default: return launch(uint32_t());
    }
}

#endif

/* scan.cuh - what the library calls for scan share: the job's parameters, and
 * how sums round. */
#ifndef TETRAD_CUDA_CUB_SCAN_CUH
#define TETRAD_CUDA_CUB_SCAN_CUH

#include "call.cuh"
#include "ops/scan.h"

static inline bool sums(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_OPERATOR].i == SCAN_SUM;
}

static inline bool exclusive_of(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE;
}

/* A safe bound from CUB's policies, which Thrust's scans share. A tile has at
 * least TILE_BYTES; each may add once more to the prefix that a later one
 * looks back for. Inside a tile come, for its sum and again for its results, a
 * thread's items, a scan over the warp and a pass over the warps. */
static inline double scan_depth(const struct job *job)
{
    enum { TILE_BYTES = 128 * 7 * 8, ITEMS = 24, BLOCK = 5 + 20 };
    const double n = static_cast<double>(count_of(job));
    const double tiles = 1 +
        n * static_cast<double>(elem_size(job->problem->type)) / TILE_BYTES;

    return tiles + 2 * (ITEMS + BLOCK) + 2;
}

#endif

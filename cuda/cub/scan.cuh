/* scan.cuh - what the library calls for scan share: the job's parameters. */
#ifndef TETRAD_CUDA_CUB_SCAN_CUH
#define TETRAD_CUDA_CUB_SCAN_CUH

#include "call.cuh"
#include "cub.h"
#include "ops/scan.h"

static inline bool sums(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_OPERATOR].i == SCAN_SUM;
}

static inline bool exclusive_of(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE;
}

#endif

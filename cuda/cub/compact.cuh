/* compact.cuh - what the library calls for compact share: the predicate. */
#ifndef TETRAD_CUDA_CUB_COMPACT_CUH
#define TETRAD_CUDA_CUB_COMPACT_CUH

#include "call.cuh"
#include "ops/compact.h"

template <class T>
struct exceeds {
    T threshold;

    explicit exceeds(const struct job *job)
    {
        compact_threshold(job->problem, &threshold);
    }
    __host__ __device__ bool operator()(const T &x) const
    {
        return x > threshold;
    }
};

#endif

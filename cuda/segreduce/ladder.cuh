/* ladder.cuh - what the rungs share: the types and the segments.
 *
 * They add i32, f32 and f64; i32 as unsigned, so that it wraps. A kernel
 * takes the elements and the segments and writes a sum a segment. */
#ifndef TETRAD_CUDA_SEGREDUCE_LADDER_CUH
#define TETRAD_CUDA_SEGREDUCE_LADDER_CUH

#include "parts/launch.cuh"
#include "segreduce/cut.cuh"

constexpr int LADDER_THREADS = 256;

static inline segments segments_of(const struct job *job)
{
    return { input<uint64_t>(job, 1), job->problem->in[1].count - 1,
             job->problem->in[0].count };
}

/* launch(T()) for the T that adds the problem's type. */
template <class Launch>
static enum status by_type(const struct job *job, Launch launch)
{
    switch (job->problem->in[0].type) {
    case ELEM_F32: return launch(float());
    case ELEM_F64: return launch(double());
    default: return launch(uint32_t());
    }
}

#endif

/* ladder.cuh - what the rungs of segscan share: types and heads.
 *
 * They add i32, f32 and f64; i32 as unsigned, so that it wraps. Heads are a
 * byte an element: the input's flags, or made of offsets in scratch. */
#ifndef TETRAD_CUDA_SEGSCAN_LADDER_CUH
#define TETRAD_CUDA_SEGSCAN_LADDER_CUH

#include "ops/segscan.h"
#include "segscan/sweep.cuh"

static inline bool exclusive_of(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE;
}

static inline bool by_offsets(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_BY].i == SEGSCAN_OFFSETS;
}

/* --- heads ---------------------------------------------------------------- */

/* Bytes of scratch for heads made of offsets, the last of a rung's. */
static inline size_t made_bytes(const struct job *job)
{
    return by_offsets(job) ? count_of(job) : 0;
}

/* Sets `heads` to a byte an element: the input's, or `made` in the run. */
static enum status heads_of(const struct job *job, void *made,
                            const head *&heads)
{
    if (!by_offsets(job)) {
        heads = input<head>(job, 1);
        return STATUS_OK;
    }
    heads = static_cast<head *>(made);
    return make_heads(job, input<uint64_t>(job, 1),
                      job->problem->in[1].count - 1, count_of(job),
                      static_cast<head *>(made));
}

#endif

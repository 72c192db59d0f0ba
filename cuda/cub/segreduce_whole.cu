/* segreduce_whole.cu - segreduce of one segment, which is a reduce: the call of
 * cub::DeviceReduce in reduce_device.cuh. */
#include "ops/segreduce.h"
#include "reduce.cuh"

LAUNCHER(cub_segreduce_whole);

static enum status call(struct ask &ask)
{
    switch (ask.job->problem->param[SEGREDUCE_PARAM_OPERATOR].i) {
    case SEGREDUCE_MIN: return cub_reduce_by(ask, REDUCE_MIN);
    case SEGREDUCE_MAX: return cub_reduce_by(ask, REDUCE_MAX);
    default: return cub_reduce_by(ask, REDUCE_SUM);
    }
}

size_t cub_segreduce_whole_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_segreduce_whole(struct job *job)
{
    return run_asked(job, call);
}

double cub_segreduce_whole_depth(const struct job *job)
{
    return reduce_depth(job);
}

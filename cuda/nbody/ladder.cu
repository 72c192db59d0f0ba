/* ladder.cu - launching the rungs: a thread a body. */
#include "cuda.h"
#include "parts/launch.cuh"

constexpr int RUNG_THREADS = 256;

#include "nbody/rungs.def"

LAUNCHER(cuda_nbody_ladder);

enum status cuda_nbody_ladder(struct job *job)
{
    static void (*const kernels[])(bodies, pulls) = {
#define RUNG(kernel, ...) kernel,
#include "nbody/rungs.def"
    };
    const bodies b(job);
    if (b.n == 0)
        return STATUS_OK;
    kernels[job->variant->step - 1]<<<blocks_for(b.n, RUNG_THREADS),
                                      RUNG_THREADS, 0, stream_of(job)>>>(
        b, pulls(job));
    return cuda_launched(job, job->variant->name);
}

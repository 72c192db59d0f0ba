/* crowd_planted.cu - variants that are right alone, or seem so, and wrong in
 * company: what company.c must see. */
#include "crowd.h"
#include "crowd_look.cuh"
#include "parts/launch.cuh"
#include "problem.h"

constexpr int MEET_THREADS = 1024;
constexpr unsigned long long MEET_NS = 10000000000; /* a GPU must not hang */
constexpr unsigned long long SHARE_NS = 50000;      /* longer than a launch */

size_t crowd_word(const struct job *job)
{
    (void)job;
    return sizeof(unsigned);
}

static unsigned *scratch_word(const struct job *job)
{
    return static_cast<unsigned *>(job->scratch);
}

/* What the kernel leaves in the first word is then the whole result. */
static enum status clear_outputs(const struct job *job)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < job->problem->out_count && !status; i++)
        status = cuda_status(
            job,
            cudaMemsetAsync(job->out[i], 0, array_bytes(&job->problem->out[i]),
                            stream_of(job)),
            "clearing an output");
    return status;
}

/* A barrier over a grid that fills an idle GPU, and no more than that. */
static __global__ void meet(unsigned *arrived)
{
    const unsigned long long begin = nanoseconds();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (look(arrived) < gridDim.x && nanoseconds() - begin < MEET_NS)
            ;
    }
    __syncthreads();
}

enum status crowd_run_meeting(struct job *job)
{
    const struct device *device = job->device;
    enum status status = clear_outputs(job);
    if (!status)
        status = fresh_scratch(job, sizeof(unsigned));
    if (status)
        return status;
    meet<<<unsigned(device->sms * (device->max_threads_per_sm / MEET_THREADS)),
           MEET_THREADS, 0, stream_of(job)>>>(scratch_word(job));
    return cuda_launched(job, "meet");
}

static __device__ unsigned shared_by_runs;

/* One thread: leaves its own number, unless another run came in between. */
static __global__ void share(unsigned *result, unsigned number)
{
    const unsigned long long begin = nanoseconds();
    atomicExch(&shared_by_runs, number);
    while (nanoseconds() - begin < SHARE_NS)
        ;
    *result = look(&shared_by_runs);
}

enum status crowd_run_sharing(struct job *job)
{
    const enum status status = clear_outputs(job);
    if (status)
        return status;
    share<<<1, 1, 0, stream_of(job)>>>(
        output<unsigned>(job),
        unsigned(reinterpret_cast<uintptr_t>(job->out[0]) >> 8));
    return cuda_launched(job, "share");
}

/* One thread. */
static __global__ void keep(unsigned *result, unsigned *kept)
{
    *result = ++*kept;
}

enum status crowd_run_keeping(struct job *job)
{
    const enum status status = clear_outputs(job);
    if (status)
        return status;
    keep<<<1, 1, 0, stream_of(job)>>>(output<unsigned>(job),
                                      scratch_word(job));
    return cuda_launched(job, "keep");
}

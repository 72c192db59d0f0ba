/* crowd_planted.cu - variants that are right alone, or seem so, and wrong in
 * company: what company.c must see. */
#include "crowd.h"
#include "crowd_look.cuh"
#include "parts/launch.cuh"
#include "parts/overlap.cuh"
#include "problem.h"

constexpr int MEET_THREADS = 1024;
constexpr unsigned long long MEET_NS = 10000000000; /* a GPU must not hang */
constexpr unsigned long long SHARE_NS = 50000;      /* longer than a launch */

size_t crowd_words(const struct job *job)
{
    (void)job;
    return 2 * sizeof(unsigned);
}

static unsigned *scratch_words(const struct job *job)
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
           MEET_THREADS, 0, stream_of(job)>>>(scratch_words(job));
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
                                      scratch_words(job));
    return cuda_launched(job, "keep");
}

/* One thread: leaves the first word of its input, or what a launch of the same
 * number left, which must have been itself. */
static __global__ void number(unsigned *result, const unsigned *in,
                              unsigned *kept, unsigned launch)
{
    if (kept[0] != launch)
        kept[1] = *in;
    kept[0] = launch;
    *result = kept[1];
}

enum status crowd_run_numbered(struct job *job)
{
    static unsigned launches;
    const enum status status = clear_outputs(job);
    if (status)
        return status;
    number<<<1, 1, 0, stream_of(job)>>>(output<unsigned>(job),
                                        input<unsigned>(job),
                                        scratch_words(job), ++launches);
    return cuda_launched(job, "number");
}

/* One thread, and does not wait for what it overlaps with. */
static __global__ void tell(unsigned *kept, const unsigned *in)
{
    next_may_start();
    *kept = *in;
}

/* One thread. */
static __global__ void hear(unsigned *result, const unsigned *kept)
{
    const unsigned long long begin = nanoseconds();
    await_first();
    next_may_start();
    while (nanoseconds() - begin < SHARE_NS)
        ;
    *result = look(kept);
}

/* Of an output of one word. */
enum status crowd_run_overtaking(struct job *job)
{
    const unsigned *in = input<unsigned>(job);
    if (!is_hopper_code(hear))
        return fail(job->why, STATUS_MISSING,
                    "launches do not overlap on this GPU");
    const enum status status =
        launch_overlapped(job, "tell", tell, 1, 1, scratch_words(job), in);
    return status
        ? status
        : launch_overlapped(job, "hear", hear, 1, 1, output<unsigned>(job),
                            scratch_words(job));
}

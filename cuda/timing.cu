/* timing.cu - the place's clock: cold caches, and samples without host delay.
 *
 * Time is taken by events behind a blocking kernel: a sample's launches are
 * queued before the GPU may start the first, so that no delay of the host is
 * inside. A variant that waits for the GPU would wait for the blocking kernel
 * too, so it is timed without: between the same events, on an idle stream,
 * now holding the host's delays, which its callers meet as well. */
#include "launch.cuh"

/* The blocking kernel gives up after this: a queue that is full, or a module
 * that loads behind it, would otherwise wait for ever. Such a sample holds
 * delays of the host, so it is taken again with more patience, and fails if
 * even that was too little. */
constexpr unsigned long long GATE_NS = 100000000;
constexpr unsigned long long LAST_GATE_NS = 1000000000;
constexpr unsigned long long NO_GATE = 0;
/* Runs queued before the gate opens, far below the driver's queue length. */
constexpr int HEAD_START = 64;
constexpr int THREADS = 512;

/* --- kernels ------------------------------------------------------------- */

static __device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* One thread: ends when the host writes gate[0], or sets gate[1] and ends
 * after `patience` nanoseconds. */
static __global__ void wait_at_gate(volatile unsigned *gate,
                                    unsigned long long patience)
{
    const unsigned long long start = nanoseconds();
    while (!gate[0])
        if (nanoseconds() - start > patience) {
            gate[1] = 1;
            return;
        }
}

/* Grid-stride over `count` vectors of zeros; never stores. */
static __global__ void read_zeros(const uint4 *from, size_t count,
                                  unsigned *sink)
{
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    unsigned seen = 0;
#pragma unroll 4
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        const uint4 v = from[i];
        seen |= v.x | v.y | v.z | v.w;
    }
    if (seen)
        *sink = seen;
}

/* --- cold caches --------------------------------------------------------- */

enum status cuda_chill(struct device *device, struct reason *why)
{
    const size_t half = device->sweep_bytes / 2;
    const unsigned blocks =
        unsigned(device->sms * (device->max_threads_per_sm / THREADS));
    char *sweep = static_cast<char *>(device->sweep);
    const enum status status = cuda_fail(
        why, cudaMemsetAsync(sweep, 1, half, device->stream), "chilling");
    if (status)
        return status;
    read_zeros<<<blocks, THREADS, 0, device->stream>>>(
        reinterpret_cast<const uint4 *>(sweep + half), half / sizeof(uint4),
        device->gate_device + 1);
    return cuda_fail(why, cudaGetLastError(), "read_zeros");
}

/* --- time ---------------------------------------------------------------- */

static enum status queue_runs(const struct variant *variant, struct job *job,
                              int repeats)
{
    struct device *device = job->device;
    enum status status = cuda_status(
        job, cudaEventRecord(device->begin, device->stream), "timing");
    for (int i = 0; i < repeats && !status; i++) {
        status = variant->run(job);
        if (i == HEAD_START)
            device->gate[0] = 1;
    }
    return status ? status
                  : cuda_status(job, cudaEventRecord(device->end,
                                                     device->stream),
                                "timing");
}

/* One sample behind a gate of that many nanoseconds, or NO_GATE; *gave_up: they
 * ran out before the host was done. */
static enum status time_runs(const struct variant *variant, struct job *job,
                             int repeats, unsigned long long patience,
                             double *seconds, bool *gave_up)
{
    struct device *device = job->device;
    float ms = 0;
    device->gate[0] = device->gate[1] = 0;
    enum status status = STATUS_OK;
    if (patience != NO_GATE) {
        wait_at_gate<<<1, 1, 0, device->stream>>>(device->gate_device,
                                                  patience);
        status = cuda_launched(job, "wait_at_gate");
    }
    if (!status)
        status = queue_runs(variant, job, repeats);
    device->gate[0] = 1;
    const enum status end =
        cuda_wait(device, variant->name, status ? NULL : job->why);
    if (!status)
        status = end;
    if (!status)
        status = cuda_status(job, cudaEventElapsedTime(&ms, device->begin,
                                                       device->end),
                             "timing");
    *gave_up = device->gate[1] != 0;
    *seconds = ms * 1e-3;
    return status;
}

/* Not so when an output starts as a copy of an input: the place cannot make
 * that copy again. */
static bool can_run_again(const struct problem *problem)
{
    for (int i = 0; i < problem->out_count; i++)
        if (problem->out[i].from >= 0)
            return false;
    return true;
}

/* What went before has warmed the caches. Whether the sample is a cold one is
 * the caller's to know: one that runs but once may be, and chilling is not
 * timed. */
static enum status time_again(const struct variant *variant, struct job *job,
                              int repeats, double *seconds, bool *gave_up)
{
    struct device *device = job->device;
    enum status status = STATUS_OK;
    if (repeats == 1)
        status = cuda_chill(device, job->why);
    if (!status)
        status = cuda_wait(device, "before the sample", job->why);
    return status ? status
                  : time_runs(variant, job, repeats, LAST_GATE_NS, seconds,
                              gave_up);
}

enum status cuda_sample(struct device *device, const struct variant *variant,
                        struct job *job, int repeats, bool guarded,
                        double *seconds)
{
    const bool again = can_run_again(job->problem);
    const unsigned long long patience =
        !guarded || variant->waits ? NO_GATE : again ? GATE_NS : LAST_GATE_NS;
    bool gave_up = false;
    enum status status = cuda_wait(device, "before the sample", job->why);
    if (!status)
        status = time_runs(variant, job, repeats, patience, seconds,
                           &gave_up);
    if (!status && gave_up && again)
        status = time_again(variant, job, repeats, seconds, &gave_up);
    if (!status && gave_up)
        status = fail(job->why, STATUS_DEVICE, "no true time: the host took "
                      "more than %.0f s to launch %s", LAST_GATE_NS * 1e-9,
                      variant->name);
    return status;
}

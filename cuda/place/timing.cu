/* timing.cu - the meter's samples: cold caches, and no delay of the host.
 *
 * Time is taken by events behind a blocking kernel: a sample's launches and
 * copies are queued before the GPU may start the first, so that no delay of
 * the host is inside. What waits for the GPU would wait for the blocking
 * kernel too, as would a module that loads: it is timed without, between the
 * same events, on an idle stream, and its time holds the host's delays, which
 * its callers meet as well. The SM clock is watched on either side, outside
 * the events. */
#include <cstring>

#include "parts/launch.cuh"
#include "place/backend.h"
#include "problem.h"

/* The blocking kernel gives up after this: a queue that is full, or a module
 * that loads behind it, would otherwise wait for ever. Such a sample holds
 * delays of the host, so it is taken again with more patience, and fails if
 * even that was too little. */
constexpr unsigned long long GATE_NS = 100000000;
constexpr unsigned long long LAST_GATE_NS = 1000000000;
constexpr unsigned long long NO_GATE = 0;
/* Runs behind one gate, far below the driver's queue length: a sample of more
 * is taken in pieces, so that each is queued before the first begins. */
constexpr int MOST_QUEUED = 64;
constexpr int THREADS = 512;

/* --- kernels ------------------------------------------------------------- */

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

/* Lines that a run asked L2 to keep (kept.cuh) outlive both passes of the
 * sweep: on an H200 all of 4 MiB did, of 16 MiB two thirds. Lines of a finished
 * run only: takes effect at once. */
static enum status forget_kept(struct reason *why)
{
    const cudaError_t error = cudaCtxResetPersistingL2Cache();
    if (error != cudaErrorNotSupported)
        return cuda_fail(why, error, "resetting what L2 keeps");
    cudaGetLastError(); /* a GPU that keeps none */
    return STATUS_OK;
}

enum status cuda_sweep(struct device *device, struct reason *why)
{
    const size_t half = device->own->sweep_bytes / 2;
    const unsigned blocks =
        unsigned(device->sms * (device->max_threads_per_sm / THREADS));
    char *sweep = static_cast<char *>(device->own->sweep);
    enum status status = forget_kept(why);
    if (!status)
        status = cuda_fail(
            why, cudaMemsetAsync(sweep, 1, half, device->stream), "flushing");
    if (status)
        return status;
    read_zeros<<<blocks, THREADS, 0, device->stream>>>(
        reinterpret_cast<const uint4 *>(sweep + half), half / sizeof(uint4),
        reinterpret_cast<unsigned *>(device->own->cell));
    return cuda_fail(why, cudaGetLastError(), "read_zeros");
}

/* --- what runs ----------------------------------------------------------- */

/* Inputs are constant to a run only: the memory is the caller's, who asks here
 * for it to be written. */
static enum status copy_in(const struct transfer *transfer,
                           const struct job *job, struct reason *why)
{
    const struct problem *problem = job->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < problem->in_count && !status; i++)
        status = cuda_fail(
            why,
            cudaMemcpyAsync(const_cast<void *>(job->in[i]), transfer->in[i],
                            array_bytes(&problem->in[i]),
                            cudaMemcpyHostToDevice, stream_of(job)),
            "copying an input to the GPU");
    return status;
}

static enum status copy_one_out(const struct transfer *transfer,
                                const struct job *job, int which, size_t bytes,
                                struct reason *why)
{
    return cuda_fail(why,
                     cudaMemcpyAsync(transfer->out[which], job->out[which],
                                     bytes, cudaMemcpyDeviceToHost,
                                     stream_of(job)),
                     "copying an output from the GPU");
}

/* Of a length that the data decided, as a program would: the length first,
 * then as many elements. A length beyond what fits is for the check to find. */
static enum status copy_counted_out(const struct transfer *transfer,
                                    const struct job *job, int which,
                                    struct reason *why)
{
    const struct array *array = &job->problem->out[which];
    uint64_t count;
    const enum status status = cuda_wait(job->device, "a length", why);
    if (status)
        return status;
    memcpy(&count, transfer->out[array_index(array->length_in)], sizeof count);
    return copy_one_out(transfer, job, which,
                        size_t(count < array->count ? count : array->count) *
                            elem_size(array->type),
                        why);
}

static enum status copy_out(const struct transfer *transfer,
                            const struct job *job, struct reason *why)
{
    const struct problem *problem = job->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < problem->out_count && !status; i++)
        if (!problem->out[i].length_in)
            status = copy_one_out(transfer, job, i,
                                  array_bytes(&problem->out[i]), why);
    for (int i = 0; i < problem->out_count && !status; i++)
        if (problem->out[i].length_in)
            status = copy_counted_out(transfer, job, i, why);
    return status;
}

static enum status run_once(const struct batch *batch, struct job *job,
                            struct reason *why)
{
    const struct transfer *transfer = batch->transfer;
    enum status status = STATUS_OK;
    if (transfer)
        status = copy_in(transfer, job, why);
    if (!status)
        status = batch->variant->run(job);
    if (!status && transfer && transfer->out[0])
        status = copy_out(transfer, job, why);
    return status;
}

/* Copies take places in the driver's queue, too. */
static int most_queued(const struct batch *batch)
{
    const struct problem *problem = batch->jobs->problem;
    return batch->transfer
        ? MOST_QUEUED / (1 + problem->in_count + problem->out_count)
        : MOST_QUEUED;
}

static enum status queue_runs(struct device *device, const struct batch *batch,
                              struct reason *why)
{
    enum status status = cuda_fail(
        why, cudaEventRecord(device->own->begin, device->stream), "timing");
    if (batch->profile)
        batch->profile->count = 0;
    for (int k = 0; k < batch->repeats && !status; k++) {
        const int which = (batch->repeats - 1 - k) % batch->job_count;
        status = run_once(batch, &batch->jobs[which], why);
    }
    return status
        ? status
        : cuda_fail(why, cudaEventRecord(device->own->end, device->stream),
                    "timing");
}

/* --- time ---------------------------------------------------------------- */

/* What comes before the begin event. Without a gate the stream must be idle
 * again, or the tick would be a gate. */
static enum status begin_watch(struct device *device,
                               unsigned long long patience, struct reason *why)
{
    if (patience != NO_GATE)
        return cuda_shut_gate(device, patience, why);
    device->own->gate->gave_up = 0;
    const enum status status = cuda_tick(device, 0, why);
    return status ? status : cuda_wait(device, "before the sample", why);
}

/* Waits for what was queued, unless `status` says that it failed, and tells
 * what it took. */
static enum status end_runs(struct device *device, const struct batch *batch,
                            enum status status, double *seconds,
                            struct reason *why)
{
    float ms = 0;
    const enum status end =
        cuda_wait(device, batch->variant->name, status ? NULL : why);
    if (!status)
        status = end;
    if (!status)
        status = cuda_fail(
            why,
            cudaEventElapsedTime(&ms, device->own->begin, device->own->end),
            "timing");
    *seconds = ms * 1e-3;
    return status;
}

/* Runs behind a gate of that many nanoseconds, or NO_GATE; *gave_up: they ran
 * out before the host was done. */
static enum status time_runs(struct device *device, const struct batch *batch,
                             unsigned long long patience,
                             struct timing *timing, bool *gave_up,
                             struct reason *why)
{
    enum status status = begin_watch(device, patience, why);
    if (!status)
        status = queue_runs(device, batch, why);
    if (!status)
        status = cuda_tick(device, 1, why);
    cuda_open_gate(device);
    status = end_runs(device, batch, status, &timing->seconds, why);
    if (!status && batch->profile)
        status = cuda_tell_borders(device, batch->profile, why);
    if (status)
        return status;
    *gave_up = device->own->gate->gave_up != 0;
    cuda_tell_clock(device, timing);
    return STATUS_OK;
}

/* Without a gate and ticks: they would spin away the turns of all processes
 * that share the GPU. */
static enum status run_roughly(struct device *device,
                               const struct batch *batch,
                               struct timing *timing, struct reason *why)
{
    enum status status = cuda_wait(device, "before the run", why);
    if (!status)
        status = queue_runs(device, batch, why);
    return end_runs(device, batch, status, &timing->seconds, why);
}

/* The batch, in pieces that can be queued. Its clock is the last one's. */
static enum status time_pieces(struct device *device,
                               const struct batch *batch,
                               unsigned long long patience,
                               struct timing *timing, bool *gave_up,
                               struct reason *why)
{
    struct batch piece = *batch;
    double seconds = 0;
    bool slow = false;
    enum status status = STATUS_OK;
    *gave_up = false;
    for (int left = batch->repeats; left > 0 && !status && !*gave_up;
         left -= piece.repeats) {
        const int most = patience == NO_GATE ? left : most_queued(batch);
        piece.repeats = left < most ? left : most;
        status = time_runs(device, &piece, patience, timing, gave_up, why);
        seconds += timing->seconds;
        slow = slow || timing->slow;
    }
    timing->seconds = seconds;
    timing->slow = slow;
    return status;
}

/* Not so when an output starts as a copy of an input: the place cannot make
 * that copy again, but for a transfer that does. */
static bool can_run_again(const struct batch *batch)
{
    return batch->transfer || !problem_refreshes(batch->jobs->problem);
}

/* What went before has warmed the caches. */
static enum status time_again(struct device *device, const struct batch *batch,
                              struct timing *timing, bool *gave_up,
                              struct reason *why)
{
    enum status status = STATUS_OK;
    if (batch->cold)
        status = cuda_sweep(device, why);
    if (!status)
        status = cuda_wait(device, "before the sample", why);
    return status
        ? status
        : time_pieces(device, batch, LAST_GATE_NS, timing, gave_up, why);
}

static unsigned long long patience_for(const struct batch *batch, bool again)
{
    const struct transfer *transfer = batch->transfer;
    const bool waits =
        transfer && transfer->out[0] && problem_counts(batch->jobs->problem);
    if (!batch->loaded || batch->steady || batch->variant->traits & WAITS ||
        waits || (transfer && !transfer->pinned))
        return NO_GATE;
    return again ? GATE_NS : LAST_GATE_NS;
}

enum status cuda_sample(struct device *device, const struct batch *batch,
                        struct timing *timing, struct reason *why)
{
    const bool again = can_run_again(batch);
    bool gave_up = false;
    if (batch->rough)
        return run_roughly(device, batch, timing, why);
    enum status status = batch->steady ? STATUS_OK : cuda_wake(device, why);
    if (!status && !batch->cold && !batch->beside)
        status = forget_kept(why); /* of the row that ran before */
    if (!status)
        status = cuda_wait(device, "before the sample", why);
    if (!status)
        status = time_pieces(device, batch, patience_for(batch, again), timing,
                             &gave_up, why);
    if (!status && gave_up && again)
        status = time_again(device, batch, timing, &gave_up, why);
    if (!status && gave_up)
        status = fail(why, STATUS_DEVICE,
                      "no true time: the host took "
                      "more than %.0f s to launch %s",
                      LAST_GATE_NS * 1e-9, batch->variant->name);
    return status;
}

/* crowd.cu - multiprocessors held, two runs let go at once, a run captured.
 *
 * Multiprocessors are held by a grid that fills the whole GPU, two blocks a
 * multiprocessor, each with half of its threads and shared memory. Once all
 * blocks are there, those on multiprocessors that are not to be held leave.
 * So each held one is full, whatever else wants to run there, and which blocks
 * share one is seen rather than guessed from the order of launches. */
#include <new>

#include "crowd.h"
#include "crowd_look.cuh"
#include "parts/launch.cuh"

constexpr int BLOCKS = 2;           /* a multiprocessor */
constexpr unsigned MOST_IDS = 4096; /* numbers of multiprocessors: %smid */
constexpr unsigned NAP_NS = 500;    /* between two looks at L2 */
constexpr int SHARED_GRAIN = 128;   /* bytes: allocations round up to it */
constexpr unsigned long long GATHER_NS = 100000000; /* for blocks to arrive */
constexpr unsigned long long HOLD_NS = 2000000000;  /* never longer */

/* Mapped host memory. */
struct line {
    unsigned open;    /* by the host: the blocks, or runs, may go */
    unsigned holding; /* by the last block that stays: how many are held */
    unsigned gave_up; /* by it: HOLD_NS were over before that */
};

/* In GPU memory, zeros before each grid. */
struct hall {
    unsigned blocks;              /* that have arrived, */
    unsigned multiprocessors;     /* on so many, */
    unsigned staying;             /* of which so many hold theirs */
    unsigned open;                /* what `line` says, for all but one block */
    unsigned blocks_on[MOST_IDS]; /* by the multiprocessor's number */
    unsigned order[MOST_IDS];     /* in which it came first, from 0 */
};

struct crowd {
    const struct device *device;
    cudaStream_t stream;
    cudaEvent_t start;
    volatile struct line *line;
    struct line *line_device;
    struct hall *hall;
    int threads; /* a block that holds: half of a multiprocessor */
    int shared;  /* bytes, likewise */
};

/* --- kernels ------------------------------------------------------------- */

static __device__ unsigned multiprocessor()
{
    unsigned id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id % MOST_IDS;
}

/* Counts the calling block in; whether all blocks are there at once. */
static __device__ bool gather(struct hall *hall, unsigned id)
{
    const unsigned long long begin = nanoseconds();
    if (atomicAdd(&hall->blocks_on[id], 1) == 0)
        hall->order[id] = atomicAdd(&hall->multiprocessors, 1);
    __threadfence();
    atomicAdd(&hall->blocks, 1);
    while (look(&hall->blocks) < gridDim.x)
        if (nanoseconds() - begin > GATHER_NS)
            return false;
    __threadfence();
    return look(&hall->multiprocessors) == gridDim.x / BLOCKS &&
        look(&hall->blocks_on[id]) == BLOCKS;
}

/* Until the line opens. One block looks at host memory, as the others would
 * crowd the link, which launches need. */
static __device__ void stay(struct hall *hall, volatile struct line *line,
                            unsigned held)
{
    const unsigned long long begin = nanoseconds();
    const bool last = atomicAdd(&hall->staying, 1) + 1 == BLOCKS * held;
    bool open = false, late = false;
    if (last)
        line->holding = held;
    while (!open && !late) {
        __nanosleep(NAP_NS);
        open = last ? line->open : look(&hall->open);
        late = nanoseconds() - begin > HOLD_NS;
    }
    if (last && open)
        atomicExch(&hall->open, 1);
    else if (last)
        line->gave_up = 1;
}

/* BLOCKS a multiprocessor; those on the first `held` stay. */
static __global__ void hold_some(struct hall *hall, volatile struct line *line,
                                 unsigned held)
{
    if (threadIdx.x == 0) {
        const unsigned id = multiprocessor();
        if (gather(hall, id) && look(&hall->order[id]) < held)
            stay(hall, line, held);
    }
    __syncthreads();
}

/* One thread. */
static __global__ void wait_for_start(volatile struct line *line)
{
    const unsigned long long begin = nanoseconds();
    while (!line->open && nanoseconds() - begin < HOLD_NS)
        ;
}

/* --- opening and closing ------------------------------------------------- */

/* Half of a multiprocessor, so that BLOCKS blocks leave nothing of it. */
static enum status measure(struct crowd *c, struct reason *why)
{
    int fit = 0;
    c->threads = c->device->max_threads_per_sm / BLOCKS;
    c->shared = cuda_attribute(c->device,
                               cudaDevAttrMaxSharedMemoryPerMultiprocessor) /
            BLOCKS -
        cuda_attribute(c->device, cudaDevAttrReservedSharedMemoryPerBlock);
    c->shared -= c->shared % SHARED_GRAIN;
    enum status status = cuda_fail(
        why,
        cudaFuncSetAttribute(
            hold_some, cudaFuncAttributeMaxDynamicSharedMemorySize, c->shared),
        "half of the shared memory");
    if (!status)
        status = cuda_fail(why,
                           cudaFuncSetAttribute(
                               hold_some,
                               cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared),
                           "all of the shared memory");
    if (!status)
        status = cuda_fail(why,
                           cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                               &fit, hold_some, c->threads, size_t(c->shared)),
                           "hold_some");
    if (!status && fit != BLOCKS)
        status = fail(why, STATUS_DEVICE,
                      "%d blocks of %d threads and %d bytes fit a "
                      "multiprocessor, not %d",
                      fit, c->threads, c->shared, BLOCKS);
    return status;
}

static cudaError_t acquire(struct crowd *c)
{
    void *line = nullptr;
    cudaError_t e =
        cudaStreamCreateWithFlags(&c->stream, cudaStreamNonBlocking);
    if (!e)
        e = cudaEventCreateWithFlags(&c->start, cudaEventDisableTiming);
    if (!e)
        e = cudaHostAlloc(&line, sizeof *c->line, cudaHostAllocMapped);
    c->line = static_cast<volatile struct line *>(line);
    if (!e)
        e = cudaHostGetDevicePointer(&c->line_device, line, 0);
    if (!e)
        e = cudaMalloc(&c->hall, sizeof *c->hall);
    return e;
}

static void close_crowd(struct crowd *c)
{
    if (!c)
        return;
    cudaFree(c->hall);
    cudaFreeHost(const_cast<struct line *>(c->line));
    if (c->start)
        cudaEventDestroy(c->start);
    if (c->stream)
        cudaStreamDestroy(c->stream);
    cudaGetLastError();
    delete c;
}

static enum status open_crowd(struct crowd **opened,
                              const struct device *device, struct reason *why)
{
    struct crowd *c = *opened = new (std::nothrow) struct crowd();
    if (!c)
        return fail(why, STATUS_MEMORY, "no memory");
    c->device = device;
    const enum status status = measure(c, why);
    return status ? status : cuda_fail(why, acquire(c), "opening the crowd");
}

/* --- holding ------------------------------------------------------------- */

static enum status shut(struct crowd *c, struct reason *why)
{
    c->line->open = c->line->holding = c->line->gave_up = 0;
    return cuda_fail(why,
                     cudaMemsetAsync(c->hall, 0, sizeof *c->hall, c->stream),
                     "emptying the hall");
}

static enum status wait_until_held(struct crowd *c, int multiprocessors,
                                   struct reason *why)
{
    while (int(c->line->holding) != multiprocessors) {
        const cudaError_t error = cudaStreamQuery(c->stream);
        if (error == cudaSuccess)
            return fail(why, STATUS_DEVICE,
                        "%d of %d multiprocessors could not be held",
                        multiprocessors, c->device->sms);
        if (error != cudaErrorNotReady)
            return cuda_fail(why, error, "hold_some");
    }
    cudaGetLastError();
    return STATUS_OK;
}

static enum status hold(struct crowd *c, int multiprocessors,
                        struct reason *why)
{
    enum status status = shut(c, why);
    if (status)
        return status;
    hold_some<<<unsigned(BLOCKS * c->device->sms), unsigned(c->threads),
                size_t(c->shared), c->stream>>>(c->hall, c->line_device,
                                                unsigned(multiprocessors));
    status = cuda_fail(why, cudaGetLastError(), "hold_some");
    return status ? status : wait_until_held(c, multiprocessors, why);
}

static enum status release(struct crowd *c, bool *held, struct reason *why)
{
    c->line->open = 1;
    const enum status status =
        cuda_fail(why, cudaStreamSynchronize(c->stream), "hold_some");
    *held = !c->line->gave_up;
    return status;
}

/* --- two at once --------------------------------------------------------- */

static enum status queue_start(struct crowd *c, const struct job *job,
                               struct reason *why)
{
    return cuda_fail(why, cudaStreamWaitEvent(stream_of(job), c->start, 0),
                     "waiting for the start");
}

static enum status queue_run(struct job *job, struct reason *why)
{
    const enum status run = job->variant->run(job);
    return run ? fail(why, run, "%s", job->why->text) : STATUS_OK;
}

static enum status wait_for(cudaStream_t stream, enum status before,
                            struct reason *why)
{
    const enum status status = cuda_fail(
        before ? nullptr : why, cudaStreamSynchronize(stream), "two at once");
    return before ? before : status;
}

/* Opens the line when all is queued. */
static enum status begin_line(struct crowd *c, struct reason *why)
{
    const enum status status = shut(c, why);
    if (status)
        return status;
    wait_for_start<<<1, 1, 0, c->stream>>>(c->line_device);
    const cudaError_t error = cudaGetLastError();
    return cuda_fail(why, error ? error : cudaEventRecord(c->start, c->stream),
                     "wait_for_start");
}

static enum status together(struct crowd *c, struct job *const pair[2],
                            struct reason *why)
{
    enum status status = begin_line(c, why);
    for (int i = 0; i < 2 && !status; i++) {
        status = queue_start(c, pair[i], why);
        if (!status)
            status = queue_run(pair[i], why);
    }
    c->line->open = 1;
    for (int i = 0; i < 2; i++)
        status = wait_for(stream_of(pair[i]), status, why);
    return wait_for(c->stream, status, why);
}

static enum status in_turns(struct crowd *c, struct job *const pair[2],
                            int turns, struct reason *why)
{
    enum status status = begin_line(c, why);
    if (!status)
        status = queue_start(c, pair[0], why);
    /* Nothing between them, with which none would overlap with the next. */
    for (int i = 0; i < turns && !status; i++)
        status = queue_run(pair[i % 2], why);
    c->line->open = 1;
    status = wait_for(stream_of(pair[0]), status, why);
    return wait_for(c->stream, status, why);
}

/* --- graphs -------------------------------------------------------------- */

static enum status instantiate(cudaGraph_t graph, void **made,
                               struct reason *why)
{
    cudaGraphExec_t exec = nullptr;
    const enum status status =
        cuda_fail(why, cudaGraphInstantiate(&exec, graph, 0), "instantiating");
    cudaGraphDestroy(graph);
    *made = exec;
    return status;
}

/* In the strictest mode: whatever could not be part of a graph is an error. */
static enum status capture(struct job *job, void **made, struct reason *why)
{
    cudaGraph_t graph = nullptr;
    *made = nullptr;
    enum status status = cuda_fail(
        why,
        cudaStreamBeginCapture(stream_of(job), cudaStreamCaptureModeGlobal),
        "capturing");
    if (status)
        return status;
    const enum status run = job->variant->run(job);
    status = cuda_fail(why, cudaStreamEndCapture(stream_of(job), &graph),
                       "the end of capturing");
    if (run)
        status = fail(why, run, "captured: %s", job->why->text);
    if (!status)
        return instantiate(graph, made, why);
    if (graph)
        cudaGraphDestroy(graph);
    return status;
}

static enum status replay(struct job *job, void *graph, struct reason *why)
{
    const enum status status = cuda_fail(
        why,
        cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph), stream_of(job)),
        "launching a graph");
    return status
        ? status
        : cuda_fail(why, cudaStreamSynchronize(stream_of(job)), "replaying");
}

static void forget(void *graph)
{
    if (graph)
        cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph));
}

const struct crowding crowding = {
    .open = open_crowd,
    .close = close_crowd,
    .hold = hold,
    .release = release,
    .together = together,
    .in_turns = in_turns,
    .capture = capture,
    .replay = replay,
    .forget = forget,
};

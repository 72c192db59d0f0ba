/* host_roofs.c - what this CPU's memory and FP units reach.
 *
 * A pass walks arrays past the last-level cache in chunks, a few times over
 * parts of the arrays; the median counts. Random accesses are in
 * host_random.c. */
#include "host/host.h"

#include <math.h>

#include "base/stats.h"
#include "host/host_loops.h"
#include "host/host_random.h"
#include "host/host_walk.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "host/system.h"

enum {
    CHUNK = 256 << 10, /* bytes a thread claims at a time */
    BURSTS = 256,      /* runs of an FMA loop, a thread and pass */
    PIECES = 4,        /* of a pass of one core, or of arithmetic */
    MOST_PIECES = 16,
    LOOPS = 16,  /* of a kind, at most */
    TRIES = 2,   /* of each loop and phase, of which the best counts */
    PHASES = 2,  /* of the output in its page, of which the worst: */
    PHASE = 256, /* as far as the input in its, and so much further */
    PAGE = 4096,
    TRIAL_PART = 4 /* a try takes this part of a pass */
};
static const size_t BYTES = (size_t)1 << 30;  /* of an array, as 2^28 f32 */
static const size_t PIECE = (size_t)64 << 20; /* of a pass, a thread */

/* A loop over bytes of the arrays, or as many runs of one without. */
struct task {
    const struct host_loop *loop;
    char *to;
    const char *from;
    size_t bytes; /* of an array; of an FMA loop 0 */
};

/* Kept from one pass to the next; there is one host. */
static struct {
    char *from, *to; /* NULL: not yet */
    size_t bytes;    /* of each */
    const struct host_loop *chosen[SCOPE_CORES + 1][ROOF_FMA + 1];
} roofs;

/* --- one walk ------------------------------------------------------------- */

static uint64_t run_chunk(const void *context, size_t chunk)
{
    const struct task *t = context;
    const size_t at = chunk * CHUNK, left = t->bytes - at;
    if (!t->bytes)
        return t->loop->run(NULL, NULL, 0);
    return t->loop->run(t->to ? t->to + at : NULL,
                        t->from ? t->from + at : NULL,
                        left < CHUNK ? left : CHUNK);
}

static struct host_work work_of_bytes(const struct task *task)
{
    return (struct host_work){ run_chunk, task,
                               (task->bytes + CHUNK - 1) / CHUNK };
}

static int threads_of(enum scope scope)
{
    return scope == SCOPE_CORE ? 1 : parallel_threads();
}

/* --- passes --------------------------------------------------------------- */

/* What a pass goes over: bytes of the arrays from `from` and `to` on, or so
 * many bursts a thread. */
struct stretch {
    size_t from, to, bytes;
};

/* One cold pass. */
static enum status pass(struct device *host, const struct host_loop *loop,
                        enum scope scope, struct stretch s, double *seconds,
                        struct reason *why)
{
    const int threads = threads_of(scope);
    const bool memory = !(loop->flops > 0);
    const struct task task = {
        .loop = loop,
        .from = memory && roofs.from ? roofs.from + s.from : NULL,
        .to = memory && roofs.to ? roofs.to + s.to : NULL,
        .bytes = memory ? s.bytes : 0
    };
    const struct host_work work = memory
        ? work_of_bytes(&task)
        : (struct host_work){ run_chunk, &task, s.bytes * (size_t)threads };
    const struct span spans[] = { { task.from, task.from ? s.bytes : 0 },
                                  { task.to, task.to ? s.bytes : 0 } };
    const enum status status =
        memory ? host_meter.flush(host, spans, 2, why) : STATUS_OK;
    if (!status)
        *seconds = host_walk_seconds(&work, threads);
    return status;
}

static double work_of(const struct host_loop *loop, enum roof_kind kind,
                      enum scope scope, size_t bytes)
{
    if (kind == ROOF_FMA)
        return loop->flops * (double)bytes * threads_of(scope);
    return (double)bytes * (kind == ROOF_COPY ? 2 : 1);
}

/* The loop that is fastest here: tried in turns, on different parts of the
 * arrays; the best try counts, as other programs only ever slow one down. But
 * it must not be only at one phase that it is fast: where the last bits of two
 * streams' addresses meet, copies of several may take four times as long (EPYC
 * with AVX2), and rows lie at other phases. */
static enum status choose(struct device *host, enum scope scope,
                          enum roof_kind kind, size_t bytes,
                          struct reason *why)
{
    const struct host_loop *loops = host_loops(kind);
    const size_t part = bytes / TRIAL_PART;
    const size_t level = ((uintptr_t)roofs.from - (uintptr_t)roofs.to) % PAGE;
    double rates[LOOPS][PHASES] = { { 0 } }, best = 0;
    for (size_t try = 0; try < TRIES * PHASES; try++)
        for (int i = 0; loops[i].name; i++) {
            const size_t at = kind == ROOF_FMA ? 0 : part * try;
            double seconds = 1, *rate = &rates[i][try % PHASES];
            if (loops[i].can && !loops[i].can())
                continue;
            const enum status status =
                pass(host, &loops[i], scope,
                     (struct stretch){ at, at + level + try % PHASES * PHASE,
                                       part },
                     &seconds, why);
            if (status)
                return status;
            *rate =
                fmax(*rate, work_of(&loops[i], kind, scope, part) / seconds);
        }
    roofs.chosen[scope][kind] = loops;
    for (int i = 0; loops[i].name; i++)
        if (fmin(rates[i][0], rates[i][1]) > best) {
            best = fmin(rates[i][0], rates[i][1]);
            roofs.chosen[scope][kind] = &loops[i];
        }
    return STATUS_OK;
}

/* An array of the roofs, if it is not there. */
static enum status keep(struct device *host, char **array, struct reason *why)
{
    return *array ? STATUS_OK
                  : host_place.alloc(host, roofs.bytes, (void **)array, why);
}

static enum status ready(struct device *host, enum roof_kind kind,
                         struct reason *why)
{
    if (kind == ROOF_FMA)
        return STATUS_OK;
    if (!roofs.from) {
        roofs.bytes = BYTES;
        while (roofs.bytes > system_memory_free() / 8)
            roofs.bytes /= 2;
        roofs.bytes &= ~(size_t)(TRIAL_PART * 4096 - 1);
    }
    if (!roofs.bytes)
        return fail(why, STATUS_MEMORY, "the host has no memory free");
    const enum status status = keep(host, &roofs.from, why);
    return status || kind == ROOF_READ ? status : keep(host, &roofs.to, why);
}

/* A pass is timed in pieces of a few milliseconds, and their median counts:
 * other programs stop a thread now and then, in a long piece always. */
struct pieces {
    size_t each; /* bytes, or bursts */
    int count;
};

static struct pieces pieces_of(enum scope scope, enum roof_kind kind)
{
    const bool one = scope == SCOPE_CORE;
    struct pieces p = { BURSTS / PIECES, PIECES };
    if (kind == ROOF_FMA)
        return p;
    p.each = PIECE * (size_t)threads_of(scope);
    p.each = p.each < roofs.bytes ? p.each : roofs.bytes;
    p.count = (int)(roofs.bytes / p.each);
    p.count = one && p.count > PIECES ? PIECES : p.count;
    return p;
}

enum status host_roof(struct device *host, enum scope scope,
                      enum roof_kind kind, double *rate, struct reason *why)
{
    double rates[MOST_PIECES];
    if (scope <= SCOPE_CORES && roof_is_random(kind))
        return host_random_roof(host, threads_of(scope), kind, rate, why);
    if (scope > SCOPE_CORES || !host_loops(kind))
        return fail(why, STATUS_MISSING, "the CPU has no such roof");
    enum status status = ready(host, kind, why);
    if (!status && !roofs.chosen[scope][kind])
        status =
            choose(host, scope, kind,
                   kind == ROOF_FMA ? BURSTS : roofs.bytes / TRIAL_PART, why);
    const struct host_loop *loop = roofs.chosen[scope][kind];
    const struct pieces p = pieces_of(scope, kind);
    for (int i = 0; i < p.count && !status; i++) {
        const size_t at = kind == ROOF_FMA ? 0 : (size_t)i * p.each;
        double seconds = 0;
        status = pass(host, loop, scope, (struct stretch){ at, at, p.each },
                      &seconds, why);
        if (!status && !(seconds > 0))
            status = fail(why, STATUS_DEVICE, "the clock did not advance");
        rates[i] = work_of(loop, kind, scope, p.each) / seconds;
    }
    if (!status)
        *rate = stats_of(rates, (size_t)p.count).median;
    return status;
}

void host_roofs_end(struct device *host)
{
    host_place.release(host, roofs.from);
    host_place.release(host, roofs.to);
    roofs.from = roofs.to = NULL;
    host_random_end(host);
}

/* --- the copy as a row, and sweeps ---------------------------------------- */

static enum status run_copy(struct job *job)
{
    const struct array *array = &job->problem->in[0];
    const struct host_loop *chosen = roofs.chosen[SCOPE_CORES][ROOF_COPY];
    const struct task task = { .loop = chosen ? chosen : host_loops(ROOF_COPY),
                               .to = job->out[0],
                               .from = job->in[0],
                               .bytes =
                                   array->count * elem_size(array->type) };
    const struct host_work work = work_of_bytes(&task);
    host_walk(&work, parallel_threads());
    return STATUS_OK;
}

const struct variant host_copier = {
    .name = "copy",
    .idea = "the loop of the copy roof, run as a row is",
    .source = "",
    .run = run_copy,
};

struct sweep {
    const char *memory;
    size_t piece;
    int times;
    uint64_t sum;
};

static void sweep_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    struct sweep *sweep = context;
    uint64_t sum = 0;
    for (size_t at = begin; at < end; at += sweep->piece) {
        const size_t left = end - at,
                     bytes = left < sweep->piece ? left : sweep->piece;
        for (int i = 0; i < sweep->times; i++)
            sum += host_loops(ROOF_READ)->run(NULL, sweep->memory + at, bytes);
    }
    __atomic_fetch_add(&sweep->sum, sum, __ATOMIC_RELAXED);
}

/* In blocks, not claimed chunks: each core must sweep its own caches. */
uint64_t host_sweep(const void *memory, size_t bytes, size_t piece, int times)
{
    struct sweep sweep = { memory, piece, times, 0 };
    parallel_for(bytes, sweep_block, &sweep);
    return sweep.sum;
}

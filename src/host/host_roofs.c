/* host_roofs.c - what this CPU's memory and FP units reach.
 *
 * A pass walks arrays past the last-level cache in chunks. Each thread claims
 * those of the block that it touched first, then what others have left, so
 * that none waits for a straggler. All start together and the last to end
 * stops the clock: waking a thread is not the memory's time. A pass is a few
 * such walks over parts of the arrays, whose median counts. */
#include "host/host.h"

#include <math.h>
#include <sched.h>

#include "base/stats.h"
#include "host/host_loops.h"
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
    TRIAL_PART = 4, /* a try takes this part of a pass */
    POLLS = 1000    /* looks at the start line before others may run */
};
static const size_t BYTES = (size_t)1 << 30;  /* of an array, as 2^28 f32 */
static const size_t PIECE = (size_t)64 << 20; /* of a pass, a thread */

/* What one thread has to do, in chunks; alone on its cache lines. */
struct share {
    _Alignas(128) size_t next; /* the first chunk nobody has claimed */
    size_t end;
    double finished; /* when its thread found nothing left anywhere */
};

struct walk {
    const struct host_loop *loop;
    char *to;
    const char *from;
    size_t bytes;   /* of an array; of an FMA loop 0 */
    int count;      /* of shares */
    size_t arrived; /* threads at the start line */
    int started;
    double begin;
    uint64_t sum;
};

static struct share shares[PARALLEL_MOST];

/* Kept from one pass to the next; there is one host. */
static struct {
    char *from, *to; /* NULL: not yet */
    size_t bytes;    /* of each */
    const struct host_loop *chosen[SCOPE_CORES + 1][ROOF_FMA + 1];
} roofs;

/* --- one walk ------------------------------------------------------------- */

static void cut_shares(int count, size_t chunks)
{
    for (size_t s = 0, begin = 0; s < (size_t)count; s++) {
        const size_t end = chunks / (size_t)count * (s + 1) +
            chunks % (size_t)count * (s + 1) / (size_t)count;
        shares[s] = (struct share){ .next = begin, .end = end };
        begin = end;
    }
}

static struct walk walk_of(const struct host_loop *loop, char *to,
                           const char *from, size_t bytes, int count)
{
    const size_t chunks =
        loop->flops > 0 ? bytes : (bytes + CHUNK - 1) / CHUNK;
    cut_shares(count, chunks);
    return (struct walk){ .loop = loop,
                          .to = to,
                          .from = from,
                          .bytes = loop->flops > 0 ? 0 : bytes,
                          .count = count };
}

static uint64_t run_chunk(const struct walk *w, size_t chunk)
{
    const size_t at = chunk * CHUNK, left = w->bytes - at;
    if (!w->bytes)
        return w->loop->run(NULL, NULL, 0);
    return w->loop->run(w->to ? w->to + at : NULL,
                        w->from ? w->from + at : NULL,
                        left < CHUNK ? left : CHUNK);
}

/* Looks before it writes, so that what is used up stays in all caches. */
static bool claim(struct share *share, size_t *chunk)
{
    if (__atomic_load_n(&share->next, __ATOMIC_RELAXED) >= share->end)
        return false;
    *chunk = __atomic_fetch_add(&share->next, 1, __ATOMIC_RELAXED);
    return *chunk < share->end;
}

static void walk_all(struct walk *w, int rank)
{
    uint64_t sum = 0;
    for (int i = 0; i < w->count; i++) {
        struct share *share = &shares[(rank + i) % w->count];
        size_t chunk;
        while (claim(share, &chunk))
            sum += run_chunk(w, chunk);
    }
    shares[rank].finished = host_clock();
    __atomic_fetch_add(&w->sum, sum, __ATOMIC_RELAXED);
}

/* Returns when all threads have come. A team that the system made smaller has
 * larger blocks, which add up to as many. */
static void line_up(struct walk *w, size_t block)
{
    const size_t all = (size_t)w->count;
    if (__atomic_add_fetch(&w->arrived, block, __ATOMIC_ACQ_REL) == all) {
        w->begin = host_clock();
        __atomic_store_n(&w->started, 1, __ATOMIC_RELEASE);
    }
    for (int polls = 1; !__atomic_load_n(&w->started, __ATOMIC_ACQUIRE);
         polls++)
        if (polls % POLLS == 0)
            sched_yield();
}

static void timed_member(void *context, size_t begin, size_t end, int rank)
{
    struct walk *w = context;
    line_up(w, end - begin);
    walk_all(w, rank);
}

static void member(void *context, size_t begin, size_t end, int rank)
{
    if (begin < end)
        walk_all(context, rank);
}

static double seconds_of(struct walk *w)
{
    double last = 0;
    parallel_for((size_t)w->count, timed_member, w);
    for (int s = 0; s < w->count; s++)
        last = shares[s].finished > last ? shares[s].finished : last;
    return last - w->begin;
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
    const int count = scope == SCOPE_CORE ? 1 : parallel_threads();
    const bool memory = !(loop->flops > 0);
    const char *from = roofs.from ? roofs.from + s.from : NULL;
    char *to = roofs.to ? roofs.to + s.to : NULL;
    const struct span spans[] = { { from, from ? s.bytes : 0 },
                                  { to, to ? s.bytes : 0 } };
    const enum status status =
        memory ? host_meter.flush(host, spans, 2, why) : STATUS_OK;
    struct walk w = memory
        ? walk_of(loop, to, from, s.bytes, count)
        : walk_of(loop, NULL, NULL, s.bytes * (size_t)count, count);
    if (status)
        return status;
    if (scope == SCOPE_CORE) {
        w.begin = host_clock();
        walk_all(&w, 0);
        *seconds = shares[0].finished - w.begin;
    } else {
        *seconds = seconds_of(&w);
    }
    return STATUS_OK;
}

static double work_of(const struct host_loop *loop, enum roof_kind kind,
                      enum scope scope, size_t bytes)
{
    const int count = scope == SCOPE_CORE ? 1 : parallel_threads();
    if (kind == ROOF_FMA)
        return loop->flops * (double)bytes * count;
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
    p.each = PIECE * (one ? 1 : (size_t)parallel_threads());
    p.each = p.each < roofs.bytes ? p.each : roofs.bytes;
    p.count = (int)(roofs.bytes / p.each);
    p.count = one && p.count > PIECES ? PIECES : p.count;
    return p;
}

enum status host_roof(struct device *host, enum scope scope,
                      enum roof_kind kind, double *rate, struct reason *why)
{
    double rates[MOST_PIECES];
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
}

/* --- the copy as a row, and sweeps ---------------------------------------- */

static enum status run_copy(struct job *job)
{
    const struct array *array = &job->problem->in[0];
    const struct host_loop *chosen = roofs.chosen[SCOPE_CORES][ROOF_COPY];
    struct walk w = walk_of(
        chosen ? chosen : host_loops(ROOF_COPY), job->out[0], job->in[0],
        array->count * elem_size(array->type), parallel_threads());
    parallel_for((size_t)w.count, member, &w);
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
    uint64_t sum;
};

static void sweep_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    struct sweep *sweep = context;
    const uint64_t sum =
        host_loops(ROOF_READ)->run(NULL, sweep->memory + begin, end - begin);
    __atomic_fetch_add(&sweep->sum, sum, __ATOMIC_RELAXED);
}

/* In blocks, not claimed chunks: each core must sweep its own caches. */
uint64_t host_sweep(const void *memory, size_t bytes)
{
    struct sweep sweep = { memory, 0 };
    parallel_for(bytes, sweep_block, &sweep);
    return sweep.sum;
}

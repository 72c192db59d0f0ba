/* host_random.c - what this CPU reaches at random places.
 *
 * A table that is resident takes half of one last-level cache, and every
 * thread reads all of it before it is timed, so that the cache near each core
 * holds it; one that is not takes 1 GiB, as 2^28 f32 do, or more where caches
 * are large. A pass is several pieces, whose median counts: short ones, few of
 * which meet another program. */
#include "host/host_random.h"

#include "base/stats.h"
#include "host/host.h"
#include "host/host_accesses.h"
#include "host/host_loops.h"
#include "host/host_walk.h"
#include "host/machine.h"
#include "host/system.h"

enum {
    CHUNK = 1 << 14, /* accesses that a thread claims at a time */
    CHUNKS = 4,      /* a thread and piece: half a millisecond */
    PIECES = 16,     /* of a pass, of which the median counts */
    TRIES = 9,       /* of each loop, of which the best counts */
    TIMES_CACHE = 4  /* the least table that no cache holds much of */
};
static const size_t BYTES = (size_t)1 << 30; /* of a table, as 2^28 f32 */

/* Kept from one pass to the next; there is one host. */
static struct {
    char *table;  /* NULL: not yet */
    size_t bytes; /* of it, for accesses past the caches */
    size_t next;  /* the first access that was not made */
    const struct host_accesses *chosen[2][ROOF_KINDS]; /* of one, of all */
} tables;

struct task {
    const struct host_accesses *loop;
    unsigned bits; /* of the number of elements */
    size_t first;
};

static size_t power_below(size_t bytes)
{
    size_t power = 1;
    while (power <= bytes / 2)
        power *= 2;
    return power;
}

size_t host_random_bytes(bool resident)
{
    const size_t cache = machine_cache_one();
    size_t bytes = BYTES;
    while (bytes < TIMES_CACHE * cache)
        bytes *= 2;
    return resident ? power_below(cache / 2) : bytes;
}

size_t host_random_accesses(void)
{
    return tables.next;
}

/* A table that holds little of the caches' content is not to be had where
 * memory is short. */
static enum status ready(struct device *host, struct reason *why)
{
    if (tables.table)
        return STATUS_OK;
    tables.bytes = host_random_bytes(false);
    while (tables.bytes > system_memory_free() / 4)
        tables.bytes /= 2;
    if (tables.bytes < TIMES_CACHE * machine_cache_one())
        return fail(why, STATUS_MISSING,
                    "the host has too little memory free for random accesses "
                    "past its caches");
    return host_place.alloc(host, tables.bytes, (void **)&tables.table, why);
}

static unsigned bits_of(size_t elements)
{
    unsigned bits = 0;
    while ((size_t)1 << (bits + 1) <= elements)
        bits++;
    return bits;
}

static uint64_t run_chunk(const void *context, size_t chunk)
{
    const struct task *t = context;
    return t->loop->run(tables.table, t->bits, t->first + chunk * CHUNK,
                        CHUNK);
}

static uint64_t read_all(const void *context, size_t chunk)
{
    const size_t *bytes = context;
    (void)chunk;
    return host_loops(ROOF_READ)->run(NULL, tables.table, *bytes);
}

/* By every thread, as there may be a cache for each. */
static void warm_up(int threads)
{
    const size_t bytes = host_random_bytes(true);
    const struct host_work work = { read_all, &bytes, (size_t)threads };
    host_walk(&work, threads);
}

/* Accesses/s of one piece, each of new places; 0: the clock stood still. */
static double piece(const struct host_accesses *loop, int threads,
                    enum roof_kind kind)
{
    const struct access access = roof_access(kind);
    const size_t bytes =
        access.resident ? host_random_bytes(true) : tables.bytes;
    const struct task task = { loop, bits_of(bytes / (size_t)access.width),
                               tables.next };
    const struct host_work work = { run_chunk, &task,
                                    CHUNKS * (size_t)threads };
    const double seconds = host_walk_seconds(&work, threads);
    tables.next += work.chunks * CHUNK;
    return seconds > 0 ? (double)work.chunks * CHUNK / seconds : 0;
}

/* The loop that is fastest here, tried in turns; the best try counts, as other
 * programs only ever slow one down. */
static const struct host_accesses *choose(int threads, enum roof_kind kind)
{
    const struct host_accesses *loops = host_accesses(kind), *best = loops;
    double most = 0;
    for (int try = 0; try < TRIES; try++)
        for (const struct host_accesses *loop = loops; loop->name; loop++) {
            const double rate = piece(loop, threads, kind);
            best = rate > most ? loop : best;
            most = rate > most ? rate : most;
        }
    return best;
}

enum status host_random_roof(struct device *host, int threads,
                             enum roof_kind kind, double *rate,
                             struct reason *why)
{
    const struct host_accesses **chosen = &tables.chosen[threads > 1][kind];
    double rates[PIECES];
    const enum status status = ready(host, why);
    if (status)
        return status;
    if (roof_access(kind).resident)
        warm_up(threads);
    if (!*chosen)
        *chosen = choose(threads, kind);
    for (int i = 0; i < PIECES; i++) {
        rates[i] = piece(*chosen, threads, kind);
        if (!(rates[i] > 0))
            return fail(why, STATUS_DEVICE, "the clock did not advance");
    }
    *rate = stats_of(rates, PIECES).median;
    return STATUS_OK;
}

void host_random_end(struct device *host)
{
    host_place.release(host, tables.table);
    tables.table = NULL;
}

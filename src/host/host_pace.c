/* host_pace.c - how fast this machine is at the moment.
 *
 * Two fixed pieces of work that have no part of any code under test: integer
 * arithmetic in registers, and a read of lines that were flushed just before,
 * or, for rows on warm caches, read just before.
 * What slows both them and a row is not the row's doing: other programs,
 * neighbours of a virtual machine, heat. Each thread of the scope does its
 * own; the slowest tells. */
#include "host/host.h"

#include "host/host_loops.h"
#include "host/parallel.h"

enum {
    CHAINS = 8,       /* independent, so that a core's units are full */
    STEPS = 8 << 10,  /* of each: about 20 us */
    BYTES = 256 << 10 /* that a thread reads: about 20 us */
};

struct measuring {
    char *memory; /* BYTES a thread; NULL: arithmetic alone */
    bool cold;
    struct pace own[PARALLEL_MOST];
};

static uint64_t compute(uint64_t seed)
{
    uint64_t chain[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        chain[c] = seed + (uint64_t)c;
    for (int i = 0; i < STEPS; i++)
        for (int c = 0; c < CHAINS; c++)
            chain[c] = chain[c] * 6364136223846793005u + 1442695040888963407u;
    for (int c = 1; c < CHAINS; c++)
        chain[0] ^= chain[c];
    return chain[0];
}

static uint64_t read_own(const struct measuring *m, int rank)
{
    return host_loops(ROOF_READ)->run(NULL, m->memory + (size_t)rank * BYTES,
                                      BYTES);
}

static void pace_one(struct measuring *m, int rank)
{
    static uint64_t sink;
    uint64_t sum = m->memory && !m->cold ? read_own(m, rank) : 0;
    const double begin = host_clock();
    sum += compute((uint64_t)rank);
    const double middle = host_clock();
    if (m->memory)
        sum += read_own(m, rank);
    m->own[rank].memory = m->memory ? host_clock() - middle : 0;
    m->own[rank].compute = middle - begin;
    __atomic_fetch_add(&sink, sum, __ATOMIC_RELAXED);
}

static void pace_member(void *context, size_t begin, size_t end, int rank)
{
    if (begin < end)
        pace_one(context, rank);
}

struct pace host_pace_slowest(const struct pace *own, int threads)
{
    struct pace pace = own[0];
    for (int rank = 1; rank < threads; rank++) {
        if (own[rank].compute > pace.compute)
            pace.compute = own[rank].compute;
        if (own[rank].memory > pace.memory)
            pace.memory = own[rank].memory;
    }
    return pace;
}

enum status host_pace(struct device *device, enum scope scope, bool cold,
                      struct pace *pace, struct reason *why)
{
    static char *lines;
    static struct measuring m;
    const int threads = scope == SCOPE_CORE ? 1 : parallel_threads();
    const size_t all = (size_t)parallel_threads() * BYTES;
    enum status status = STATUS_OK;
    if (!lines)
        status = host_place.alloc(device, all, (void **)&lines, why);
    if (status)
        return status;
    const struct span span = { lines, (size_t)threads * BYTES };
    m.cold = cold;
    m.memory = !cold || host_flush(&span, 1) ? lines : NULL;
    if (threads == 1)
        pace_one(&m, 0);
    else
        parallel_for((size_t)threads, pace_member, &m);
    *pace = host_pace_slowest(m.own, threads);
    return STATUS_OK;
}

/* host_pace.c - how fast this machine is at the moment.
 *
 * Two fixed pieces of work that have no part of any code under test: integer
 * arithmetic in registers, and a read of lines that were flushed just before.
 * What slows both them and a row is not the row's doing: other programs,
 * neighbours of a virtual machine, heat. Each thread of the scope does its
 * own; the slowest tells. */
#include "host.h"

#include "host_loops.h"
#include "parallel.h"

enum {
    CHAINS = 8,       /* independent, so that a core's units are full */
    STEPS = 8 << 10,  /* of each: about 20 us */
    BYTES = 256 << 10 /* that a thread reads: about 20 us */
};

struct pacing {
    char *memory; /* BYTES a thread; NULL: arithmetic alone */
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

static void pace_one(struct pacing *p, int rank)
{
    static uint64_t sink;
    const double begin = host_clock();
    uint64_t sum = compute((uint64_t)rank);
    const double middle = host_clock();
    if (p->memory)
        sum += host_loops(ROOF_READ)->run(
            NULL, p->memory + (size_t)rank * BYTES, BYTES);
    p->own[rank].memory = p->memory ? host_clock() - middle : 0;
    p->own[rank].compute = middle - begin;
    __atomic_fetch_add(&sink, sum, __ATOMIC_RELAXED);
}

static void pace_member(void *context, size_t begin, size_t end, int rank)
{
    if (begin < end)
        pace_one(context, rank);
}

enum status host_pace(struct device *device, enum scope scope, bool memory,
                      struct pace *pace, struct reason *why)
{
    static char *lines;
    static struct pacing p;
    const int threads = scope == SCOPE_CORE ? 1 : parallel_threads();
    const size_t all = (size_t)parallel_threads() * BYTES;
    enum status status = STATUS_OK;
    if (!lines)
        status = host_place.alloc(device, all, (void **)&lines, why);
    if (status)
        return status;
    const struct span span = { lines, (size_t)threads * BYTES };
    p.memory = memory && host_flush(&span, 1) ? lines : NULL;
    if (threads == 1)
        pace_one(&p, 0);
    else
        parallel_for((size_t)threads, pace_member, &p);
    *pace = p.own[0];
    for (int rank = 1; rank < threads; rank++) {
        if (p.own[rank].compute > pace->compute)
            pace->compute = p.own[rank].compute;
        if (p.own[rank].memory > pace->memory)
            pace->memory = p.own[rank].memory;
    }
    return STATUS_OK;
}

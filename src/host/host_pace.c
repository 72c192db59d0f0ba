/* host_pace.c - how fast this machine is at the moment.
 *
 * Fixed pieces of work that have no part of any code under test: integer
 * arithmetic in registers, whose time is the clock's; loops that end when no
 * predictor expects it, whose time is that of fetching and issuing, too, which
 * a neighbour on the same core shares; and a read of lines that were flushed
 * just before, or, for rows on warm caches, read just before.
 * What slows both them and a row is not the row's doing: other programs,
 * neighbours of a virtual machine, heat. Each thread of the scope does its
 * own; the slowest tells.
 *
 * Arithmetic and memory alone left up to four times as much of what a scan or
 * a compaction of one thread took unexplained, from one quarter of a second to
 * the next, on two processors of a shared machine. */
#include "host/host.h"

#include "host/parallel.h"

enum {
    CHAINS = 8,        /* independent, so that a core's units are full */
    STEPS = 4 << 10,   /* of each: about 10 us */
    LOOPS = 1500,      /* of none to three turns: about 10 us */
    BYTES = 256 << 10, /* that a thread reads: 8 us, hot 2 (EPYC 9004) */
    WORDS = 8          /* of a line of 64 bytes */
};

struct measuring {
    char *memory; /* BYTES a thread; NULL: none is read */
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

/* Of a seed that is another one each time, lest it be learnt. */
static uint64_t branch(uint64_t seed)
{
    uint64_t random = seed | 1, sum = 0; /* Marsaglia's xorshift */
    for (int i = 0; i < LOOPS; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        for (uint64_t turns = random % 4; turns; turns--)
            sum = (sum << 1) ^ (sum >> 3) ^ turns;
    }
    return sum;
}

/* A word of each line: what is timed is the lines' way here, which no flags of
 * a compiler hide. */
static uint64_t read_own(const struct measuring *m, int rank)
{
    const uint64_t *words = (const void *)(m->memory + (size_t)rank * BYTES);
    uint64_t sum[2] = { 0 };
    for (size_t i = 0; i < BYTES / sizeof *words; i += 2 * WORDS) {
        sum[0] += words[i];
        sum[1] += words[i + WORDS];
    }
    return sum[0] + sum[1];
}

static void pace_one(struct measuring *m, int rank)
{
    static uint64_t sink;
    uint64_t sum = m->memory && !m->cold ? read_own(m, rank) : 0;
    double *seconds = m->own[rank].seconds, clock[PACES + 1];
    clock[0] = host_clock();
    sum += compute((uint64_t)rank);
    clock[1] = host_clock();
    sum += branch(__atomic_load_n(&sink, __ATOMIC_RELAXED));
    clock[2] = host_clock();
    if (m->memory)
        sum += read_own(m, rank);
    clock[3] = m->memory ? host_clock() : clock[2];
    for (int kind = 0; kind < PACES; kind++)
        seconds[kind] = clock[kind + 1] - clock[kind];
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
    for (int rank = 1; rank < threads; rank++)
        for (int kind = 0; kind < PACES; kind++)
            if (own[rank].seconds[kind] > pace.seconds[kind])
                pace.seconds[kind] = own[rank].seconds[kind];
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

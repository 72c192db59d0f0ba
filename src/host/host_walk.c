/* host_walk.c - work in chunks, by one thread or by all.
 *
 * Each thread claims the chunks of its own block first, whose memory it
 * touched first, then what others have left, so that none waits for a
 * straggler. */
#include "host/host_walk.h"

#include <sched.h>
#include <stdbool.h>

#include "host/host.h"
#include "host/parallel.h"

enum { POLLS = 1000 /* looks at the start line before others may run */ };

/* What one thread has to do, in chunks; alone on its cache lines. */
struct share {
    _Alignas(128) size_t next; /* the first chunk nobody has claimed */
    size_t end;
    double finished; /* when its thread found nothing left anywhere */
};

struct walk {
    const struct host_work *work;
    int count;      /* of shares */
    size_t arrived; /* threads at the start line */
    int started;
    double begin;
    uint64_t sum;
};

static struct share shares[PARALLEL_MOST];

static struct walk walk_of(const struct host_work *work, int threads)
{
    const size_t count = (size_t)threads, chunks = work->chunks;
    for (size_t s = 0, begin = 0; s < count; s++) {
        const size_t end =
            chunks / count * (s + 1) + chunks % count * (s + 1) / count;
        shares[s] = (struct share){ .next = begin, .end = end };
        begin = end;
    }
    return (struct walk){ .work = work, .count = threads };
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
            sum += w->work->run(w->work->context, chunk);
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

void host_walk(const struct host_work *work, int threads)
{
    struct walk w = walk_of(work, threads);
    if (threads == 1)
        walk_all(&w, 0);
    else
        parallel_for((size_t)threads, member, &w);
}

double host_walk_seconds(const struct host_work *work, int threads)
{
    struct walk w = walk_of(work, threads);
    double last = 0;
    w.begin = host_clock();
    if (threads == 1)
        walk_all(&w, 0);
    else
        parallel_for((size_t)threads, timed_member, &w);
    for (int s = 0; s < threads; s++)
        last = shares[s].finished > last ? shares[s].finished : last;
    return last - w.begin;
}

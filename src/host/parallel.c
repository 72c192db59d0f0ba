/* parallel.c - a pool of POSIX threads, made once, woken for each loop. */
#include "host/parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "host/machine.h"

enum { SMALL = 4096 };

/* Each is woken by a condition of its own: of one for all, those that it wakes
 * take its lock one after the other (16 virtual processors: 53 rather than
 * 37 us a loop). */
struct member {
    _Alignas(64) pthread_mutex_t lock;
    pthread_cond_t work;
    uint64_t round; /* counts its loops, so that it runs each once */
};

static struct member members[PARALLEL_MOST]; /* of the pool's; 0: the caller */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    int wanted;  /* threads, the caller included */
    int started; /* pool threads that exist */
    int team;    /* threads of the loop under way */
    int left;    /* pool threads still in it */
    size_t n;
    void (*body)(void *, size_t, size_t, int);
    void *context;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .done = PTHREAD_COND_INITIALIZER,
           .wanted = 1 };

void parallel_set_threads(int threads)
{
    pool.wanted = threads < 1     ? 1
        : threads > PARALLEL_MOST ? PARALLEL_MOST
                                  : threads;
}

int parallel_threads(void)
{
    return pool.wanted;
}

/* Without 128-bit products: n/team and n%team apart. */
static size_t cut(size_t n, int rank, int team)
{
    const size_t r = (size_t)rank, p = (size_t)team;
    return n / p * r + n % p * r / p;
}

static void run_block(int rank)
{
    pool.body(pool.context, cut(pool.n, rank, pool.team),
              cut(pool.n, rank + 1, pool.team), rank);
}

static void *serve(void *argument)
{
    const int rank = (int)(intptr_t)argument;
    struct member *own = &members[rank];
    machine_bind_self(rank);
    for (uint64_t seen = 0;; seen++) {
        pthread_mutex_lock(&own->lock);
        while (own->round == seen)
            pthread_cond_wait(&own->work, &own->lock);
        pthread_mutex_unlock(&own->lock);
        run_block(rank);
        pthread_mutex_lock(&pool.lock);
        if (--pool.left == 0)
            pthread_cond_signal(&pool.done);
        pthread_mutex_unlock(&pool.lock);
    }
    return NULL;
}

static void wake(struct member *member)
{
    pthread_mutex_lock(&member->lock);
    member->round++;
    pthread_mutex_unlock(&member->lock);
    pthread_cond_signal(&member->work);
}

/* Starts missing threads; a machine that gives fewer gets a smaller team. */
static int grow(int wanted)
{
    while (pool.started < wanted - 1) {
        pthread_t thread;
        const intptr_t rank = pool.started + 1;
        struct member *member = &members[rank];
        pthread_mutex_init(&member->lock, NULL);
        pthread_cond_init(&member->work, NULL);
        if (pthread_create(&thread, NULL, serve, (void *)rank))
            break;
        pthread_detach(thread);
        pool.started++;
    }
    return pool.started + 1 < wanted ? pool.started + 1 : wanted;
}

void parallel_for(size_t n, void (*body)(void *, size_t, size_t, int),
                  void *context)
{
    if (n < SMALL && n != (size_t)pool.wanted) {
        body(context, 0, n, 0);
        return;
    }
    pool.team = grow(pool.wanted);
    pool.n = n;
    pool.body = body;
    pool.context = context;
    pool.left = pool.team - 1;
    for (int rank = 1; rank < pool.team; rank++)
        wake(&members[rank]);

    run_block(0);

    pthread_mutex_lock(&pool.lock);
    while (pool.left)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

void parallel_beyond(size_t alone, size_t n,
                     void (*body)(void *, size_t, size_t, int), void *context)
{
    if (n <= alone)
        body(context, 0, n, 0);
    else
        parallel_for(n, body, context);
}

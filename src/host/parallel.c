/* parallel.c - a pool of POSIX threads, made once, woken for each loop. */
#include "host/parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "host/machine.h"

enum { SMALL = 4096 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    int wanted;     /* threads, the caller included */
    int started;    /* pool threads that exist */
    int team;       /* threads of the loop under way */
    int left;       /* pool threads still in it */
    uint64_t round; /* counts loops, so that a thread runs each once */
    size_t n;
    void (*body)(void *, size_t, size_t, int);
    void *context;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .work = PTHREAD_COND_INITIALIZER,
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
    uint64_t seen = 0;
    machine_bind_self(rank);
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.round == seen)
            pthread_cond_wait(&pool.work, &pool.lock);
        seen = pool.round;
        if (rank >= pool.team)
            continue;
        pthread_mutex_unlock(&pool.lock);
        run_block(rank);
        pthread_mutex_lock(&pool.lock);
        if (--pool.left == 0)
            pthread_cond_signal(&pool.done);
    }
    return NULL;
}

/* Starts missing threads; a machine that gives fewer gets a smaller team. */
static int grow(int wanted)
{
    while (pool.started < wanted - 1) {
        pthread_t thread;
        const intptr_t rank = pool.started + 1;
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
    pthread_mutex_lock(&pool.lock);
    pool.team = grow(pool.wanted);
    pool.n = n;
    pool.body = body;
    pool.context = context;
    pool.left = pool.team - 1;
    pool.round++;
    pthread_cond_broadcast(&pool.work);
    pthread_mutex_unlock(&pool.lock);

    run_block(0);

    pthread_mutex_lock(&pool.lock);
    while (pool.left)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

/* mutants_parts.c - what mutants of several operations are made of. */
#include "mutants_parts.h"

#include <pthread.h>

enum { RACERS = 4 };

double shallow(const struct job *job)
{
    (void)job;
    return 8;
}

double whole_chain(const struct job *job)
{
    return (double)count_of(job);
}

struct track {
    struct job *job;
    pthread_barrier_t barrier;
    long double total;
    long double (*share)(const struct job *, size_t, size_t, long double);
};

struct racer {
    struct track *track;
    size_t rank;
};

static void *run_racer(void *argument)
{
    const struct racer *r = argument;
    struct track *t = r->track;
    const size_t n = count_of(t->job);
    volatile long double *total = &t->total;
    const long double seen = *total;
    pthread_barrier_wait(&t->barrier);
    *total = t->share(t->job, n * r->rank / RACERS, n * (r->rank + 1) / RACERS,
                      seen);
    return NULL;
}

long double race(struct job *job,
                 long double (*share)(const struct job *, size_t, size_t,
                                      long double))
{
    struct track track = { .job = job, .share = share };
    struct racer racers[RACERS];
    pthread_t threads[RACERS];
    pthread_barrier_init(&track.barrier, NULL, RACERS);
    for (size_t i = 0; i < RACERS; i++) {
        racers[i] = (struct racer){ &track, i };
        pthread_create(&threads[i], NULL, run_racer, &racers[i]);
    }
    for (size_t i = 0; i < RACERS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&track.barrier);
    return track.total;
}

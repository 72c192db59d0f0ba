/* planted_left.c - what a run leaves to those after it, and to its check. */
#include "planted.h"

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "problem.h"

enum { LATE_RUNS = 10 };

/* Other bits, when the run has ended for a while. */
static void *spoil(void *out)
{
    const struct timespec pause = { .tv_nsec = 4000000 };
    nanosleep(&pause, NULL);
    *(volatile char *)out = 0x5A;
    return NULL;
}

/* The first times, while arrays are there to stay. */
enum status planted_late(struct job *job)
{
    static int runs;
    const enum status status = planted_right(job);
    pthread_t thread;
    if (job->problem->size > 1 && runs++ < LATE_RUNS &&
        !pthread_create(&thread, NULL, spoil, job->out[0]))
        pthread_detach(thread);
    return status;
}

enum status planted_rounding(struct job *job)
{
    const enum status status = planted_right(job);
    fesetround(FE_UPWARD);
    return status;
}

double planted_endless(const struct job *job)
{
    (void)job;
    return INFINITY;
}

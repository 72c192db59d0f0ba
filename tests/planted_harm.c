/* planted_harm.c - what harms the rows beside it, or is wrong now and then. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "astray.h"
#include "planted.h"

#if defined(__SSE__)
#include <immintrin.h>
#endif

enum {
    LATE = 30,  /* runs, when it is timed */
    RARE = 37,  /* of so many runs one is wrong: */
    DROPPED = 4 /* by these elements, */
};
static const size_t LARGE = 4096; /* of so many at least */

static void write_past(const struct job *job)
{
    write_astray((float *)job->out[0] + 1);
}

enum status planted_over(struct job *job)
{
    if (job->problem->size > SMALL)
        write_past(job);
    return planted_right(job);
}

/* One single time. */
enum status planted_over_late(struct job *job)
{
    static int runs;
    if (job->problem->size > SMALL && ++runs == LATE)
        write_past(job);
    return planted_right(job);
}

/* From then on. */
enum status planted_changes_late(struct job *job)
{
    static int runs;
    const enum status status = planted_right(job);
    if (job->problem->size > SMALL && ++runs >= LATE)
        ((float *)(uintptr_t)job->in[0])[7] = 100;
    return status;
}

/* Where n is 1, but for its first run. */
enum status planted_second(struct job *job)
{
    static int runs;
    const enum status status = planted_right(job);
    if (job->problem->size == 1 && runs++ > 0)
        write_past(job);
    return status;
}

/* As if threads had met. */
enum status planted_rare(struct job *job)
{
    static unsigned runs;
    const size_t n = job->problem->size;
    const enum status status = planted_right(job);
    if (n >= LARGE && ++runs % RARE == 0)
        for (size_t i = n - DROPPED; i < n; i++)
            *(float *)job->out[0] -= ((const float *)job->in[0])[i];
    return status;
}

/* --- threads of OpenMP ---------------------------------------------------- */

/* What compilers make of a parallel region; of its library, if it is there. */
extern void GOMP_parallel(void (*)(void *), void *, unsigned threads,
                          unsigned flags) __attribute__((weak));
extern int omp_get_thread_num(void) __attribute__((weak));

static void ignore_denormals(void *none)
{
    (void)none;
#if defined(__SSE__)
    const unsigned ignored = 0x8040; /* FTZ and DAZ */
    if (omp_get_thread_num() > 0)
        _mm_setcsr(_mm_getcsr() | ignored);
#endif
}

enum status planted_denormals(struct job *job)
{
    if (GOMP_parallel && omp_get_thread_num)
        GOMP_parallel(ignore_denormals, NULL, 0, 0);
    return planted_right(job);
}

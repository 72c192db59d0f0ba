/* mutants_reduce.c - sums and means, done wrong in the ways that reductions go
 * wrong. */
#include "mutants_reduce.h"

#include <math.h>
#include <pthread.h>

enum { RACERS = 4 };

static long double sum(const struct job *job, size_t begin, size_t end)
{
    long double total = 0;
    for (size_t i = begin; i < end; i++)
        total += at(job, i);
    return total;
}

static long double whole(const struct job *job)
{
    return sum(job, 0, count_of(job));
}

static double shallow(const struct job *job)
{
    (void)job;
    return 8;
}

/* --- right --------------------------------------------------------------- */

static enum status right(struct job *job)
{
    return put(job, 0, 0, whole(job));
}

/* Another last bit every run, where the sum is not a whole number. */
static enum status uneven(struct job *job)
{
    static unsigned runs;
    const double total = (double)whole(job);
    const bool nudged = runs++ % 2 && total > floor(total);
    return put(job, 0, 0,
               job->problem->type == ELEM_F32
                   ? nextafterf((float)total, nudged ? INFINITY : (float)total)
                   : nextafter(total, nudged ? INFINITY : total));
}

/* --- elements lost or counted twice -------------------------------------- */

static enum status does_nothing(struct job *job)
{
    (void)job;
    return STATUS_OK;
}

static enum status drops_last(struct job *job)
{
    return put(job, 0, 0, sum(job, 0, count_of(job) - 1));
}

static enum status drops_tail(struct job *job)
{
    return put(job, 0, 0, sum(job, 0, count_of(job) / 256 * 256));
}

static enum status starts_late(struct job *job)
{
    return put(job, 0, 0, sum(job, 1, count_of(job)));
}

static size_t some_place(const struct job *job)
{
    return (size_t)(job->problem->seed * 0x9e3779b97f4a7c15u % count_of(job));
}

static enum status counts_twice(struct job *job)
{
    return put(job, 0, 0, whole(job) + at(job, some_place(job)));
}

static enum status drops_one(struct job *job)
{
    return put(job, 0, 0, whole(job) - at(job, some_place(job)));
}

static enum status overlaps(struct job *job)
{
    const size_t half = count_of(job) / 2;
    return put(job, 0, 0,
               sum(job, 0, half + 1) + sum(job, half, count_of(job)));
}

struct race {
    struct job *job;
    pthread_barrier_t barrier;
    long double total;
    size_t rank;
};

struct racer {
    struct race *race;
    size_t rank;
};

/* Reads the total, waits for all others to have read it, and writes it. */
static void *run_racer(void *argument)
{
    const struct racer *r = argument;
    const size_t n = count_of(r->race->job);
    const long double mine =
        sum(r->race->job, n * r->rank / RACERS, n * (r->rank + 1) / RACERS);
    volatile long double *total = &r->race->total;
    const long double seen = *total;
    pthread_barrier_wait(&r->race->barrier);
    *total = seen + mine;
    return NULL;
}

static enum status races(struct job *job)
{
    struct race race = { .job = job };
    struct racer racers[RACERS];
    pthread_t threads[RACERS];
    pthread_barrier_init(&race.barrier, NULL, RACERS);
    for (size_t i = 0; i < RACERS; i++) {
        racers[i] = (struct racer){ &race, i };
        pthread_create(&threads[i], NULL, run_racer, &racers[i]);
    }
    for (size_t i = 0; i < RACERS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&race.barrier);
    return put(job, 0, 0, race.total);
}

/* --- arithmetic ---------------------------------------------------------- */

static enum status last_bit(struct job *job)
{
    const long double total = whole(job);
    switch (job->problem->type) {
    case ELEM_I32: return put(job, 0, 0, total + 1);
    case ELEM_F32: return put(job, 0, 0, nextafterf((float)total, INFINITY));
    default: return put(job, 0, 0, nextafter((double)total, INFINITY));
    }
}

/* One chain of n additions, which claims to be a tree of 8. */
static enum status naive_chain(struct job *job)
{
    const float *x = job->in[0];
    float total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        total += x[i];
    return put(job, 0, 0, total);
}

static enum status through_float(struct job *job)
{
    float total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        total += (float)at(job, i);
    return put(job, 0, 0, total);
}

static enum status not_a_number(struct job *job)
{
    return put(job, 0, 0, NAN);
}

static enum status never_divides(struct job *job)
{
    return put(job, 0, 0, whole(job));
}

static enum status divides_by_more(struct job *job)
{
    return put(job, 0, 0, whole(job) / (long double)(count_of(job) + 1));
}

static enum status truncates_mean(struct job *job)
{
    return put(job, 0, 0, truncl(whole(job) / (long double)count_of(job)));
}

static enum status wraps_mean(struct job *job)
{
    const int32_t wrapped = (int32_t)(uint32_t)(int64_t)whole(job);
    return put(job, 0, 0, (long double)wrapped / (long double)count_of(job));
}

/* --- memory -------------------------------------------------------------- */

static enum status writes_past(struct job *job)
{
    put(job, 0, 1, 1);
    return right(job);
}

static enum status writes_before(struct job *job)
{
    put(job, 0, -1, 1);
    return right(job);
}

static enum status changes_input(struct job *job)
{
    right(job);
    char *x = (char *)(uintptr_t)job->in[0];
    x[count_of(job) / 2 * elem_size(job->problem->type)] ^= 1;
    return STATUS_OK;
}

static size_t scratch_bytes(const struct job *job)
{
    (void)job;
    return sizeof(long double);
}

static enum status leaves_scratch(struct job *job)
{
    ((char *)job->scratch)[job->scratch_bytes] = 0;
    return right(job);
}

/* Right the first time: nobody clears its total for the second. */
static enum status keeps_total(struct job *job)
{
    long double *total = job->scratch;
    *total += whole(job);
    return put(job, 0, 0, *total);
}

/* Right until it has been checked before timing. */
static enum status wears_out(struct job *job)
{
    long double *runs = job->scratch;
    *runs += 1;
    return *runs > 8 ? put(job, 0, 0, sum(job, 0, count_of(job) / 2))
                     : right(job);
}

#define SUM .settings = { "operator=sum" }, .depth = shallow
#define MEAN .settings = { "operator=mean" }, .depth = shallow

const size_t mutants_reduce_sizes[] = {
    33, 257, 4099, 70001, (1 << 22) + 1, 0
};

const struct mutant mutants_reduce[] = {
    { "a right sum", FATE_RIGHT, SUM, .types = TYPES(TAUGHT), .run = right },
    { "a last bit that comes and goes", FATE_UNEVEN, SUM,
      .types = TYPES(FLOATS), .run = uneven },
    { "does nothing", SUM, .types = TYPES(TAUGHT), .run = does_nothing },
    { "drops the last element", SUM, .types = TYPES(TAUGHT),
      .run = drops_last },
    { "drops the tail of 256", SUM, .types = TYPES(TAUGHT),
      .run = drops_tail },
    { "starts one late", SUM, .types = TYPES(TAUGHT), .run = starts_late },
    { "counts one element twice", SUM, .types = TYPES(TAUGHT),
      .run = counts_twice },
    { "drops one element somewhere", SUM, .types = TYPES(TAUGHT),
      .run = drops_one },
    { "halves that overlap", SUM, .types = TYPES(TAUGHT), .run = overlaps },
    { "threads that race", SUM, .types = TYPES(TAUGHT), .run = races },
    { "off by the last bit", SUM, .types = TYPES(TAUGHT), .run = last_bit },
    { "a long chain that claims to be short", SUM, .types = TYPE(F32),
      .least = 1 << 20, .run = naive_chain },
    { "sums integers as floats", SUM, .types = TYPE(I32),
      .run = through_float },
    { "not a number", SUM, .types = TYPES(FLOATS), .run = not_a_number },
    { "a mean without division", MEAN, .types = TYPES(TAUGHT),
      .run = never_divides },
    { "a mean over n + 1", MEAN, .types = TYPES(TAUGHT), .most = 1 << 20,
      .run = divides_by_more },
    { "a mean cut to an integer", MEAN, .types = TYPES(TAUGHT),
      .run = truncates_mean },
    { "a mean that wraps", MEAN, .types = TYPE(I32), .run = wraps_mean },
    { "writes past its output", SUM, .types = TYPES(TAUGHT),
      .run = writes_past },
    { "writes before its output", SUM, .types = TYPES(TAUGHT),
      .run = writes_before },
    { "changes its input", SUM, .types = TYPES(TAUGHT), .run = changes_input },
    { "writes past its scratch", FATE_FAILED, SUM, .types = TYPES(TAUGHT),
      .run = leaves_scratch, .scratch = scratch_bytes },
    { "never clears its total", SUM, .types = TYPES(TAUGHT),
      .run = keeps_total, .scratch = scratch_bytes },
    { "goes wrong while it is timed", SUM, .types = TYPES(TAUGHT),
      .run = wears_out, .scratch = scratch_bytes },
    { 0 }
};

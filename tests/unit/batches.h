/* batches.h - a row on a place that writes down what is asked of it and fails
 * as it is told to: begin() and end() around each test. The op `twice` is made
 * up: y = z = x. */
#ifndef TETRAD_TESTS_BATCHES_H
#define TETRAD_TESTS_BATCHES_H

#include "copying.h"

#include <math.h>
#include <time.h>

#include "astray.h"
#include "matrix.h"

enum { SCRATCH = 64, INDEX = 7, LIMIT = 99 };

static inline enum status shape(struct problem *p, struct reason *why)
{
    const enum status status = copying_shape(p, why);
    p->out_count = 2;
    p->out[1] = p->out[0];
    p->out[0].name = "y";
    p->out[1].name = "z";
    return status;
}

static struct promise promised;
static struct verdict said[3]; /* by checks in turn, of right outputs */
static int checks;

static inline void check(const struct problem *p,
                         const struct promise *promise, const void *want,
                         const void *const got[], struct verdict *verdict)
{
    promised = *promise;
    *verdict = said[checks++ % 3];
    verdict->ok = true;
    verdict_same(verdict, 0, p->type, p->size, want, got[0]);
    verdict_same(verdict, 1, p->type, p->size, want, got[1]);
}

static struct op twice = { COPYING("twice") };

/* --- a variant that does as it is told ------------------------------------ */

static bool wrong, past_scratch;
static int runs;
static char found[16]; /* in the scratch of runs */

static inline enum status run(struct job *job)
{
    char *scratch = job->scratch;
    copying_run(job);
    memcpy(job->out[1], job->in[0], copying_bytes(job->problem));
    if (wrong)
        ((int32_t *)job->out[1])[SIZE / 3]++;
    if (job->scratch_bytes) {
        assert_int_equal(job->scratch_bytes, SCRATCH);
        found[runs % 16] = scratch[0];
        scratch[0] = 42;
        if (past_scratch)
            write_astray(scratch + SCRATCH);
    }
    runs++;
    return STATUS_OK;
}

static inline size_t some_scratch(const struct job *job)
{
    (void)job;
    return SCRATCH;
}

static inline size_t no_scratch(const struct job *job)
{
    fail(job->why, STATUS_DEVICE, "its scratch cannot be told");
    return SCRATCH_FAILED;
}

static inline double depth_of(const struct job *job)
{
    (void)job;
    return 42;
}

static struct variant variant;

/* --- a place that writes down --------------------------------------------- */

static struct batch batch; /* the latest */
static int entered, batches;
static enum status answer;
static bool is_lost, spoils_last; /* byte that arrives, of z */
static double seconds;
static bool lazy; /* nearly all of a batch takes no time */

static inline enum status sample(struct device *device,
                                 const struct batch *asked,
                                 struct timing *timing, struct reason *why)
{
    const struct transfer *t = asked->transfer;
    const size_t bytes = SIZE * sizeof(int32_t);
    batch = *asked;
    batches++;
    assert_int_equal(entered, INDEX); /* somebody looks on */
    if (answer)
        return fail(why, answer, "it failed");
    if (t)
        memcpy((void *)(uintptr_t)asked->jobs[0].in[0], t->in[0], bytes);
    host_meter.sample(device, asked, timing, why);
    for (int i = 0; t && i < 2; i++)
        if (t->out[i]) {
            memcpy(t->out[i], asked->jobs[0].out[i], bytes);
            ((char *)t->out[i])[bytes - 1] ^= i == 1 && spoils_last;
        }
    timing->seconds = seconds * (lazy ? 1 : asked->repeats);
    return STATUS_OK;
}

static inline bool lost(struct device *device)
{
    (void)device;
    return is_lost;
}

static inline void enter(void *context, int choice, double limit)
{
    (void)context;
    entered = choice;
    assert_true(choice == -1 || limit == LIMIT);
}

static int losses;

static inline void note_loss(void *context, int choice, const char *reason)
{
    (void)context;
    assert_int_equal(choice, INDEX);
    assert_string_equal(reason, "it failed");
    losses++;
}

static const struct watch watch = { .enter = enter, .lost = note_loss };
static struct meter meter;
static struct dataset dataset;
static struct choice choice;
static struct trial trial;

static inline void open_trial(const char *no_room)
{
    trial_open(&trial, &dataset, &targets.list[targets.count], &choice,
               no_room);
    trial_watch(&trial, &watch, INDEX, LIMIT);
}

static inline int begin(void **state)
{
    const struct dataset_wants wants = { .pins = true, .rotate = true };
    bool used[MOST_TARGETS] = { false };
    struct reason why = { "" };
    struct problem p;
    (void)state;
    memset(said, 0, sizeof said);
    variant = (struct variant){ .name = "it", .run = run };
    choice = (struct choice){ .target = targets.count, .variant = &variant };
    wrong = past_scratch = is_lost = spoils_last = false;
    runs = batches = losses = checks = 0;
    entered = -1;
    answer = STATUS_OK;
    seconds = 1e-3;
    meter = host_meter;
    meter.sample = sample;
    meter.lost = lost;
    place = host_place;
    place.meter = &meter;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    used[targets.count++] = true;
    bed_problem(&p, &twice, ELEM_I32, SIZE, NULL, 0, &why);
    dataset_open(&dataset, &p, &targets, used, &wants, &why);
    dataset_load(&dataset, OWN_INPUTS, &why);
    assert_string_equal(why.text, "");
    targets.count--;
    open_trial("");
    return 0;
}

static inline void close_trial(void)
{
    trial_close(&trial);
    free(trial.row.samples);
}

static inline int end(void **state)
{
    (void)state;
    close_trial();
    dataset_close(&dataset);
    return 0;
}

/* The same of two inputs alike. */
static inline enum status shape_with_two(struct problem *p, struct reason *why)
{
    const enum status status = shape(p, why);
    p->in_count = 2;
    p->in[1] = p->in[0];
    return status;
}

static inline int begin_with_two(void **state)
{
    twice.shape = shape_with_two;
    return begin(state);
}

static inline int end_with_two(void **state)
{
    twice.shape = shape;
    twice.validate = NULL;
    twice.planned = false;
    return end(state);
}

/* With other slots of the variant or the choice. */
static inline void anew(void)
{
    close_trial();
    open_trial("");
}

static inline void ended(enum row_status status, const char *reason)
{
    assert_false(trial.live);
    assert_int_equal(trial.row.status, status);
    assert_string_equal(trial.row.reason, reason);
    assert_int_equal(trial.row.sample_count, 0);
}

#endif

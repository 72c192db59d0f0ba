/* trial_sustain.c - the speed of a variant that does nothing but run.
 *
 * Between samples caches are made cold and other rows have their turn, so that
 * a place rests: its clock is higher then than heat and power limits let it be
 * for long. Here it runs in stretches, one at the heels of the other, each
 * short to whoever interrupts; those of the first half of the time only make
 * the place as warm as it gets. */
#include "measure/trial.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "base/stats.h"
#include "host/host.h"
#include "problem.h"

enum { MOST_REPEATS = 1 << 20 };
static const double STRETCH = 0.05; /* s */

/* What the second half came to. */
struct half {
    double *seconds;    /* of a run, in each stretch */
    size_t count, room; /* of stretches */
    size_t runs;
    double clocks;              /* Hz, of all stretches together */
    bool counter;               /* of joules, there from the begin on */
    double begin, end;          /* s */
    double joules, joules_then; /* at the end and at the begin */
};

static bool add(struct half *half, const struct timing *timing, int repeats)
{
    if (half->count == half->room) {
        const size_t room = half->room ? 2 * half->room : 64;
        double *seconds = realloc(half->seconds, room * sizeof *seconds);
        if (!seconds)
            return false;
        half->seconds = seconds;
        half->room = room;
    }
    half->seconds[half->count++] = timing->seconds / repeats;
    half->runs += (size_t)repeats;
    half->clocks += timing->clock;
    return true;
}

static bool count_joules(const struct trial *trial, double *joules)
{
    const struct meter *meter = trial->replica->place->meter;
    return meter->energy && meter->energy(trial->replica->device, joules);
}

static int repeats_of(double seconds)
{
    const double repeats = STRETCH / seconds;
    return repeats > MOST_REPEATS ? MOST_REPEATS
        : repeats > 1             ? (int)repeats
                                  : 1;
}

/* Why a stretch is none; NULL: it is counted, if it is of the half. */
static const char *run_stretch(struct trial *trial, double *one,
                               struct half *half)
{
    const int repeats = repeats_of(*one);
    struct timing timing = { 0 };
    if (trial_run(trial, false, repeats, &timing))
        return trial->why.text;
    *one = timing.seconds / repeats;
    if (!(*one > 0))
        return "the clock did not advance";
    return !half || add(half, &timing, repeats) ? NULL
                                                : "no memory for stretches";
}

/* A run may take longer than all of the time: the half has one all the same.
 * Joules are counted by a clock of their own: counters tick slowly. */
static const char *run_for(struct trial *trial, double seconds,
                           struct half *half)
{
    const double begin = host_clock();
    const char *fault = NULL;
    double one = trial->last > 0 ? trial->last : STRETCH;
    while (!fault && !interrupted) {
        const double now = host_clock();
        const bool counted = now - begin >= seconds / 2;
        if (now - begin >= seconds && half->count)
            break;
        if (counted && !half->count) {
            half->counter = count_joules(trial, &half->joules_then);
            half->begin = host_clock();
        }
        fault = run_stretch(trial, &one, counted ? half : NULL);
    }
    half->counter = half->counter && count_joules(trial, &half->joules);
    half->end = host_clock();
    return fault;
}

static void tell(struct sustained *sustained, const struct half *half)
{
    sustained->seconds = stats_of(half->seconds, half->count).median;
    sustained->runs = half->runs;
    if (half->clocks > 0)
        sustained->clock = half->clocks / (double)half->count;
    else
        snprintf(sustained->clock_reason, REASON_ROOM, "no clock is watched");
    if (!half->counter)
        snprintf(sustained->watts_reason, REASON_ROOM,
                 "no energy counter can be read");
    else if (!(half->joules > half->joules_then))
        snprintf(sustained->watts_reason, REASON_ROOM,
                 "the energy counter did not move");
    else
        sustained->watts =
            (half->joules - half->joules_then) / (half->end - half->begin);
}

void trial_no_sustain(struct trial *trial, const char *reason)
{
    snprintf(trial->row.sustained_reason, sizeof trial->row.sustained_reason,
             "%s", reason);
}

void trial_sustain(struct trial *trial, struct dataset *dataset,
                   double seconds)
{
    struct half half = { 0 };
    if (trial->replica->status) { /* by a row before */
        trial_fail(trial, ROW_FAILED, trial->replica->why.text);
        return;
    }
    if (problem_refreshes(&dataset->problem)) {
        trial_no_sustain(trial, "its output is refreshed before each run");
        return;
    }
    if (dataset_ready(dataset, trial->replica, &trial->why)) {
        trial_fail(trial, ROW_FAILED, trial->why.text);
        return;
    }
    trial->steady = true;
    const char *fault = run_for(trial, seconds, &half);
    trial->steady = false;
    if (fault)
        trial_fail(trial, ROW_FAILED, fault);
    else if (!interrupted && trial->row.checked) {
        trial_check_last(trial, dataset);
        trial_check_fresh(trial, dataset,
                          stats_of(half.seconds, half.count).median);
    }
    if (trial->live && !interrupted)
        tell(&trial->row.sustained, &half);
    free(half.seconds);
}

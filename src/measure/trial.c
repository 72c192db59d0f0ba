/* trial.c - running and sampling one row. */
#include "measure/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/host.h"

static const double SLOW_MOST = 5;     /* s of low clocks in a row */
static const double SLOW_PAUSE = 0.02; /* s after each, to let it rise */

/* --- running ------------------------------------------------------------- */

/* A place is lost to all when one variant left it unusable. */
static void check_lost(struct trial *trial)
{
    struct replica *replica = trial->replica;
    const struct meter *meter = replica->place->meter;
    if (!meter->lost || !meter->lost(replica->device))
        return;
    watch_lost(trial->watch, trial->index, trial->why.text);
    replica->status = fail(&replica->why, STATUS_DEVICE,
                           "%s/%s made the %s "
                           "unusable: %.200s",
                           trial->row.backend, trial->row.variant,
                           replica->place->name, trial->why.text);
}

/* Of what it may damage, until somebody looks. */
static void suspect(struct trial *trial)
{
    struct replica *replica = trial->replica;
    for (int k = 0; k < WHOLES; k++)
        if (replica->whole >> k & 1)
            replica->suspect[k] = trial->choice;
        else if (replica->suspect[k] != trial->choice)
            replica->suspect[k] = NULL;
    replica->whole = 0;
}

static enum status run_batch(struct trial *trial, bool cold, bool rough,
                             int repeats, struct timing *timing)
{
    struct replica *replica = trial->replica;
    const struct batch batch = {
        .variant = trial->variant,
        .jobs = trial->jobs,
        .job_count = replica->sets,
        .repeats = repeats,
        .loaded = trial->started,
        .cold = cold,
        .steady = trial->steady,
        .rough = rough,
        .transfer = trial->choice->transfers ? &trial->transfer : NULL,
        .profile = trial->profile,
        .late = trial->late,
    };
    trial_lend(trial);
    suspect(trial);
    watch_enter(trial->watch, trial->index, trial->limit);
    const enum status status = trial_call_run(trial, &batch, timing);
    watch_enter(trial->watch, -1, 0);
    trial->started = true;
    trial->ran = repeats < replica->sets ? repeats : replica->sets;
    if (status)
        check_lost(trial);
    return status;
}

enum status trial_run(struct trial *trial, bool cold, int repeats,
                      struct timing *timing)
{
    return run_batch(trial, cold, false, repeats, timing);
}

/* What a run finds in its scratch: a byte everywhere, or in turn what the run
 * before it left, which is the likeliest to pass for its own. */
static enum status dirty_scratch(struct trial *trial)
{
    static const int bytes[] = { 0xFF, 0x01, 0x00, 0x7A };
    const unsigned turn = trial->dirtied++;
    if (trial->variant->traits & KEEPS_STATE || turn % 2)
        return STATUS_OK;
    return buffer_poison(&trial->scratch, bytes[turn / 2 % 4], &trial->why);
}

/* Outputs poisoned, in host memory too where they shall arrive there, and
 * inputs spoiled where they shall come from there: no copy may be left out. */
static enum status prepare(struct trial *trial, struct dataset *dataset)
{
    const struct problem *p = &dataset->problem;
    enum status status = dataset_ready(dataset, trial->replica, &trial->why);
    if (!status)
        status = dirty_scratch(trial);
    if (!status && trial->choice->transfers)
        status = dataset_spoil(dataset, trial->replica, &trial->why);
    for (int i = 0; i < p->out_count && !status; i++)
        if (trial->transfer.out[i])
            memset(trial->transfer.out[i], 0x7A,
                   trial->replica->set[0].out[i].bytes);
    return status;
}

/* Ends a trial whose run, or place, says what is wrong. */
static void end_by(struct trial *trial, enum status status)
{
    const bool lacks = status == STATUS_MISSING && !trial->replica->status;
    trial_fail(trial, lacks ? ROW_SKIPPED : ROW_FAILED, trial->why.text);
}

static bool run_roughly(struct trial *trial, struct dataset *dataset,
                        int repeats)
{
    struct replica *replica = trial->replica;
    struct timing timing = { 0 };
    enum status status = replica->status;
    if (status)
        trial->why = replica->why;
    if (!status)
        status = prepare(trial, dataset);
    if (!status)
        status = run_batch(trial, false, true, repeats, &timing);
    trial->last = timing.seconds;
    if (status && trial->choice->transfers && !replica->status)
        replica->status = dataset_restore(dataset, replica);
    if (status)
        end_by(trial, status);
    return !status;
}

bool trial_run_once(struct trial *trial, struct dataset *dataset)
{
    return run_roughly(trial, dataset, 1);
}

bool trial_run_late(struct trial *trial, struct dataset *dataset, int repeats,
                    struct late *late)
{
    const double last = trial->last;
    trial->late = late;
    const bool ran = run_roughly(trial, dataset, repeats);
    trial->late = NULL;
    trial->last = last;
    return ran;
}

/* --- sampling ------------------------------------------------------------ */

static bool grow(struct trial *trial)
{
    const size_t room = trial->room ? 2 * trial->room : 64;
    double *samples = realloc(trial->row.samples, room * sizeof *samples);
    if (samples)
        trial->row.samples = samples;
    double *clocks = realloc(trial->clocks, room * sizeof *clocks);
    if (clocks)
        trial->clocks = clocks;
    if (samples && clocks)
        trial->room = room;
    return samples && clocks;
}

static bool append(struct trial *trial, double seconds, double clock)
{
    struct row *row = &trial->row;
    if (row->sample_count == trial->room && !grow(trial))
        return false;
    trial->clocks[row->sample_count] = clock;
    row->samples[row->sample_count++] = seconds;
    return true;
}

static void give_up(struct trial *trial, const struct timing *timing)
{
    char text[160];
    snprintf(text, sizeof text,
             "no time to trust: for %.0f s the clock was "
             "under 90 %% of what it is when warm (%.0f MHz last): heat, or a "
             "power limit",
             SLOW_MOST, timing->clock * 1e-6);
    trial_fail(trial, ROW_FAILED, text);
}

/* All that a run may touch: its arrays and its scratch. */
static enum status flush(struct trial *trial, const struct dataset *dataset)
{
    struct replica *replica = trial->replica;
    struct span spans[2 * OP_ARRAYS + 1];
    int count = 0;
    for (int i = 0; i < dataset->problem.in_count; i++)
        spans[count++] = (struct span){ replica->set[0].in[i].data,
                                        replica->set[0].in[i].bytes };
    for (int i = 0; i < dataset->problem.out_count; i++)
        spans[count++] = (struct span){ replica->set[0].out[i].data,
                                        replica->set[0].out[i].bytes };
    spans[count++] =
        (struct span){ trial->scratch.data, trial->scratch.bytes };
    return replica->place->meter->flush(replica->device, spans, count,
                                        &trial->why);
}

/* Everything of a sample but its bookkeeping. */
static enum status take(struct trial *trial, struct dataset *dataset,
                        bool cold, int repeats, struct timing *timing)
{
    struct replica *replica = trial->replica;
    enum status status = replica->status;
    if (status)
        trial->why = replica->why;
    if (cold)
        dataset_turn(replica);
    if (!status)
        status = prepare(trial, dataset);
    if (!status && cold)
        status = flush(trial, dataset);
    if (!status && trial->target->backend->wake)
        trial->target->backend->wake(replica->device);
    return status ? status : trial_run(trial, cold, repeats, timing);
}

/* A low clock is the machine's doing, not the code's: such a sample goes, and
 * the machine is left alone for a while. */
enum status trial_take(struct trial *trial, struct dataset *dataset, bool cold,
                       int repeats, struct timing *timing)
{
    const struct timespec pause = { .tv_nsec = (long)(SLOW_PAUSE * 1e9) };
    const double begin = host_clock();
    for (;;) {
        const enum status status = take(trial, dataset, cold, repeats, timing);
        if (status || !timing->slow)
            return status;
        trial->row.dropped++;
        if (host_clock() - begin > SLOW_MOST)
            return STATUS_OK;
        nanosleep(&pause, NULL);
    }
}

void trial_sample(struct trial *trial, struct dataset *dataset, bool cold,
                  int repeats)
{
    struct timing timing = { 0 };
    const double begin = host_clock();
    const struct pace pace = pacing_now(trial->target, cold);
    const enum status status =
        trial_take(trial, dataset, cold, repeats, &timing);
    trial->spent += host_clock() - begin;
    trial->last = timing.seconds / repeats;
    if (status)
        end_by(trial, status);
    else if (timing.slow)
        give_up(trial, &timing);
    else if (!(timing.seconds > 0) || !isfinite(timing.seconds))
        trial_fail(trial, ROW_FAILED, "the clock did not advance");
    else if (!append(trial, trial->last, timing.clock))
        trial_fail(trial, ROW_FAILED, "no memory for samples");
    else
        pacing_add(&trial->pacing, &pace);
    if (trial->live && trial->row.checked)
        trial_look(trial, dataset);
}

void trial_forget(struct trial *trial)
{
    trial->row.sample_count = trial->before;
    trial->row.dropped = trial->dropped_before;
    trial->pacing.count = 0;
    trial->spent = trial->looked = 0;
}

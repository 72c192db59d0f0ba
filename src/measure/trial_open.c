/* trial_open.c - what a row needs to run, or why it cannot; and its end. */
#include "measure/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "plan/naming.h"
#include "matrix.h"

/* A run that takes so many times --timeout, and so many seconds, hangs. */
static const double HANGS = 10, HANGS_LEAST = 10;

void trial_fail(struct trial *trial, enum row_status status,
                const char *reason)
{
    struct row *row = &trial->row;
    trial->live = false;
    row->status = status;
    row->sample_count = 0; /* nothing wrong has a speed */
    snprintf(row->reason, sizeof row->reason, "%s", reason);
}

static const char *refusal(const struct variant *variant,
                           const struct problem *p, char *text, size_t room)
{
    const unsigned types = variant_types(p->op, variant);
    if (variant_absent(variant))
        return variant_absent(variant);
    if (!(types >> p->type & 1)) {
        size_t used = (size_t)snprintf(text, room, "takes only");
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
            if (types >> t & 1 && used < room)
                used += (size_t)snprintf(text + used, room - used, " %s",
                                         elem_name((enum elem)t));
        return text;
    }
    return variant->refuses ? variant->refuses(p) : NULL;
}

static void lend_set(struct trial *trial, int k)
{
    const struct arrays *set = &trial->replica->set[k];
    struct job *job = &trial->jobs[k];
    const struct problem *p = job->problem;
    for (int i = 0; i < p->in_count; i++)
        job->in[i] = set->in[i].data;
    for (int i = 0; i < p->out_count; i++) {
        job->out[i] = set->out[i].data;
        if (p->out[i].from)
            job->in[array_index(p->out[i].from)] = job->out[i];
    }
}

void trial_lend(struct trial *trial)
{
    for (int k = 0; k < trial->replica->sets; k++)
        lend_set(trial, k);
}

static void lend_transfer(struct trial *trial, const struct dataset *dataset)
{
    const struct replica *replica = trial->replica;
    struct transfer *t = &trial->transfer;
    t->pinned = trial->choice->pinned;
    for (int i = 0; i < dataset->problem.in_count; i++)
        t->in[i] = t->pinned ? replica->pinned_in[i]
                             : dataset->replicas[0].set[0].in[i].data;
    if (trial->choice->transfers == TRANSFERS_BOTH)
        for (int i = 0; i < dataset->problem.out_count; i++)
            t->out[i] =
                t->pinned ? replica->pinned_out[i] : dataset->landed[i];
}

static enum status lend_scratch(struct trial *trial, bool tight)
{
    size_t bytes;
    enum status status = trial_call_scratch(trial, &bytes);
    if (!status)
        status = buffer_open(&trial->scratch, trial->replica->place,
                             trial->replica->device, bytes,
                             (struct fit){ .tight = tight, .aligned = true },
                             &trial->why);
    if (!status)
        status = trial->replica->place->set(trial->replica->device,
                                            trial->scratch.data, 0, bytes,
                                            &trial->why);
    for (int k = 0; k < trial->replica->sets; k++) {
        trial->jobs[k].scratch = trial->scratch.data;
        trial->jobs[k].scratch_bytes = bytes;
    }
    return status;
}

void trial_open(struct trial *trial, struct dataset *dataset,
                struct target *target, const struct choice *choice,
                const char *no_room)
{
    char text[128];
    memset(trial, 0, sizeof *trial);
    trial->choice = choice;
    trial->variant = choice->variant;
    trial->target = target;
    name_row(&trial->row, &dataset->problem, target, choice);
    const char *no =
        refusal(choice->variant, &dataset->problem, text, sizeof text);
    if (no) {
        trial_fail(trial, ROW_SKIPPED, no);
        return;
    }
    trial->replica = dataset_replica(dataset, target->backend->place);
    if (no_room[0]) {
        trial_fail(trial, ROW_FAILED, no_room);
        return;
    }
    if (!trial->replica) /* the host, which is first, could not be set up */
        trial->replica = &dataset->replicas[0];
    if (trial->replica->status) {
        trial_fail(trial, ROW_FAILED, trial->replica->why.text);
        return;
    }
    for (int k = 0; k < trial->replica->sets; k++)
        trial->jobs[k] = (struct job){ .problem = &dataset->problem,
                                       .variant = trial->variant,
                                       .device = trial->replica->device,
                                       .why = &trial->why };
    trial_lend(trial);
    lend_transfer(trial, dataset);
    trial->live = true;
    if (lend_scratch(trial, dataset->wants.tight))
        trial_fail(trial, ROW_FAILED, trial->why.text);
}

void trial_resume(struct trial *trial, const struct row *before)
{
    const size_t count = before->sample_count;
    double *samples = malloc(count * sizeof *samples);
    trial->clocks = malloc(count * sizeof *trial->clocks);
    if (!samples || !trial->clocks) {
        free(samples);
        trial_fail(trial, ROW_FAILED, "no memory for samples");
        return;
    }
    memcpy(samples, before->samples, count * sizeof *samples);
    for (size_t i = 0; i < count; i++)
        trial->clocks[i] = before->clock;
    trial->row = *before;
    trial->row.samples = samples;
    trial->room = trial->before = count;
    trial->dropped_before = before->dropped;
    trial->outputs = before->outputs;
}

size_t trial_samples(const struct trial *trial)
{
    return trial->row.sample_count - trial->before;
}

double trial_limit(const struct options *options)
{
    return fmax(HANGS * options->timeout, HANGS_LEAST);
}

void trial_watch(struct trial *trial, const struct watch *watch, int index,
                 double limit)
{
    trial->watch = watch;
    trial->index = index;
    trial->limit = limit;
}

/* --- the end ------------------------------------------------------------- */

void trial_end_start(struct trial *trial)
{
    struct row *row = &trial->row;
    if (trial->counted || !trial->live || !trial_samples(trial) ||
        row->start_count == STARTS_MOST)
        return;
    pacing_tell(&trial->pacing, row);
    row->start[row->start_count++] = trial_samples(trial);
    trial->counted = true;
}

void trial_close(struct trial *trial)
{
    struct row *row = &trial->row;
    if (row->sample_count && trial->clocks)
        row->clock = stats_of(trial->clocks, row->sample_count).median;
    trial_end_start(trial);
    row->outputs = trial->outputs;
    pacing_free(&trial->pacing);
    free(trial->clocks);
    buffer_close(&trial->scratch);
}

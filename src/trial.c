/* trial.c - preparing, checking and sampling one row. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "params.h"

enum { REPEATS = 4 };

void trial_fail(struct trial *trial, enum row_status status,
                const char *reason)
{
    struct row *row = &trial->row;
    trial->live = false;
    row->status = status;
    row->sample_count = 0; /* nothing wrong has a speed */
    snprintf(row->reason, sizeof row->reason, "%s", reason);
}

static void name_params(struct row *row, const struct problem *p)
{
    for (int i = 0; p->op->params[i].name; i++) {
        const struct param *param = &p->op->params[i];
        const int k = row->param_count;
        if (param->follows_size && !p->param[i].i)
            continue;
        snprintf(row->params[k].name, sizeof row->params[k].name, "%s",
                 param->name);
        params_print(param, &p->param[i], row->params[k].value,
                     sizeof row->params[k].value);
        row->param_count++;
    }
}

static void name_row(struct row *row, const struct problem *p,
                     const struct seat *seat, const struct variant *variant)
{
#define NAME(field, text) snprintf(row->field, sizeof row->field, "%s", text)
    NAME(op, p->op->name);
    NAME(backend, seat->backend->name);
    NAME(variant, variant->name);
    NAME(type, elem_name(p->type));
    NAME(ladder, variant->ladder ? variant->ladder : "");
    NAME(stopped_by, "");
    if (p->input_path)
        NAME(dist, "file");
    else if (p->dist->takes_argument)
        snprintf(row->dist, sizeof row->dist, "%s:%g", p->dist->name,
                 p->dist_argument);
    else
        NAME(dist, p->dist->name);
    name_params(row, p);
#undef NAME
    row->step = variant->step;
    row->best = variant->best;
    row->n = p->size;
    row->first_bad = -1;
    row->repeatable = -1;
}

static const char *refusal(const struct variant *variant,
                           const struct problem *p, char *text, size_t room)
{
    if (!(variant->types >> p->type & 1)) {
        size_t used = (size_t)snprintf(text, room, "takes only");
        for (int t = 0; t < ELEM_COUNT; t++)
            if (variant->types >> t & 1 && used < room)
                used += (size_t)snprintf(text + used, room - used, " %s",
                                         elem_name((enum elem)t));
        return text;
    }
    return variant->refuses ? variant->refuses(p) : NULL;
}

static void lend_arrays(struct trial *trial, const struct stage *stage)
{
    const struct problem *p = &stage->problem;
    for (int i = 0; i < p->in_count; i++)
        trial->job.in[i] = trial->site->in[i].data;
    for (int i = 0; i < p->out_count; i++) {
        trial->job.out[i] = trial->site->out[i].data;
        if (p->out[i].from >= 0)
            trial->job.in[p->out[i].from] = trial->job.out[i];
    }
}

static enum status lend_scratch(struct trial *trial)
{
    struct job *job = &trial->job;
    const size_t bytes = trial->variant->scratch
        ? trial->variant->scratch(job) : 0;
    enum status status = trial->why.text[0] ? STATUS_DEVICE : STATUS_OK;
    if (!status)
        status = buffer_open(&trial->scratch, trial->site->place,
                             trial->site->device, bytes, 0, &trial->why);
    if (!status)
        status = trial->site->place->set(trial->site->device,
                                         trial->scratch.data, 0, bytes,
                                         &trial->why);
    job->scratch = trial->scratch.data;
    job->scratch_bytes = bytes;
    return status;
}

void trial_open(struct trial *trial, struct stage *stage, struct seat *seat,
                const struct variant *variant, const char *no_room)
{
    char text[128];
    memset(trial, 0, sizeof *trial);
    trial->variant = variant;
    trial->seat = seat;
    name_row(&trial->row, &stage->problem, seat, variant);
    const char *no = refusal(variant, &stage->problem, text, sizeof text);
    if (no) {
        trial_fail(trial, ROW_SKIPPED, no);
        return;
    }
    trial->site = stage_site(stage, seat->backend->place);
    if (no_room[0]) {
        trial_fail(trial, ROW_FAILED, no_room);
        return;
    }
    if (!trial->site) /* the host, which is first, could not be set up */
        trial->site = &stage->sites[0];
    if (trial->site->status) {
        trial_fail(trial, ROW_FAILED, trial->site->why.text);
        return;
    }
    trial->job.problem = &stage->problem;
    trial->job.device = trial->site->device;
    trial->job.why = &trial->why;
    lend_arrays(trial, stage);
    trial->live = true;
    if (lend_scratch(trial))
        trial_fail(trial, ROW_FAILED, trial->why.text);
}

/* The whole of a site is lost when one of its variants left it unusable. */
static bool run_once(struct trial *trial, struct stage *stage)
{
    struct site *site = trial->site;
    enum status status = site->status;
    if (status)
        trial->why = site->why;
    if (!status)
        status = stage_ready(stage, site, &trial->why);
    if (!status)
        status = site->place->sample(site->device, trial->variant,
                                     &trial->job, 1, trial->started,
                                     &trial->last);
    trial->started = true;
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    return !status;
}

static void judge(struct trial *trial, const struct verdict *verdict)
{
    struct row *row = &trial->row;
    row->checked = true;
    row->check_ok = verdict->ok;
    if (verdict->max_ulp > row->max_ulp)
        row->max_ulp = verdict->max_ulp;
    if (verdict->ok)
        return;
    char text[sizeof row->reason];
    row->first_bad = (int64_t)verdict->first_bad;
    snprintf(text, sizeof text, "%s", verdict->text);
    trial_fail(trial, ROW_WRONG, text);
}

/* What a run left; *outputs is its hash. */
static void check_outputs(struct trial *trial, struct stage *stage,
                          uint64_t *outputs)
{
    struct verdict verdict;
    const double depth = trial->variant->depth
        ? trial->variant->depth(&trial->job)
        : (double)(stage->problem.in_count ? stage->problem.in[0].count : 1);
    enum status status = stage_check(stage, trial->site, depth, &verdict,
                                     &trial->why);
    if (!status)
        status = buffer_intact(&trial->scratch, "its scratch", &trial->why);
    if (!status)
        status = stage_outputs(stage, trial->site, outputs, &trial->why);
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    else
        judge(trial, &verdict);
}

void trial_check(struct trial *trial, struct stage *stage)
{
    if (trial->live && run_once(trial, stage))
        check_outputs(trial, stage, &trial->outputs);
}

void trial_repeat(struct trial *trial, struct stage *stage, double most)
{
    const double fit = trial->last > 0 ? most / trial->last : REPEATS;
    const int repeats = fit < 1 ? 1 : fit < REPEATS ? (int)fit : REPEATS;
    const uint64_t first = trial->outputs;
    bool same = true;
    for (int i = 0; i < repeats && trial->live; i++) {
        trial_check(trial, stage);
        same = same && trial->outputs == first;
    }
    if (trial->live)
        trial->row.repeatable = same;
}

void trial_check_last(struct trial *trial, struct stage *stage)
{
    uint64_t outputs = trial->outputs;
    if (trial->live)
        check_outputs(trial, stage, &outputs);
    if (trial->live && outputs != trial->outputs)
        trial->row.repeatable = 0;
}

static bool append(struct trial *trial, double seconds)
{
    struct row *row = &trial->row;
    if (row->sample_count == trial->room) {
        const size_t room = trial->room ? 2 * trial->room : 64;
        double *more = realloc(row->samples, room * sizeof *more);
        if (!more)
            return false;
        row->samples = more;
        trial->room = room;
    }
    row->samples[row->sample_count++] = seconds;
    return true;
}

void trial_sample(struct trial *trial, struct stage *stage, bool cold,
                  int repeats)
{
    struct site *site = trial->site;
    double seconds = 0;
    const double begin = host_clock();
    enum status status = stage_ready(stage, site, &trial->why);
    if (!status && cold)
        status = site->place->chill(site->device, &trial->why);
    if (!status && trial->seat->backend->rouse)
        trial->seat->backend->rouse(site->device);
    if (!status)
        status = site->place->sample(site->device, trial->variant,
                                     &trial->job, repeats, true, &seconds);
    trial->spent += host_clock() - begin;
    trial->last = seconds / repeats;
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    else if (!(seconds > 0) || !isfinite(seconds))
        trial_fail(trial, ROW_FAILED, "the clock did not advance");
    else if (!append(trial, trial->last))
        trial_fail(trial, ROW_FAILED, "no memory for samples");
}

void trial_close(struct trial *trial)
{
    buffer_close(&trial->scratch);
}

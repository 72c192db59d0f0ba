/* small.c - runs of small problems: of the least that an operation takes, which
 * are timed, too, and of one that is no multiple of what a vector, a warp or a
 * tile holds. There a bound allows few roundings, so that whoever computes with
 * fewer digits than the type has is wrong.
 *
 * A variant's time at n -> 0 is its time on the least problem: what is
 * launched, woken and waited for is all in it. */
#include "measure/small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/stats.h"
#include "host/host.h"
#include "measure/trial.h"
#include "problem.h"

enum {
    LEAST_MOST = 64, /* the least problem is no larger */
    ODD = 31,        /* elements of the other */
    SAMPLES = 15,
    LEAST_SAMPLES = 5
};
static const double MOST_TIME = 0.25; /* s of samples a choice */
static const double LATEST = 1;       /* s of the least samples */

/* One pass over the choices of a case, at one size. */
struct pass {
    struct targets *targets;
    const struct case_plan *c;
    const struct options *options;
    const struct watch *watch;
    struct small *of;
    bool timed;
};

static bool is_wanted(const struct pass *pass, int choice)
{
    return !pass->of[choice].known &&
        (!pass->c->without || !pass->c->without[choice]);
}

/* --- a choice ------------------------------------------------------------- */

/* Few samples of what is slow, but one. What they left is looked at, too. */
static double time_of(struct trial *trial, struct dataset *dataset, bool cold)
{
    const double begin = host_clock();
    for (int i = 0; i < SAMPLES && trial->live && !interrupted &&
         (host_clock() - begin < (i < LEAST_SAMPLES ? LATEST : MOST_TIME) ||
          i == 0);
         i++)
        trial_sample(trial, dataset, cold, 1);
    trial_check_intact(trial, dataset);
    return trial->live && trial->row.sample_count
        ? stats_of(trial->row.samples, trial->row.sample_count).median
        : 0;
}

/* What it refuses at this size nobody asked of it. */
static void note_fault(struct small *small, const struct trial *trial)
{
    char text[sizeof trial->row.reason + 32];
    const struct row *row = &trial->row;
    if (small->reason || row->status == ROW_OK || row->status == ROW_SKIPPED)
        return;
    snprintf(text, sizeof text, "at n = %zu: %s", row->n, row->reason);
    small->status = row->status;
    small->reason = strdup(text);
}

/* Opened, used and closed one by one: nothing here is to be compared. */
static void try_choice(const struct pass *pass, struct dataset *dataset, int i)
{
    const struct choice *choice = &pass->c->choices[i];
    struct small *small = &pass->of[i];
    struct trial trial;
    trial_open(&trial, dataset, &pass->targets->list[choice->target], choice,
               "");
    trial_watch(&trial, pass->watch, i, trial_limit(pass->options));
    trial_check_ended(&trial, dataset);
    if (pass->timed && trial.live)
        small->overhead = time_of(&trial, dataset, !pass->options->hot);
    if (!pass->options->no_check && !interrupted)
        note_fault(small, &trial);
    trial_close(&trial);
    free(trial.row.samples);
}

/* --- a case --------------------------------------------------------------- */

static void try_all(const struct pass *pass, const struct problem *problem)
{
    const struct case_plan *c = pass->c;
    bool used[MOST_TARGETS] = { false };
    struct dataset_wants wants = { 0 };
    struct dataset dataset;
    struct reason why;
    for (int i = 0; i < c->choice_count; i++) {
        used[c->choices[i].target] = true;
        wants.pins = wants.pins || c->choices[i].pinned;
    }
    watch_show(pass->watch, "running small problems");
    watch_size(pass->watch, problem->size);
    if (!dataset_open(&dataset, problem, pass->targets, used, &wants, &why) &&
        !dataset_load(&dataset, OWN_INPUTS, &why))
        for (int i = 0; i < c->choice_count && !interrupted; i++)
            if (is_wanted(pass, i))
                try_choice(pass, &dataset, i);
    dataset_close(&dataset);
    watch_size(pass->watch, 0);
}

static void find_out(struct pass *pass)
{
    const struct case_plan *c = pass->c;
    struct problem problem;
    size_t least = 1;
    while (least <= LEAST_MOST && !case_of_size(c, least, &problem))
        least *= 2;
    pass->timed = true;
    if (least <= LEAST_MOST)
        try_all(pass, &problem);
    pass->timed = false;
    if (!pass->options->no_check && case_of_size(c, ODD, &problem))
        try_all(pass, &problem);
    for (int i = 0; i < c->choice_count && !interrupted; i++)
        pass->of[i].known = pass->of[i].known || is_wanted(pass, i);
}

/* --- asked for case after case -------------------------------------------- */

static struct small *find_list(struct smalls *known, const struct case_plan *c)
{
    for (int i = 0; i < known->count; i++)
        if (known->lists[i].choices == c->choices &&
            known->lists[i].type == c->problem.type)
            return known->lists[i].of;
    if (known->count == SMALLS_MOST)
        return NULL;
    struct small *of = calloc((size_t)c->choice_count, sizeof *of);
    if (!of)
        return NULL;
    known->lists[known->count].choices = c->choices;
    known->lists[known->count].type = c->problem.type;
    known->lists[known->count].choice_count = c->choice_count;
    known->lists[known->count++].of = of;
    return of;
}

const struct small *smalls_of(struct smalls *known, struct targets *targets,
                              const struct case_plan *c,
                              const struct options *options,
                              const struct watch *watch)
{
    struct pass pass = { targets, c, options, watch,
                         .of = find_list(known, c) };
    bool any = false;
    for (int i = 0; i < c->choice_count && pass.of; i++)
        any = any || is_wanted(&pass, i);
    if (any)
        find_out(&pass);
    return pass.of;
}

void smalls_free(struct smalls *known)
{
    for (int i = 0; i < known->count; i++) {
        for (int k = 0; k < known->lists[i].choice_count; k++)
            free(known->lists[i].of[k].reason);
        free(known->lists[i].of);
    }
    known->count = 0;
}

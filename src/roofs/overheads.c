/* overheads.c - what a run costs before it has anything to do.
 *
 * A variant's time at n -> 0 is its time on the smallest problem that the
 * operation takes. What is launched, woken and waited for is all in it. It is
 * measured once for the cases of an op and type. */
#include "roofs/overheads.h"

#include <stdlib.h>

#include "base/stats.h"
#include "host/host.h"
#include "problem.h"
#include "base/interrupt.h"
#include "measure/trial.h"

enum { SAMPLES = 15, LEAST_SAMPLES = 5, LARGEST = 64 };
static const double MOST_TIME = 0.25; /* s a choice */
static const double LIMIT = 10;       /* s a run */

static bool smallest(const struct case_plan *c, struct problem *p)
{
    for (size_t size = 1; size <= LARGEST; size *= 2)
        if (case_of_size(c, size, p))
            return true;
    return false;
}

static double time_of(struct trial *trial, struct dataset *dataset,
                      const struct options *options)
{
    const double begin = host_clock();
    trial_check(trial, dataset);
    for (int i = 0; i < SAMPLES && trial->live && !interrupted &&
         (i < LEAST_SAMPLES || host_clock() - begin < MOST_TIME);
         i++)
        trial_sample(trial, dataset, !options->hot, 1);
    return trial->live && trial->row.sample_count
        ? stats_of(trial->row.samples, trial->row.sample_count).median
        : 0;
}

/* Opened, used and closed one by one: nothing here is to be compared. */
static double overhead_of(struct dataset *dataset, struct targets *targets,
                          const struct choice *choice, int index,
                          const struct options *options,
                          const struct watch *watch)
{
    struct trial trial;
    double seconds = 0;
    trial_open(&trial, dataset, &targets->list[choice->target], choice, "");
    trial_watch(&trial, watch, index, LIMIT);
    if (trial.live)
        seconds = time_of(&trial, dataset, options);
    trial_close(&trial);
    free(trial.row.samples);
    return seconds;
}

static void measure_all(struct targets *targets, const struct case_plan *c,
                        const struct options *options,
                        const struct watch *watch, double *overheads)
{
    bool used[MOST_TARGETS] = { false };
    struct dataset_wants wants = { 0 };
    struct problem problem;
    struct dataset dataset;
    struct reason why;
    for (int i = 0; i < c->choice_count; i++) {
        overheads[i] = 0;
        used[c->choices[i].target] = true;
        wants.pins = wants.pins || c->choices[i].pinned;
    }
    if (!smallest(c, &problem))
        return;
    watch_show(watch, "timing the smallest problem");
    if (!dataset_open(&dataset, &problem, targets, used, &wants, &why) &&
        !dataset_load(&dataset, OWN_INPUTS, &why))
        for (int i = 0; i < c->choice_count && !interrupted; i++)
            if (!c->without || !c->without[i])
                overheads[i] = overhead_of(&dataset, targets, &c->choices[i],
                                           i, options, watch);
    dataset_close(&dataset);
}

/* --- asked for case after case -------------------------------------------- */

const double *overheads_of(struct overheads *known, struct targets *targets,
                           const struct case_plan *c,
                           const struct options *options,
                           const struct watch *watch)
{
    for (int i = 0; i < known->count; i++)
        if (known->lists[i].choices == c->choices &&
            known->lists[i].type == c->problem.type)
            return known->lists[i].seconds;
    if (known->count == OVERHEADS_MOST)
        return NULL;
    double *seconds = calloc((size_t)c->choice_count, sizeof *seconds);
    if (!seconds)
        return NULL;
    measure_all(targets, c, options, watch, seconds);
    if (interrupted) {
        free(seconds);
        return NULL;
    }
    known->lists[known->count].choices = c->choices;
    known->lists[known->count].type = c->problem.type;
    known->lists[known->count++].seconds = seconds;
    return seconds;
}

void overheads_free(struct overheads *known)
{
    for (int i = 0; i < known->count; i++)
        free(known->lists[i].seconds);
    known->count = 0;
}

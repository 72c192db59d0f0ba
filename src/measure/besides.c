/* besides.c - what of the rows of a case is no sample, row by row. */
#include "measure/besides.h"

#include <stdio.h>

#include "base/interrupt.h"
#include "record/judge.h"

static bool is_measured(const struct trial *trial)
{
    return trial->live && trial->row.sample_count;
}

static void show(const struct trial *trial, const char *what)
{
    char text[128];
    snprintf(text, sizeof text, "%s/%s: %s", trial->row.backend,
             trial->row.variant, what);
    watch_show(trial->watch, text);
}

void besides_first(struct trial *trials, int count, struct dataset *dataset,
                   const struct options *options)
{
    for (int i = 0; i < count && !interrupted; i++) {
        struct trial *trial = &trials[i];
        if (is_measured(trial)) {
            trial_kernels(trial);
            trial_parts(trial, dataset, !options->hot);
        }
        if (!is_measured(trial) || !options->energy)
            continue;
        show(trial, "energy");
        trial_energy(trial, dataset);
    }
}

/* Roofs are of the most threads of a sweep. */
static bool is_part(const struct options *options)
{
    const int count = options->thread_count;
    return count && options->placement.threads < options->threads[count - 1];
}

static void sustain(struct trial *trial, struct dataset *dataset,
                    const struct options *options, const struct record *roofs)
{
    char text[64];
    bool arithmetic;
    if (is_part(options) || !judge_bounds(roofs, &trial->row, &arithmetic)) {
        trial_no_sustain(trial, "no roof is known");
        return;
    }
    if (!arithmetic) {
        trial_no_sustain(trial, "not bound by arithmetic");
        return;
    }
    snprintf(text, sizeof text, "sustained, %g s", options->sustained);
    show(trial, text);
    trial_sustain(trial, dataset, options->sustained);
}

void besides_last(struct trial *trials, int count, struct dataset *dataset,
                  const struct options *options, const struct record *roofs)
{
    for (int i = 0; i < count && !interrupted; i++)
        if (is_measured(&trials[i]))
            sustain(&trials[i], dataset, options, roofs);
}

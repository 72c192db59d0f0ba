/* finishing.c - rows that are done, and those that an interruption ends. */
#include <math.h>

#include "base/interrupt.h"
#include "measure/result.h"
#include "measure/rounds.h"
#include "problem.h"

static const double HOT_SAMPLE = 1e-3; /* s: least length of a hot sample */
static const double LONG_RUN = 0.5;    /* s, after an interruption */
static const double SOON = 5e-3; /* s: runs that may be made over after one */
enum { MOST_REPEATS = 10000 };

int rounds_repeats(const struct rounds *r, const struct trial *trial)
{
    const struct problem *p = &r->dataset.problem;
    if (!r->options->hot || !(trial->last > 0))
        return 1;
    if (problem_refreshes(p))
        return 1;
    const double repeats = ceil(HOT_SAMPLE / trial->last);
    return repeats < 1           ? 1
        : repeats > MOST_REPEATS ? MOST_REPEATS
                                 : (int)repeats;
}

/* The others may take long still. */
static void tell_finished(struct rounds *r, struct trial *trial)
{
    trial_end_start(trial);
    result_of_row(trial, &r->dataset, r->options);
    watch_finished(r->watch, trial->index, &trial->row);
}

/* What was right, and as fast, on its own inputs is so on nearly these. */
static void check_timed(struct rounds *r, struct trial *trial, int repeats)
{
    if (trial->live && repeats > 1)
        trial_check_late(trial, &r->dataset, repeats);
    if (trial->live)
        trial_check_near(trial, &r->dataset, !r->options->hot);
}

/* What its last sample left was checked then where inputs are renewed, and is
 * where they are not: at once, as the next trial writes to the same outputs. */
void rounds_finish(struct rounds *r, struct trial *trial, int repeats)
{
    const double last = trial->last;
    if (!r->options->no_check) {
        if (r->renews)
            trial_check_again(trial, &r->dataset);
        else
            trial_check_last(trial, &r->dataset);
        trial->last = last;
        if (repeats > 1)
            trial_check_fresh(trial, &r->dataset, trial_shorter(trial));
        check_timed(r, trial, repeats);
    }
    if (trial->live)
        tell_finished(r, trial);
}

void rounds_finish_on_own(struct rounds *r)
{
    for (int i = 0; i < r->count; i++) {
        struct trial *trial = &r->trials[i];
        if (trial->live && trial->done && !trial->counted &&
            rounds_come_home(r))
            rounds_finish(r, trial, 1);
    }
}

/* What was interrupted is checked once more, or forgotten when that would
 * take long: whoever interrupts wants an end. Of a row that repeats, each timed
 * run has been held against what was checked, or was checked itself. */
void rounds_cut_short(struct rounds *r, struct trial *trial)
{
    const bool looked_at = trial->row.repeatable == 1;
    rounds_stop(trial, "interrupted");
    if (trial->before || (trial->last > LONG_RUN && !looked_at))
        trial_forget(trial);
    else if (trial->row.sample_count && !r->options->no_check && looked_at)
        trial_check_intact(trial, &r->dataset);
    else if (trial->row.sample_count && !r->options->no_check)
        trial_check(trial, &r->dataset);
    if (trial->live && trial->last < SOON && trial_samples(trial) &&
        !r->options->no_check)
        check_timed(r, trial, rounds_repeats(r, trial));
}

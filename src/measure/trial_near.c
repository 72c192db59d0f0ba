/* trial_near.c - whether a row takes as long on an input that it has never
 * had. */
#include "measure/trial.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "problem.h"

enum { NEAR_TURNS = 10 };            /* one of which is to be no slower than */
static const double NEAR_MOST = 1.5; /* times an input it has had, and */
static const double NEAR_LEAST = 5e-6; /* s, what clocks and caches may add */

/* One timed run into poison; false: that ended the trial. */
static bool take(struct trial *trial, struct dataset *dataset, bool cold,
                 double *seconds)
{
    struct timing timing = { 0 };
    const enum status status = trial_take(trial, dataset, cold, 1, &timing);
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    *seconds = timing.seconds;
    return !status;
}

/* The same on inputs of which one element is another; false: that ended the
 * trial, or there are none. */
static bool take_near(struct trial *trial, struct dataset *dataset, bool cold,
                      double *seconds)
{
    struct nudge nudge;
    enum status status = dataset_nudge(dataset, &nudge, &trial->why);
    const bool taken =
        !status && nudge.made && take(trial, dataset, cold, seconds);
    if (!status)
        status = dataset_settle(dataset, &nudge, &trial->why);
    if (status && trial->live)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    return taken && !status;
}

/* Held against the second of two runs on its own: the first may have had to
 * learn it again. */
void trial_check_near(struct trial *trial, struct dataset *dataset, bool cold)
{
    char text[256], had[TEXT_ROOM], new[TEXT_ROOM];
    double seen = cold ? trial_shorter(trial) : 0, near = INFINITY;
    for (int i = 0; i < NEAR_TURNS; i++) {
        if (!take_near(trial, dataset, cold, &near))
            return;
        if ((i || !cold) &&
            !(take(trial, dataset, cold, &seen) &&
              take(trial, dataset, cold, &seen)))
            return;
        if (near <= NEAR_MOST * seen + NEAR_LEAST)
            return;
    }
    text_seconds(had, seen);
    text_seconds(new, near);
    snprintf(text, sizeof text,
             "takes %s on an input that it has had, and %s on one that "
             "differs in one element: it knows the answer",
             had, new);
    trial_fail(trial, ROW_FAILED, text);
}

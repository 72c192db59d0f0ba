/* trial_near.c - whether a row is as fast on inputs that are new to it, and
 * right where what these left is in its outputs. */
#include "measure/trial.h"

#include <math.h>
#include <stdio.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "problem.h"

enum {
    TURNS = 10,          /* one of which is to be no slower than */
    OWN_RUNS = 4,        /* who keeps one answer has to learn it again */
    LATE_TURNS = 4,      /* until an element is one that matters */
    LOOKED_AT = 64 << 20 /* bytes of an input of which the answer is found in
                            some tenths of a second */
};
static const double MOST = 1.5;   /* times an input that it has had, and */
static const double LEAST = 5e-6; /* s, what clocks and caches may add */
static const double LONG = 0.1;   /* s: runs of which there are few */
static const double SOON = 2e-3;  /* s, to find the right answer */

/* What a CPU's branches take that its predictor does not know any more: it
 * learns inputs of some thousands by heart (quicksort took 9 us for a thousand
 * keys, the same each time, and 28 us for others), and where one element is
 * another all of those behind it may go other ways (32 and 103 us, 3000).
 * Samples on inputs of their own have had that in them. */
static const double BRANCHES = 60e-9; /* s an element, up to TRIAL_LEARNT, */
static const double BY_HEART = 6;     /* and so many times a run */

/* One timed run into poison; false: it ended the trial, or tells nothing. */
static bool take(struct trial *trial, struct dataset *dataset, bool cold,
                 double *seconds)
{
    struct timing timing = { 0 };
    const enum status status = trial_take(trial, dataset, cold, 1, &timing);
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    *seconds = timing.seconds;
    return !status && !timing.slow;
}

/* One run that finds in its outputs what the one before left. */
static bool run_over(struct trial *trial, struct dataset *dataset)
{
    const double last = trial->last;
    dataset->over = true;
    const bool ran = trial_run_once(trial, dataset);
    trial->last = last;
    return ran;
}

/* What a run left where elements of an input are others: checked where that
 * takes no time, or where it is what the row leaves on its own. */
static enum status look(struct trial *trial, struct dataset *dataset,
                        int which)
{
    const bool soon = dataset->took > 0 && dataset->took <= SOON;
    const bool small = array_bytes(&dataset->problem.in[which]) <= LOOKED_AT;
    if (!soon && !(small && trial_left_own(trial, dataset)))
        return STATUS_OK;
    const enum status status =
        dataset_renew(dataset, which, true, &trial->why);
    if (!status && trial->live)
        trial_check_left(trial, dataset);
    return status;
}

/* False: it ended the trial, or they cannot be others. */
static bool go_near(struct trial *trial, struct dataset *dataset, int which,
                    bool many, struct nudge *nudge)
{
    if (dataset_nudge(dataset, trial->replica, which, many, nudge,
                      &trial->why)) {
        trial_fail(trial, ROW_FAILED, trial->why.text);
        return false;
    }
    return nudge->was;
}

/* Looks at what a run on nearly its inputs left, unless it failed; false: the
 * trial has ended. */
static bool come_back(struct trial *trial, struct dataset *dataset,
                      struct nudge *nudge, bool ran)
{
    struct reason later;
    enum status status = ran ? look(trial, dataset, nudge->which) : STATUS_OK;
    dataset->over = false;
    const enum status back = dataset_come_back(dataset, trial->replica, nudge,
                                               status ? &later : &trial->why);
    status = status ? status : back;
    if (status && trial->live)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    return ran && !status && trial->live;
}

/* A run on nearly its inputs: timed, into poison, or over what the one before
 * left (seconds NULL). */
static bool run_near(struct trial *trial, struct dataset *dataset, int which,
                     bool many, bool cold, double *seconds)
{
    struct nudge nudge;
    if (!go_near(trial, dataset, which, many, &nudge))
        return false;
    const bool ran = seconds ? take(trial, dataset, cold, seconds)
                             : run_over(trial, dataset);
    return come_back(trial, dataset, &nudge, ran);
}

/* Over what nearly its inputs left it is right on its own, and over what those
 * left right on nearly its own: nobody rests where an output seems to be
 * there. */
static void check_over(struct trial *trial, struct dataset *dataset, int which,
                       bool many)
{
    if (run_over(trial, dataset))
        trial_check_own(trial, dataset);
    dataset->over = false;
    if (trial->live)
        run_near(trial, dataset, which, many, false, NULL);
}

/* The best of some runs on its own inputs. */
static bool take_own(struct trial *trial, struct dataset *dataset, bool cold,
                     double *seconds)
{
    double one;
    *seconds = INFINITY;
    for (int i = 0; i < OWN_RUNS; i++) {
        if (!take(trial, dataset, cold, &one))
            return false;
        *seconds = fmin(*seconds, one);
    }
    return true;
}

static void tell(struct trial *trial, const char *input, double own,
                 double near)
{
    char text[256], had[TEXT_ROOM], new[TEXT_ROOM];
    text_seconds(had, own);
    text_seconds(new, near);
    snprintf(
        text, sizeof text,
        "takes %s where it has had its input, and %s where %s is another: "
        "it knows the answer, or some of it",
        had, new, input);
    trial_fail(trial, ROW_FAILED, text);
}

static double most_near(const struct trial *trial, const struct problem *p,
                        int which, double own)
{
    const double branches =
        BRANCHES * fmin((double)p->in[which].count, TRIAL_LEARNT);
    const bool renewed = trial->row.renewed && !(which && p->op->planned);
    const bool learns = trial->target->backend->scope != SCOPE_GPU && !renewed;
    return MOST * own + LEAST + (learns ? fmin(branches, BY_HEART * own) : 0);
}

/* Whether it takes as long where one element is another, or many are. */
static void check_input(struct trial *trial, struct dataset *dataset,
                        int which, bool many, bool cold)
{
    const struct problem *p = &dataset->problem;
    const double usual = cold ? trial_shorter(trial) : 0;
    double own = usual, near = 0;
    for (int i = 0; i < TURNS; i++) {
        if ((interrupted && near > LONG / TURNS) ||
            !run_near(trial, dataset, which, many, cold, &near))
            return;
        if (i == 0)
            check_over(trial, dataset, which, many);
        if (!trial->live ||
            (cold && near <= most_near(trial, p, which, usual)) ||
            !take_own(trial, dataset, cold, &own) ||
            near <= most_near(trial, p, which, own))
            return;
    }
    tell(trial, p->in[which].name, own, near);
}

/* Of a plan the first input alone: it may know the others. */
void trial_check_near(struct trial *trial, struct dataset *dataset, bool cold)
{
    const bool few =
        trial->last > LONG || trial->variant->traits & KEEPS_STATE;
    const int all = dataset->problem.in_count;
    for (int which = 0; which < all && (!which || !few) && trial->live;
         which++) {
        check_input(trial, dataset, which, false, cold);
        if (trial->live)
            check_input(trial, dataset, which, true, cold);
    }
}

/* Where one element is within the bound, bits tell: who leaves its own at the
 * heels of another run, and others when there was none for a while. */
static void check_alone(struct trial *trial, struct dataset *dataset)
{
    if (trial->row.repeatable == 1 &&
        trial_run_late(trial, dataset, 1, NULL) &&
        !trial_left_own(trial, dataset) && trial->live)
        trial_fail(trial, ROW_WRONG,
                   "leaves what it has left where an element changed right "
                   "before: it takes two runs for one");
}

/* One element is another right before the last run; *same: that left what it
 * leaves on its own. */
static bool run_late(struct trial *trial, struct dataset *dataset, int which,
                     int repeats, bool *same)
{
    struct replica *replica = trial->replica;
    struct nudge nudge;
    struct late late;
    bool ran = false;
    if (!go_near(trial, dataset, which, false, &nudge))
        return false;
    enum status status =
        dataset_hold(dataset, replica, &nudge, &late, &trial->why);
    if (!status)
        ran = trial_run_late(trial, dataset, repeats, &late);
    const enum status spread =
        dataset_spread(dataset, replica, &nudge, &late, &trial->why);
    status = status ? status : spread;
    if (status && trial->live)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    *same = ran && trial->live && trial_left_own(trial, dataset);
    if (*same)
        check_alone(trial, dataset);
    return come_back(trial, dataset, &nudge, ran && trial->live);
}

void trial_check_late(struct trial *trial, struct dataset *dataset,
                      int repeats)
{
    const bool plan = trial->variant->traits & KEEPS_STATE;
    const int inputs = plan ? 1 : dataset->problem.in_count;
    if (!trial->replica->place->paged || trial->choice->transfers)
        return;
    for (int which = 0; which < inputs && trial->live; which++) {
        bool same = true;
        for (int i = 0; i < LATE_TURNS && same && trial->live; i++)
            if (!run_late(trial, dataset, which, repeats, &same))
                break;
    }
}

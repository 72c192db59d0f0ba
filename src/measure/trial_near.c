/* trial_near.c - whether a row is as fast on inputs that are new to it, and
 * right where what these left is in its outputs. */
#include "measure/trial.h"

#include <math.h>
#include <stdio.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "problem.h"

enum {
    TURNS = 10,  /* one of which is to be no slower than */
    OWN_RUNS = 4 /* who keeps one answer has to learn it again */
};
static const double MOST = 1.5;   /* times an input that it has had, and */
static const double LEAST = 5e-6; /* s, what clocks and caches may add */
static const double LONG = 0.1;   /* s: runs of which there are few */
static const double SOON = 2e-3;  /* s, to find the right answer */

/* What a CPU's branches take that its predictor does not know any more, where
 * many elements are others: it learns inputs of some thousands by heart
 * (quicksort took 9 us for a thousand keys, the same each time, and 28 us for
 * others). */
static const double BRANCHES = 60e-9; /* s an element, */
enum { LEARNT = 1 << 14 };            /* up to so many */

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

/* The same where elements of an input are others, and checked where that takes
 * no time; false: or they cannot be. */
static bool take_near(struct trial *trial, struct dataset *dataset, int which,
                      bool many, bool cold, double *seconds)
{
    struct replica *replica = trial->replica;
    struct nudge nudge;
    const bool check = dataset->took > 0 && dataset->took <= SOON;
    enum status status = (check ? dataset_go_near : dataset_nudge)(
        dataset, replica, which, many, &nudge, &trial->why);
    const bool taken =
        !status && nudge.was && take(trial, dataset, cold, seconds);
    if (taken && check)
        trial_check_left(trial, dataset);
    if (!status)
        status = (check ? dataset_come_back : dataset_settle)(
            dataset, replica, &nudge, &trial->why);
    if (status && trial->live)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    return taken && !status;
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

static double most_near(const struct trial *trial, const struct array *input,
                        bool many, double own)
{
    const bool cpu = trial->target->backend->scope != SCOPE_GPU;
    return MOST * own + LEAST +
        (many && cpu ? BRANCHES * fmin((double)input->count, LEARNT) : 0);
}

/* Whether it takes as long where one element is another, or many are. */
static void check_input(struct trial *trial, struct dataset *dataset,
                        int which, bool many, bool cold)
{
    const struct array *input = &dataset->problem.in[which];
    const double usual = cold ? trial_shorter(trial) : 0;
    double own = usual, near = 0;
    for (int i = 0; i < TURNS; i++) {
        if ((interrupted && near > LONG / TURNS) ||
            !take_near(trial, dataset, which, many, cold, &near))
            return;
        if (i == 0)
            trial_check_over(trial, dataset);
        if (!trial->live ||
            (cold && near <= most_near(trial, input, many, usual)) ||
            !take_own(trial, dataset, cold, &own) ||
            near <= most_near(trial, input, many, own))
            return;
    }
    tell(trial, input->name, own, near);
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

/* measure.c - the rounds.
 *
 * All rows of a case take turns, in random order within a round, so that a
 * drift of the machine meets all of them alike and ratios can be taken round
 * by round. A row stops when its median is known well enough: each of its
 * starts, processes that measure it one after another, takes its share of what
 * that needs. What a timed run left is hashed, and checked if it is other than
 * before, or on inputs that its round alone has (renewing.c); what the last one
 * left is checked in any case. When all starts are over, cases that are soon
 * checked are checked on other inputs once more. */
#include "measure/measure.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "host/host.h"
#include "measure/besides.h"
#include "measure/result.h"
#include "measure/rounds.h"
#include "measure/small.h"
#include "problem.h"

static const double WARMED = 5e-3; /* s: what a run of so long warms up */
static const double SOON_BYTES = 1 << 27; /* of a case that is */
static const double SOON_FLOPS = 1e10;    /* checked in a second or so */

/* --- rounds -------------------------------------------------------------- */

static void shuffle(int *order, int count, uint64_t *random)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)(random_next(random) % (uint64_t)(i + 1));
        const int swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

/* A slow row is warm after its checked runs, or after the first. */
static void warm_up(struct rounds *r, struct trial *trial)
{
    for (int i = 0;
         i < r->options->warmup && trial->live && trial->last < WARMED &&
         trial->spent + trial->last < rounds_share(r, r->options->timeout);
         i++)
        trial_sample(trial, &r->dataset, !r->options->hot, 1);
    trial_forget(trial);
}

static bool one_round(struct rounds *r, int *order)
{
    bool more = false;
    if (!rounds_renew(r))
        return false;
    shuffle(order, r->count, &r->random);
    for (int i = 0; i < r->count && !interrupted; i++) {
        struct trial *trial = &r->trials[order[i]];
        if (!trial->live || trial->done)
            continue;
        const int repeats = rounds_repeats(r, trial);
        trial_sample(trial, &r->dataset, !r->options->hot, repeats);
        if (trial->live)
            rounds_consider(r, trial);
        if (trial->done && !r->renews)
            rounds_finish(r, trial, repeats);
        more = more || (trial->live && !trial->done);
    }
    if (r->renews)
        rounds_finish_on_own(r);
    return more && !interrupted;
}

static void run_rounds(struct rounds *r)
{
    char text[128];
    int *order = malloc((size_t)r->count * sizeof *order);
    if (!order)
        return;
    for (int i = 0; i < r->count; i++) {
        order[i] = i;
        snprintf(text, sizeof text, "%s/%s: warming up",
                 r->trials[i].row.backend, r->trials[i].row.variant);
        watch_show(r->watch, text);
        if (!interrupted)
            warm_up(r, &r->trials[i]);
    }
    snprintf(text, sizeof text, "measuring %d rows in turns", r->count);
    watch_show(r->watch, text);
    rounds_begin_renewing(r);
    while (one_round(r, order))
        continue;
    rounds_come_home(r);
    for (int i = 0; i < r->count; i++)
        if (r->trials[i].live && !r->trials[i].done)
            rounds_cut_short(r, &r->trials[i]);
    free(order);
}

/* --- checking ------------------------------------------------------------ */

void rounds_fail(struct rounds *r, const char *reason)
{
    for (int i = 0; i < r->count; i++)
        if (r->trials[i].live)
            trial_fail(&r->trials[i], ROW_FAILED, reason);
}

static bool load(struct rounds *r, enum inputs inputs)
{
    struct reason why = { "" };
    watch_show(r->watch, "making the input");
    if (!dataset_load_inputs(&r->dataset, inputs, &why))
        return true;
    rounds_fail(r, why.text);
    return false;
}

static bool answer(struct rounds *r)
{
    struct reason why = { "" };
    watch_show(r->watch, "making the right answer");
    if (!dataset_answer(&r->dataset, &why))
        return true;
    rounds_fail(r, why.text);
    return false;
}

/* Runs every trial once on the inputs that are there, checked by `check`. */
static bool check_all(struct rounds *r, const char *what,
                      void (*check)(struct trial *, struct dataset *))
{
    char text[128];
    if (!answer(r))
        return false;
    for (int i = 0; i < r->count && !interrupted; i++) {
        struct row *row = &r->trials[i].row;
        snprintf(text, sizeof text, "%s/%s: %s", row->backend, row->variant,
                 what);
        watch_show(r->watch, text);
        check(&r->trials[i], &r->dataset);
    }
    return !interrupted;
}

/* On other inputs than those that are timed: what a run takes from what it left
 * in its scratch on these is wrong on those. */
static bool check_other(struct rounds *r,
                        void (*check)(struct trial *, struct dataset *))
{
    const struct problem *p = &r->dataset.problem;
    const bool twin = p->op->twin(p);
    return load(r, twin ? TWIN_INPUTS : OTHER_INPUTS) &&
        check_all(r,
                  twin ? "checking on exact inputs"
                       : "checking on other inputs",
                  check);
}

/* Whether that takes a second or so. */
static bool is_soon_checked(const struct rounds *r)
{
    for (int i = 0; i < r->count; i++) {
        const struct row *row = &r->trials[i].row;
        if (r->trials[i].live && row->sample_count)
            return row->bytes <= SOON_BYTES && row->flops <= SOON_FLOPS;
    }
    return false;
}

/* The same when all is measured: what code has learnt by heart since it tells
 * there, too. */
static void check_at_last(struct rounds *r)
{
    if (!interrupted && !r->options->no_check && is_soon_checked(r))
        check_other(r, trial_check_often);
}

/* A plan is made for all inputs but the first, and made once. */
static void check_no_plan(struct trial *trial, struct dataset *dataset)
{
    if (!(trial->variant->traits & KEEPS_STATE))
        trial_check(trial, dataset);
}

/* With one element of an input changed, and then changed back: who keeps
 * answers, and finds them again by some of the input, is wrong at one of the
 * two. */
static bool check_near(struct rounds *r, int which)
{
    struct reason why = { "" };
    struct nudge nudge;
    bool more = true;
    enum status status =
        dataset_go_near(&r->dataset, NULL, which, false, &nudge, &why);
    if (!status && nudge.was) {
        more = check_all(r, "checking on nearly the same input",
                         which ? check_no_plan : trial_check);
        status = dataset_come_back(&r->dataset, NULL, &nudge, &why);
    }
    if (status)
        rounds_fail(r, why.text);
    return more && !status;
}

/* Rows that were checked in an earlier start. */
static void measure_again(struct rounds *r)
{
    if (!load(r, OWN_INPUTS))
        return;
    result_inputs(r->trials, r->count, &r->dataset);
    for (int i = 0; i < r->count && !interrupted; i++)
        trial_check_again(&r->trials[i], &r->dataset);
    if (!interrupted)
        run_rounds(r);
}

/* All checks of a case's first start; those between the first and the last are
 * left out where the first took longer than a row may. */
static bool check_first(struct rounds *r)
{
    const double begin = host_clock();
    if (!check_other(r, trial_check_ended))
        return false;
    const bool soon = host_clock() - begin <= r->options->timeout;
    if (!load(r, OWN_INPUTS))
        return false;
    for (int i = 0; soon && i < r->dataset.problem.in_count; i++)
        if (!check_near(r, i))
            return false;
    return check_all(r, "checking", trial_check);
}

/* Right where it is measured, and wrong elsewhere. */
static void tell_small(struct rounds *r, const struct case_plan *c)
{
    for (int i = 0; i < r->count; i++) {
        struct trial *trial = &r->trials[i];
        const struct small *small =
            c->small ? &c->small[trial->choice - c->choices] : NULL;
        if (!trial->live || !small || !small->reason)
            continue;
        trial->row.check_ok = small->status != ROW_WRONG;
        trial_fail(trial, small->status, small->reason);
    }
}

static void measure_rows(struct rounds *r, const struct case_plan *c)
{
    const bool check = !r->options->no_check;
    if (check ? !check_first(r) : !load(r, OWN_INPUTS) || !answer(r))
        return;
    tell_small(r, c);
    result_inputs(r->trials, r->count, &r->dataset);
    for (int i = 0; check && i < r->count && !interrupted; i++)
        trial_repeat(&r->trials[i], &r->dataset, r->options->timeout);
    run_rounds(r);
}

/* --- one case ------------------------------------------------------------ */

static bool left_out(const struct case_plan *c, int choice)
{
    return c->without && c->without[choice];
}

static void open_trials(struct rounds *r, struct targets *targets,
                        const struct case_plan *c)
{
    for (int i = 0; i < c->choice_count; i++) {
        const struct choice *choice = &c->choices[i];
        struct trial *trial = &r->trials[r->count];
        if (left_out(c, i))
            continue;
        trial_open(trial, &r->dataset, &targets->list[choice->target], choice,
                   c->why[choice->target].text);
        trial_watch(trial, r->watch, i, trial_limit(r->options));
        trial->row.overhead = c->small ? c->small[i].overhead : 0;
        if (!trial->live && c->before) { /* what was measured stays */
            trial_close(trial);
            continue;
        }
        if (c->before)
            trial_resume(trial, c->before[i]);
        r->count++;
    }
}

/* Whether any choice could run; if not, there is nothing to set up. */
static bool has_room(const struct case_plan *c)
{
    for (int i = 0; i < c->choice_count; i++)
        if (!left_out(c, i) && !c->why[c->choices[i].target].text[0])
            return true;
    return false;
}

static enum status open_dataset(struct rounds *r, struct targets *targets,
                                const struct case_plan *c, struct reason *why)
{
    bool used[MOST_TARGETS] = { false };
    struct dataset_wants wants = { .rotate = r->options->hot,
                                   .turns = !r->options->hot };
    for (int i = 0; i < c->choice_count; i++) {
        const struct choice *choice = &c->choices[i];
        if (left_out(c, i))
            continue;
        used[choice->target] = !c->why[choice->target].text[0];
        wants.pins = wants.pins || choice->pinned;
    }
    if (has_room(c))
        return dataset_open(&r->dataset, &c->problem, targets, used, &wants,
                            why);
    r->dataset.problem = c->problem;
    return fail(why, STATUS_MEMORY, "there is no room for it anywhere");
}

void measure_case(struct record *record, struct targets *targets,
                  const struct case_plan *c, const struct options *options,
                  const struct watch *watch)
{
    struct rounds r = { .options = options,
                        .starts = c->starts,
                        .watch = watch,
                        .random = case_order(c, options->seed),
                        .inputs = case_order(c, ~options->seed) };
    struct reason why = { "" };
    r.trials = calloc((size_t)c->choice_count, sizeof *r.trials);
    if (!r.trials)
        return;
    const enum status status = open_dataset(&r, targets, c, &why);
    if (!status || !c->before)
        open_trials(&r, targets, c);
    if (status)
        rounds_fail(&r, why.text);
    else if (c->before)
        measure_again(&r);
    else
        measure_rows(&r, c);
    if (!c->before)
        besides_first(r.trials, r.count, &r.dataset, options);
    if (c->last && options->sustained > 0)
        besides_last(r.trials, r.count, &r.dataset, options, record);
    if (c->last)
        check_at_last(&r);
    for (int i = 0; i < r.count; i++)
        trial_close(&r.trials[i]);
    result_of_case(r.trials, r.count, &r.dataset, options);
    for (int i = 0; i < r.count; i++) {
        struct trial *trial = &r.trials[i];
        if (!interrupted || !trial->live || trial->row.sample_count)
            record_add_row(record, &trial->row);
        else
            free(trial->row.samples);
    }
    dataset_close(&r.dataset);
    free(r.trials);
}

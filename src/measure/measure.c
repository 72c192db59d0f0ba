/* measure.c - the rounds.
 *
 * All rows of a case take turns, in random order within a round, so that a
 * drift of the machine meets all of them alike and ratios can be taken round
 * by round. A row stops when its median is known well enough: each of its
 * starts, processes that measure it one after another, takes its share of what
 * that needs. What a timed run left is hashed, and checked if it is other than
 * before; what the last one left is checked in any case. */
#include "measure/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/stats.h"
#include "measure/besides.h"
#include "measure/result.h"
#include "measure/trial.h"
#include "problem.h"

/* A row is at a plateau when twice the samples left this much of its noise
 * (white noise would leave 0.71). */
static const double PLATEAU = 0.9;
static const double HOT_SAMPLE = 1e-3; /* s: least length of a hot sample */
static const double LONG_RUN = 0.5;    /* s, after an interruption */
static const double WARMED = 5e-3;     /* s: what a run of so long warms up */
enum {
    PLATEAU_SAMPLES = 120, /* fewer cannot tell a plateau from chance */
    PLATEAUS = 2,          /* looks in a row */
    MOST_SAMPLES = 2500,
    MOST_REPEATS = 10000
};

struct rounds {
    struct trial *trials;
    int count;
    struct dataset dataset;
    const struct options *options;
    int starts; /* of the case */
    const struct watch *watch;
    uint64_t random;
};

/* --- when a row is measured well enough ---------------------------------- */

static void stop(struct trial *trial, const char *why)
{
    trial->done = true;
    snprintf(trial->row.stopped_by, sizeof trial->row.stopped_by, "%s", why);
}

/* Whether no other row needs this one's samples any more. */
static bool alone(const struct rounds *r, const struct trial *trial)
{
    for (int i = 0; i < r->count; i++)
        if (&r->trials[i] != trial && r->trials[i].live && !r->trials[i].done)
            return false;
    return true;
}

/* This start's share of what the options say of all of them. */
static double share(const struct rounds *r, double of_all)
{
    return of_all / r->starts;
}

/* Whether its noise is to be looked at: enough samples, as many as the first
 * start's at least, and now and then. */
static bool due(const struct rounds *r, const struct trial *trial)
{
    const struct options *options = r->options;
    const double count = (double)trial_samples(trial);
    return trial->row.sample_count >= STATS_LEAST &&
        count >= share(r, options->min_samples) &&
        (!trial->before || count >= (double)trial->row.start[0]) &&
        trial->spent >= share(r, options->min_time) &&
        (count >= (double)trial->next_look ||
         trial->spent >= share(r, options->timeout) || alone(r, trial));
}

/* The noise that so many starts shall have left, if each leaves its share:
 * that of white noise falls with the root of the samples. */
static double noise_allowed(const struct rounds *r, const struct trial *trial)
{
    const int starts = trial->row.start_count + 1;
    return r->options->max_noise * sqrt((double)r->starts / starts);
}

/* A row goes on until it can be told whether it is faster than the base of the
 * speed-ups, slower or the same; and the base until all are told. */
static bool settled(const struct rounds *r, const struct trial *trial)
{
    const struct trial *base = result_base(r->trials, r->count, r->options);
    return !base        ? true
        : trial == base ? alone(r, trial)
                        : base->done || result_clear(trial, base);
}

static void consider_stopping(const struct rounds *r, struct trial *trial)
{
    const struct row *row = &trial->row;
    if (due(r, trial)) {
        const struct stats s = stats_of(row->samples, row->sample_count);
        const double noise = stats_noise(&s);
        const bool stuck =
            trial->last_noise > 0 && noise > PLATEAU * trial->last_noise;
        trial->plateaus = stuck ? trial->plateaus + 1 : 0;
        const double count = (double)trial_samples(trial);
        if (noise <= noise_allowed(r, trial) && settled(r, trial))
            stop(trial, "converged");
        else if (trial->plateaus >= PLATEAUS &&
                 count >= share(r, PLATEAU_SAMPLES))
            stop(trial, "plateau");
        else if (count >= share(r, MOST_SAMPLES))
            stop(trial, "most samples");
        trial->last_noise = noise;
        trial->next_look = 2 * trial_samples(trial);
    }
    if (!trial->done && trial->spent >= share(r, r->options->timeout) &&
        trial_samples(trial))
        stop(trial, "timeout");
}

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

static int repeats_for(struct rounds *r, struct trial *trial)
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

/* A slow row is warm after its checked runs, or after the first. */
static void warm_up(struct rounds *r, struct trial *trial)
{
    for (int i = 0;
         i < r->options->warmup && trial->live && trial->last < WARMED &&
         trial->spent + trial->last < share(r, r->options->timeout);
         i++)
        trial_sample(trial, &r->dataset, !r->options->hot, 1);
    trial_forget(trial);
}

/* The others may take long still. */
static void tell_finished(struct rounds *r, struct trial *trial)
{
    trial_end_start(trial);
    result_of_row(trial, &r->dataset, r->options);
    watch_finished(r->watch, trial->index, &trial->row);
}

static bool one_round(struct rounds *r, int *order)
{
    bool more = false;
    shuffle(order, r->count, &r->random);
    for (int i = 0; i < r->count && !interrupted; i++) {
        struct trial *trial = &r->trials[order[i]];
        if (!trial->live || trial->done)
            continue;
        const int repeats = repeats_for(r, trial);
        trial_sample(trial, &r->dataset, !r->options->hot, repeats);
        if (trial->live)
            consider_stopping(r, trial);
        /* At once: the next trial writes to the same outputs. */
        if (trial->done && !r->options->no_check) {
            trial_check_last(trial, &r->dataset);
            if (repeats > 1)
                trial_check_fresh(trial, &r->dataset, trial_shorter(trial));
        }
        if (trial->done && trial->live)
            tell_finished(r, trial);
        more = more || (trial->live && !trial->done);
    }
    return more && !interrupted;
}

/* What was interrupted is checked once more, or forgotten when that would
 * take long: whoever interrupts wants an end. Of a row that repeats, each timed
 * run has been held against what was checked. */
static void cut_short(struct rounds *r, struct trial *trial)
{
    const bool looked_at = trial->row.repeatable == 1;
    stop(trial, "interrupted");
    if (trial->before || (trial->last > LONG_RUN && !looked_at))
        trial_forget(trial);
    else if (trial->row.sample_count && !r->options->no_check && looked_at)
        trial_check_intact(trial, &r->dataset);
    else if (trial->row.sample_count && !r->options->no_check)
        trial_check(trial, &r->dataset);
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
    while (one_round(r, order))
        continue;
    for (int i = 0; i < r->count; i++)
        if (r->trials[i].live && !r->trials[i].done)
            cut_short(r, &r->trials[i]);
    free(order);
}

/* --- checking ------------------------------------------------------------ */

static void check_all(struct rounds *r, const char *what)
{
    char text[128];
    for (int i = 0; i < r->count && !interrupted; i++) {
        struct row *row = &r->trials[i].row;
        snprintf(text, sizeof text, "%s/%s: %s", row->backend, row->variant,
                 what);
        watch_show(r->watch, text);
        trial_check_ended(&r->trials[i], &r->dataset);
    }
}

static void fail_all(struct rounds *r, const char *reason)
{
    for (int i = 0; i < r->count; i++)
        if (r->trials[i].live)
            trial_fail(&r->trials[i], ROW_FAILED, reason);
}

/* Loads inputs and runs every trial on them once, checked. */
static bool load_and_check(struct rounds *r, enum inputs inputs)
{
    static const char *const what[] = { [OWN_INPUTS] = "checking",
                                        [TWIN_INPUTS] =
                                            "checking on exact inputs",
                                        [OTHER_INPUTS] =
                                            "checking on other inputs" };
    struct reason why = { "" };
    watch_show(r->watch, "making the input and its right answer");
    if (dataset_load(&r->dataset, inputs, &why)) {
        fail_all(r, why.text);
        return false;
    }
    if (!r->options->no_check)
        check_all(r, what[inputs]);
    return true;
}

/* Rows that were checked in an earlier start. */
static void measure_again(struct rounds *r)
{
    struct reason why = { "" };
    watch_show(r->watch, "starting anew");
    if (dataset_load_inputs(&r->dataset, OWN_INPUTS, &why))
        fail_all(r, why.text);
    result_inputs(r->trials, r->count, &r->dataset);
    for (int i = 0; i < r->count && !interrupted; i++)
        trial_check_again(&r->trials[i], &r->dataset);
    if (!interrupted)
        run_rounds(r);
}

/* The second run, on the inputs that are timed, finds scratch as the first left
 * it on other ones: what is taken from there is wrong. */
static void measure_rows(struct rounds *r)
{
    const struct problem *p = &r->dataset.problem;
    const enum inputs first = p->op->twin(p) ? TWIN_INPUTS : OTHER_INPUTS;
    if (!r->options->no_check && !load_and_check(r, first))
        return;
    if (interrupted || !load_and_check(r, OWN_INPUTS))
        return;
    result_inputs(r->trials, r->count, &r->dataset);
    for (int i = 0; i < r->count && !r->options->no_check; i++)
        if (!interrupted)
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
        trial->row.overhead = c->overheads ? c->overheads[i] : 0;
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
                        .random = case_order(c, options->seed) };
    struct reason why = { "" };
    r.trials = calloc((size_t)c->choice_count, sizeof *r.trials);
    if (!r.trials)
        return;
    const enum status status = open_dataset(&r, targets, c, &why);
    if (!status || !c->before)
        open_trials(&r, targets, c);
    if (status)
        fail_all(&r, why.text);
    else if (c->before)
        measure_again(&r);
    else
        measure_rows(&r);
    if (!c->before)
        besides_first(r.trials, r.count, &r.dataset, options);
    if (c->last && options->sustained > 0)
        besides_last(r.trials, r.count, &r.dataset, options, record);
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

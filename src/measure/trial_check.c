/* trial_check.c - whether what a row's runs left is right. */
#include "measure/trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "base/text.h"
#include "host/host.h"
#include "problem.h"

enum {
    REPEATS = 4,
    OFTEN = 100,
    LOOKED_AT = 1 << 20, /* bytes of outputs that are checked in no time */
    FRESH_RUNS = 10,  /* into poison, one of which is to be no slower than */
    FRESH_MOST = 20,  /* times those of a batch: threads may wake late */
    STRAGGLERS = 1024 /* words that are looked at once more */
};

static const double FRESH_TIME = 0.05;   /* s, for more of them */
static const double FRESH_LEAST = 20e-6; /* s, to be told from a late start */
static const double STRAGGLING = 0.02;   /* s between the two looks */
static const double OFTEN_TIME = 0.5;    /* s of such runs, checks and all */

/* Errors are told of the case's own inputs: sums of others may nearly cancel.
 */
static void judge(struct trial *trial, const struct dataset *dataset,
                  const struct verdict *verdict)
{
    struct row *row = &trial->row;
    row->checked = true;
    row->check_ok = verdict->ok;
    if (dataset->own && !dataset->near && verdict->max_ulp > row->max_ulp)
        row->max_ulp = verdict->max_ulp;
    row->depth = fmax(row->depth, verdict->depth);
    row->of_bound = fmax(row->of_bound, verdict->of_bound);
    row->of_likely = fmax(row->of_likely, verdict->of_likely);
    if (verdict->ok)
        return;
    char text[sizeof row->reason];
    row->first_bad = (int64_t)verdict->first_bad;
    snprintf(text, sizeof text, "%s%s", verdict->text,
             dataset->twin ? "; on the second input, whose sums are exact"
                 : dataset->remade ? "; on inputs of another seed"
                 : dataset->near   ? "; with some of its input changed"
                 : dataset->over ? "; where its output was there but for some"
                                 : "");
    trial_fail(trial, ROW_WRONG, text);
}

/* What came back to the host must be what the GPU has. */
static void check_transfer(struct trial *trial, const struct dataset *dataset,
                           struct verdict *verdict)
{
    const struct problem *p = &dataset->problem;
    for (int i = 0; i < p->out_count && verdict->ok; i++)
        if (trial->transfer.out[i] &&
            memcmp(trial->transfer.out[i], dataset->got[i],
                   dataset->got_bytes[i])) {
            verdict->ok = false;
            snprintf(verdict->text, sizeof verdict->text,
                     "output %s arrived changed on the host", p->out[i].name);
        }
}

static void check_outputs(struct trial *trial, struct dataset *dataset,
                          int set, uint64_t *outputs);

/* Whether what a look found was its own doing, for sure. */
static bool did_it(const struct trial *trial, const struct dataset *dataset)
{
    for (int k = 0; k < WHOLES; k++)
        if (dataset->mended >> k & 1 &&
            trial->replica->suspect[k] == trial->choice)
            return true;
    return false;
}

/* If it may be another's, a run that finds all whole tells: true. */
static bool is_checked_anew(struct trial *trial, struct dataset *dataset,
                            uint64_t *outputs)
{
    const double last = trial->last;
    if (!dataset->mended || did_it(trial, dataset))
        return false;
    if (trial_run_once(trial, dataset))
        check_outputs(trial, dataset, 0, outputs);
    trial->last = last;
    return true;
}

/* What a run left in a set; *outputs is its hash. The last run is the first
 * set's: what arrived is its outputs. */
static void check_outputs(struct trial *trial, struct dataset *dataset,
                          int set, uint64_t *outputs)
{
    struct verdict verdict;
    struct promise promise = { .traits = trial->variant->traits };
    if (trial_call_depth(trial, &promise.depth)) {
        trial_fail(trial, ROW_FAILED, trial->why.text);
        return;
    }
    if (!isfinite(promise.depth)) {
        trial_fail(trial, ROW_FAILED,
                   "its depth is no number: any answer "
                   "would be right");
        return;
    }
    enum status status = dataset_check(dataset, trial->replica, set, &promise,
                                       &verdict, &trial->why);
    if (!status && is_checked_anew(trial, dataset, outputs))
        return;
    if (!status)
        status = buffer_intact(&trial->scratch, "its scratch", &trial->why);
    if (!status)
        status = dataset_outputs(dataset, trial->replica, set, outputs,
                                 &trial->why);
    if (status) {
        trial_fail(trial, ROW_FAILED, trial->why.text);
        return;
    }
    trial->wrote = 0;
    for (int i = 0; i < dataset->problem.out_count; i++)
        trial->wrote += (double)dataset->got_bytes[i];
    if (set == 0)
        check_transfer(trial, dataset, &verdict);
    judge(trial, dataset, &verdict);
}

/* Words of an output, from its end on: there a straggler is still at work. */
static size_t look_back(const struct buffer *out, uint32_t words[STRAGGLERS])
{
    const size_t all = out->bytes / sizeof *words;
    const size_t count = all < STRAGGLERS ? all : STRAGGLERS;
    for (size_t k = 0; k < count; k++)
        memcpy(&words[k],
               out->data + (all - 1 - k * (all / count)) * sizeof *words,
               sizeof *words);
    return count * sizeof *words;
}

void trial_check(struct trial *trial, struct dataset *dataset)
{
    if (trial->live && trial_run_once(trial, dataset))
        check_outputs(trial, dataset, 0, &trial->outputs);
}

void trial_check_left(struct trial *trial, struct dataset *dataset)
{
    const double wrote = trial->wrote; /* where it is timed */
    uint64_t outputs;
    check_outputs(trial, dataset, 0, &outputs);
    trial->wrote = wrote;
}

/* Of threads that nobody awaits, work that is soon done would not be missed.
 * They have a while, before other rows have their turn. Of outputs that the
 * host can read. */
void trial_check_ended(struct trial *trial, struct dataset *dataset)
{
    const struct timespec pause = { .tv_nsec = (long)(STRAGGLING * 1e9) };
    uint32_t words[STRAGGLERS], later[STRAGGLERS];
    if (!trial->live || !trial_run_once(trial, dataset))
        return;
    const struct buffer *out = &trial->replica->set[0].out[0];
    const bool paged = trial->replica->place->paged;
    const size_t bytes = paged ? look_back(out, words) : 0;
    check_outputs(trial, dataset, 0, &trial->outputs);
    if (!trial->live || !bytes)
        return;
    nanosleep(&pause, NULL);
    look_back(out, later);
    if (memcmp(words, later, bytes))
        trial_fail(trial, ROW_WRONG,
                   "its output still changes when its run has ended");
}

/* Whether a set's outputs are, to the bit, what was checked and found right. */
static bool as_checked(struct trial *trial, struct dataset *dataset, int set)
{
    uint64_t outputs = trial->outputs;
    if (dataset_outputs(dataset, trial->replica, set, &outputs, &trial->why))
        trial_fail(trial, ROW_FAILED, trial->why.text);
    return outputs == trial->outputs;
}

/* The scratch's guards with those of the arrays. */
static void judge_damage(struct trial *trial, struct dataset *dataset,
                         enum status status, const struct verdict *verdict)
{
    uint64_t outputs;
    if (!status && is_checked_anew(trial, dataset, &outputs))
        return;
    if (!status)
        status = buffer_intact(&trial->scratch, "its scratch", &trial->why);
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    else if (!verdict->ok)
        judge(trial, dataset, verdict);
}

static void check_guards(struct trial *trial, struct dataset *dataset)
{
    struct verdict verdict;
    judge_damage(
        trial, dataset,
        dataset_guards(dataset, trial->replica, &verdict, &trial->why),
        &verdict);
}

/* What was checked with its right answer need not be again, to the bit: only
 * that it wrote nowhere else. What a transfer brought is compared each time. */
void trial_repeat(struct trial *trial, struct dataset *dataset, double most)
{
    const double fit = trial->last > 0 ? most / trial->last : REPEATS;
    const int repeats = fit < 1 ? 1 : fit < REPEATS ? (int)fit : REPEATS;
    bool same = true;
    for (int i = 0; i < repeats && trial->live; i++) {
        if (!trial_run_once(trial, dataset))
            return;
        const bool seen = as_checked(trial, dataset, 0);
        uint64_t outputs = trial->outputs;
        same = same && seen;
        if (trial->live && seen && !trial->choice->transfers)
            check_guards(trial, dataset);
        else if (trial->live)
            check_outputs(trial, dataset, 0, &outputs);
    }
    if (trial->live)
        trial->row.repeatable = same;
}

static void check_set(struct trial *trial, struct dataset *dataset, int set)
{
    uint64_t outputs = trial->outputs;
    check_outputs(trial, dataset, set, &outputs);
    if (trial->live && outputs != trial->outputs)
        trial->row.repeatable = 0;
}

/* Code may be wrong one time in forty. What a timed run left is hashed, which
 * takes no longer than the poison before it took, and checked where it is not
 * what the checked runs left. Where they left other bits each time, outputs
 * that are small are checked all the same, and large ones for as long as the
 * samples took; what is left on an input that a sample has to itself is checked
 * each time. Code may also know the arrays of its first run alone. */
void trial_look(struct trial *trial, struct dataset *dataset)
{
    struct verdict verdict;
    if (dataset->remade) {
        trial_check_left(trial, dataset);
        return;
    }
    judge_damage(
        trial, dataset,
        dataset_glance(dataset, trial->replica, &verdict, &trial->why),
        &verdict);
    const bool small = dataset_written(dataset) <= LOOKED_AT;
    for (int k = 0; k < trial->ran && trial->live; k++) {
        const double begin = host_clock();
        if (as_checked(trial, dataset, k) || !trial->live ||
            !(trial->row.repeatable || small || trial->looked <= trial->spent))
            continue;
        check_set(trial, dataset, k);
        trial->looked += host_clock() - begin;
    }
}

void trial_check_intact(struct trial *trial, struct dataset *dataset)
{
    struct verdict verdict;
    if (trial->live)
        judge_damage(
            trial, dataset,
            dataset_intact(dataset, trial->replica, &verdict, &trial->why),
            &verdict);
}

void trial_check_last(struct trial *trial, struct dataset *dataset)
{
    for (int k = 0; k < trial->ran && trial->live; k++)
        if (!trial->before || !as_checked(trial, dataset, k))
            check_set(trial, dataset, k);
    if (trial->before)
        trial_check_intact(trial, dataset);
}

/* The latest of this start's samples, or their median: of early ones few runs
 * find their output, and a late one may have been held up. */
double trial_shorter(const struct trial *trial)
{
    const struct stats s =
        stats_of(trial->row.samples + trial->before, trial_samples(trial));
    return fmin(s.median, trial->last);
}

void trial_check_fresh(struct trial *trial, struct dataset *dataset,
                       double there)
{
    const double most = fmax(FRESH_MOST * there, FRESH_LEAST);
    char text[256], batch[TEXT_ROOM], alone[TEXT_ROOM];
    double fresh = INFINITY;
    const double begin = host_clock();
    for (int i = 0; fresh > most && trial->live &&
         (i < FRESH_RUNS || host_clock() - begin < FRESH_TIME);
         i++) {
        struct timing timing = { 0 };
        if (trial_take(trial, dataset, false, 1, &timing))
            trial_fail(trial, ROW_FAILED, trial->why.text);
        fresh = fmin(fresh, timing.seconds);
    }
    if (!trial->live || fresh <= most)
        return;
    text_seconds(batch, there);
    text_seconds(alone, fresh);
    snprintf(text, sizeof text,
             "takes %s where its output is there already, and %s where it is "
             "not: runs at each other's heels would measure nothing",
             batch, alone);
    trial_fail(trial, ROW_FAILED, text);
}

bool trial_left_own(struct trial *trial, struct dataset *dataset)
{
    return as_checked(trial, dataset, 0) && trial->live;
}

void trial_check_own(struct trial *trial, struct dataset *dataset)
{
    if (!trial_left_own(trial, dataset) && trial->live)
        check_set(trial, dataset, 0);
}

void trial_check_often(struct trial *trial, struct dataset *dataset)
{
    const double begin = host_clock();
    trial_check(trial, dataset);
    for (int i = 0; i < OFTEN && trial->row.repeatable == 0 && trial->live &&
         host_clock() - begin < OFTEN_TIME;
         i++)
        if (trial_run_once(trial, dataset) && !as_checked(trial, dataset, 0) &&
            trial->live)
            check_outputs(trial, dataset, 0, &trial->outputs);
}

void trial_check_again(struct trial *trial, struct dataset *dataset)
{
    if (trial->live && trial_run_once(trial, dataset) && trial->row.checked)
        trial_check_last(trial, dataset);
}

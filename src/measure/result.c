/* result.c - what the samples of a case say: medians, speed-ups, ties. */
#include "measure/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "digest.h"
#include "problem.h"
#include "record/pairs.h"
#include "record/starts.h"

static bool measured(const struct trial *trial)
{
    return trial->live && trial->row.sample_count;
}

static double bytes_of(const struct array *arrays, int count)
{
    double bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += (double)array_bytes(&arrays[i]);
    return bytes;
}

/* What comes back is what a run wrote, if that was looked at. */
static void count_moved(struct trial *trial, const struct problem *p)
{
    const enum transfers transfers = trial->choice->transfers;
    struct row *row = &trial->row;
    if (transfers != TRANSFERS_NONE)
        row->moved_in = bytes_of(p->in, p->in_count);
    if (transfers == TRANSFERS_BOTH)
        row->moved_out =
            row->checked ? trial->wrote : bytes_of(p->out, p->out_count);
}

/* The tables that the roofs of accesses past the caches are measured on. */
static const double FAR_TABLE = 1 << 30;

/* What a cache that is full keeps of a larger table, beyond what it keeps of
 * the roof's. Of a GPU alone: what a CPU's last level keeps depends on the
 * caches near its cores, and on who else is there. */
static double share_held(enum scope scope, double cache, double span)
{
    const double far = cache / FAR_TABLE;
    if (span <= cache || span >= FAR_TABLE || scope != SCOPE_GPU)
        return span <= cache;
    return (cache / span - far) / (1 - far);
}

/* Random accesses stay in a cache if one of them holds what they go to. */
static void count_accesses(struct trial *trial, const struct cost *cost)
{
    const struct target *target = trial->target;
    struct device_facts facts = { 0 };
    struct row *row = &trial->row;
    row->moved = cost->moved;
    if (!(cost->gathers > 0) && !(cost->scatters > 0))
        return;
    target->backend->place->facts(target->device, &facts);
    row->gathers = cost->gathers;
    row->scatters = cost->scatters;
    row->width = cost->width;
    row->resident = cost->span <= facts.cache_one;
    row->resident_share = share_held(
        target->backend->scope, (double)facts.cache_one, (double)cost->span);
}

static void count_work(struct trial *trial, const struct dataset *dataset)
{
    const struct problem *p = &dataset->problem;
    const struct cost cost = dataset->cost;
    struct row *row = &trial->row;
    row->bytes = cost.read + cost.written;
    row->written = cost.written;
    row->flops = cost.flops;
    row->items = cost.items;
    count_accesses(trial, &cost);
    count_moved(trial, p);
}

/* Samples that agree within every start may not from one start to the next. */
static void doubt_starts(struct row *row, const struct options *o)
{
    const struct estimate *s = &row->seconds;
    if (s->ci_high - s->ci_low > 2 * o->max_noise * s->median &&
        !strcmp(row->stopped_by, "converged"))
        snprintf(row->stopped_by, sizeof row->stopped_by, "starts differ");
}

void result_inputs(struct trial *trials, int count,
                   const struct dataset *dataset)
{
    const char *path = dataset->problem.input_path;
    char inputs[sizeof trials->row.inputs], why[256];
    uint64_t hash = 0;
    for (int i = 0; i < dataset->problem.in_count; i++)
        hash += digest_word(dataset->digest[i], (uint64_t)i);
    snprintf(inputs, sizeof inputs, "%016" PRIx64, hash);
    snprintf(why, sizeof why, "%s%.160s changed while it was measured",
             path ? "--input " : "its input", path ? path : "");
    for (int i = 0; i < count; i++)
        if (!trials[i].before)
            memcpy(trials[i].row.inputs, inputs, sizeof inputs);
        else if (trials[i].live && strcmp(trials[i].row.inputs, inputs))
            trial_fail(&trials[i], ROW_FAILED, why);
}

void result_of_row(struct trial *trial, const struct dataset *dataset,
                   const struct options *o)
{
    struct row *row = &trial->row;
    snprintf(row->cache, sizeof row->cache, "%s", o->hot ? "hot" : "cold");
    if (!measured(trial))
        return;
    row->seconds = starts_estimate(row);
    row->few = row->sample_count < (size_t)o->min_samples;
    if (starts_enough(row))
        doubt_starts(row, o);
    if (!trial->before)
        count_work(trial, dataset);
}

const struct trial *result_base(const struct trial *trials, int count,
                                const struct options *options)
{
    const char *wanted = options->reference;
    for (int i = 0; i < count; i++) {
        const struct trial *t = &trials[i];
        char name[64];
        snprintf(name, sizeof name, "%.16s/%.40s", t->row.backend,
                 t->row.variant);
        const bool is = wanted
            ? !strcmp(name, wanted)
            : t->row.best && !strcmp(t->row.backend, "reference");
        if (is && measured(t) && !t->choice->transfers)
            return t;
    }
    return NULL;
}

bool result_clear(const struct trial *trial, const struct trial *base)
{
    struct stats speedup;
    return pairs_change(&trial->row, &base->row, &speedup) != UNCLEAR;
}

static void compare_rows(struct trial *trials, int count,
                         const struct trial *base)
{
    for (int i = 0; i < count; i++) {
        struct row *row = &trials[i].row;
        struct stats s;
        if (!measured(&trials[i]))
            continue;
        const enum change verdict = pairs_change(row, &base->row, &s);
        snprintf(row->speedup.over, sizeof row->speedup.over, "%.16s/%.40s",
                 base->row.backend, base->row.variant);
        row->speedup.ratio = s.median;
        if (base->row.sample_count < STATS_LEAST ||
            row->sample_count < STATS_LEAST)
            continue;
        row->speedup.ci_low = s.ci_low;
        row->speedup.ci_high = s.ci_high;
        if (&trials[i] != base)
            snprintf(row->speedup.verdict, sizeof row->speedup.verdict, "%s",
                     change_name(verdict));
    }
}

/* One of too few samples is the fastest only where all are. */
static bool leads(const struct row *row, const struct row *best)
{
    return row->few == best->few ? row->seconds.median < best->seconds.median
                                 : best->few;
}

/* A row is tied with the fastest one unless it is told to be slower. */
static void find_ties(struct trial *trials, int count)
{
    struct trial *best = NULL;
    for (int i = 0; i < count; i++)
        if (measured(&trials[i]) &&
            (!best || leads(&trials[i].row, &best->row)))
            best = &trials[i];
    for (int i = 0; i < count; i++) {
        struct stats speedup;
        if (best && measured(&trials[i]))
            trials[i].row.tied =
                pairs_change(&trials[i].row, &best->row, &speedup) != SLOWER;
    }
}

void result_of_case(struct trial *trials, int count,
                    const struct dataset *dataset,
                    const struct options *options)
{
    for (int i = 0; i < count; i++)
        result_of_row(&trials[i], dataset, options);
    const struct trial *base = result_base(trials, count, options);
    if (base)
        compare_rows(trials, count, base);
    find_ties(trials, count);
}

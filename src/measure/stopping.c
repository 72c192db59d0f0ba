/* stopping.c - when a row is measured well enough. */
#include <math.h>
#include <stdio.h>

#include "base/stats.h"
#include "measure/result.h"
#include "measure/rounds.h"

/* A row is at a plateau when twice the samples left this much of its noise
 * (white noise would leave 0.71). */
static const double PLATEAU = 0.9;
enum {
    PLATEAU_SAMPLES = 120, /* fewer cannot tell a plateau from chance */
    PLATEAUS = 2,          /* looks in a row */
    MOST_SAMPLES = 2500
};

void rounds_stop(struct trial *trial, const char *why)
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

/* Whether its noise is to be looked at: enough samples, as many as the first
 * start's at least, and now and then. */
static bool due(const struct rounds *r, const struct trial *trial)
{
    const struct options *options = r->options;
    const double count = (double)trial_samples(trial);
    return trial->row.sample_count >= STATS_LEAST &&
        count >= rounds_share(r, options->min_samples) &&
        (!trial->before || count >= (double)trial->row.start[0]) &&
        trial->spent >= rounds_share(r, options->min_time) &&
        (count >= (double)trial->next_look ||
         trial->spent >= rounds_share(r, options->timeout) || alone(r, trial));
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

void rounds_consider(const struct rounds *r, struct trial *trial)
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
            rounds_stop(trial, "converged");
        else if (trial->plateaus >= PLATEAUS &&
                 count >= rounds_share(r, PLATEAU_SAMPLES))
            rounds_stop(trial, "plateau");
        else if (count >= rounds_share(r, MOST_SAMPLES))
            rounds_stop(trial, "most samples");
        trial->last_noise = noise;
        trial->next_look = 2 * trial_samples(trial);
    }
    if (!trial->done && trial->spent >= rounds_share(r, r->options->timeout) &&
        trial_samples(trial))
        rounds_stop(trial, "timeout");
}

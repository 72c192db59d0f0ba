/* trial_parts.c - what a run's time goes into, as its variant names it. */
#include "measure/trial.h"

#include <stdio.h>

#include "base/interrupt.h"
#include "base/stats.h"
#include "host/host.h"

enum { RUNS = 9, LEAST_RUNS = 3 };
static const double MOST_TIME = 0.5; /* s, after the least runs */

/* Of each part in each run. */
struct shares {
    int parts, runs;
    double share[OP_PARTS][RUNS], seconds[RUNS];
};

static int parts_of(const struct op *op)
{
    int count = 0;
    while (op->parts && count < OP_PARTS && op->parts[count])
        count++;
    return count;
}

static bool are_named(struct trial *trial, const struct profile *profile,
                      int parts)
{
    char text[160] = "";
    if (profile->count > PROFILE_MOST)
        snprintf(text, sizeof text, "tells of %d parts of a run: at most %d",
                 profile->count, PROFILE_MOST);
    for (int i = 0; i < profile->count && !text[0]; i++)
        if (profile->part[i] < 0 || profile->part[i] >= parts)
            snprintf(text, sizeof text,
                     "tells of part %d: %s names parts 0 to %d",
                     profile->part[i], trial->row.op, parts - 1);
    if (text[0])
        trial_fail(trial, ROW_FAILED, text);
    return !text[0];
}

/* What comes before the first border is the first part's. */
static void add(struct shares *shares, const struct profile *profile,
                double seconds)
{
    const int run = shares->runs++;
    shares->seconds[run] = seconds;
    for (int k = 0; k < shares->parts; k++)
        shares->share[k][run] = 0;
    for (int i = 0; i < profile->count; i++) {
        const double begin = i ? profile->at[i] : 0;
        const double end =
            i + 1 < profile->count ? profile->at[i + 1] : seconds;
        shares->share[profile->part[i]][run] += (end - begin) / seconds;
    }
}

/* Whether there was a run that told. */
static bool run_once(struct trial *trial, struct dataset *dataset, bool cold,
                     struct shares *shares)
{
    const struct meter *meter = trial->replica->place->meter;
    struct profile profile = { .parts.begin = meter->mark,
                               .device = trial->replica->device };
    const size_t dropped = trial->row.dropped;
    struct timing timing = { 0 };
    trial->profile = &profile;
    trial->jobs[0].parts = &profile.parts;
    const enum status status = trial_take(trial, dataset, cold, 1, &timing);
    trial->jobs[0].parts = NULL;
    trial->profile = NULL;
    trial->row.dropped = dropped;
    if (status)
        trial_fail(trial, ROW_FAILED, trial->why.text);
    else if (trial->row.checked)
        trial_look(trial, dataset);
    if (!trial->live || timing.slow || !(timing.seconds > 0) ||
        !profile.count || !are_named(trial, &profile, shares->parts))
        return false;
    add(shares, &profile, timing.seconds);
    return true;
}

static void tell(struct row *row, const struct op *op,
                 const struct shares *shares)
{
    row->parts_seconds =
        stats_of(shares->seconds, (size_t)shares->runs).median;
    row->part_count = 0;
    for (int k = 0; k < shares->parts; k++) {
        const double share =
            stats_of(shares->share[k], (size_t)shares->runs).median;
        if (!(share > 0))
            continue;
        snprintf(row->parts[row->part_count].name, sizeof row->parts[0].name,
                 "%s", op->parts[k]);
        row->parts[row->part_count++].share = share;
    }
}

void trial_parts(struct trial *trial, struct dataset *dataset, bool cold)
{
    const struct op *op = dataset->problem.op;
    const double begin = host_clock();
    struct shares shares = { .parts = parts_of(op) };
    if (!shares.parts || trial->choice->transfers ||
        !trial->replica->place->meter->mark)
        return;
    while (shares.runs < RUNS && !interrupted &&
           (shares.runs < LEAST_RUNS || host_clock() - begin < MOST_TIME))
        if (!run_once(trial, dataset, cold, &shares))
            break;
    if (trial->live && shares.runs)
        tell(&trial->row, op, &shares);
}

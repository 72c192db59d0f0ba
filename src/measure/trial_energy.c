/* trial_energy.c - the joules of a run. */
#include "measure/trial.h"

#include <stdio.h>

#include "host/host.h"
#include "problem.h"

static const double ENERGY_TIME = 0.6; /* s of runs: counters tick slowly */

static void no_energy(struct trial *trial, const char *reason)
{
    snprintf(trial->row.energy_reason, sizeof trial->row.energy_reason, "%s",
             reason);
}

/* Back to back, so that the counter holds little but the runs. */
void trial_energy(struct trial *trial, struct dataset *dataset)
{
    struct replica *replica = trial->replica;
    const struct meter *meter = replica->place->meter;
    double before, after;
    size_t runs = 0;
    struct timing timing = { 0 };
    const double begin = host_clock();
    const double batch = 0.1 / (trial->last > 1e-6 ? trial->last : 1e-6);
    const int repeats = batch < 1 ? 1 : (int)batch;

    if (problem_refreshes(&dataset->problem)) {
        no_energy(trial, "its output is refreshed before each run");
        return;
    }
    if (dataset_ready(dataset, replica, &trial->why)) {
        trial_fail(trial, ROW_FAILED, trial->why.text);
        return;
    }
    if (!meter->energy || !meter->energy(replica->device, &before)) {
        no_energy(trial, "no energy counter can be read");
        return;
    }
    for (; host_clock() - begin < ENERGY_TIME; runs += (size_t)repeats)
        if (trial_run(trial, false, repeats, &timing)) {
            trial_fail(trial, ROW_FAILED, trial->why.text);
            return;
        }
    const bool moved =
        meter->energy(replica->device, &after) && after > before;
    if (trial->row.checked) {
        trial_check_last(trial, dataset);
        trial_check_fresh(trial, dataset, timing.seconds / repeats);
    }
    if (!moved)
        no_energy(trial, "the energy counter did not move");
    else if (trial->live)
        trial->row.joules = (after - before) / (double)runs;
}

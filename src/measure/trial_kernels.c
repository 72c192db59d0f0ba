/* trial_kernels.c - the kernels that a closed library chose for a row: what a
 * run of it would launch, as its place can tell. */
#include "measure/trial.h"

#include <stdio.h>

/* After a run, so that the library is loaded and has made its choice. */
void trial_kernels(struct trial *trial)
{
    const struct replica *replica = trial->replica;
    const struct meter *meter = replica->place->meter;
    struct row *row = &trial->row;
    struct reason why = { "" };
    enum status status;
    if (!trial->variant->closed || !meter->kernels || replica->status)
        return;
    if (trial->variant->traits & WAITS) {
        status = fail(&why, STATUS_MISSING, "a run waits for the device");
    } else {
        watch_enter(trial->watch, trial->index, trial->limit);
        status = meter->kernels(replica->device, &trial->jobs[0], row->kernels,
                                sizeof row->kernels, &why);
        watch_enter(trial->watch, -1, 0);
    }
    if (!status)
        return;
    row->kernels[0] = '\0';
    snprintf(row->kernels_reason, sizeof row->kernels_reason, "%.*s",
             (int)sizeof row->kernels_reason - 1, why.text);
}

/* trial_calls.c - calls of a variant's functions, each of which is to leave the
 * thread, and the backends' libraries, as it found them. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "measure/trial.h"

#include "host/settings.h"
#include "matrix.h"

/* Who did not is told by its own row, if a call has no worse to tell: the
 * others run as if it had. */
static enum status look_at_settings(struct trial *trial,
                                    const struct settings *before, bool first,
                                    enum status status)
{
    bool moved;
    const char *left = settings_restore(before, &moved);
    for (int i = 0; backends[i]; i++) {
        const char *own =
            backends[i]->mend ? backends[i]->mend(moved, first) : NULL;
        left = left ? left : own;
    }
    return status || !left ? status
                           : fail(&trial->why, STATUS_DEVICE,
                                  "what runs after it would have %s", left);
}

enum status trial_call_run(struct trial *trial, const struct batch *batch,
                           struct timing *timing)
{
    const struct replica *replica = trial->replica;
    struct settings before;
    settings_read(&before);
    const enum status status = replica->place->meter->sample(
        replica->device, batch, timing, &trial->why);
    return look_at_settings(trial, &before, !trial->started, status);
}

enum status trial_call_scratch(struct trial *trial, size_t *bytes)
{
    struct settings before;
    *bytes = 0;
    if (!trial->variant->scratch)
        return STATUS_OK;
    settings_read(&before);
    *bytes = trial->variant->scratch(&trial->jobs[0]);
    return look_at_settings(trial, &before, false,
                            *bytes == SCRATCH_FAILED ? STATUS_DEVICE
                                                     : STATUS_OK);
}

/* Of a job without arrays, in which nothing can be done that runs should. */
enum status trial_call_depth(struct trial *trial, double *depth)
{
    struct job job = { .problem = trial->jobs[0].problem,
                       .variant = trial->variant,
                       .device = trial->jobs[0].device,
                       .why = &trial->why };
    struct settings before;
    const struct problem *p = job.problem;
    *depth = p->in_count ? (double)p->in[0].count : 1;
    if (!trial->variant->depth)
        return STATUS_OK;
    settings_read(&before);
    *depth = trial->variant->depth(&job);
    return look_at_settings(trial, &before, false, STATUS_OK);
}

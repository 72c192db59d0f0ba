/* guest.c - a run that shares its GPU with others. */
#include "guest.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "base/stats.h"

enum { SAMPLES = 9, REPEATS = 3 };

/* --- opening and closing -------------------------------------------------- */

enum status guest_open(struct guest *g, const struct problem *p,
                       struct targets *targets, const struct choice *choice,
                       struct reason *why)
{
    bool used[MOST_TARGETS] = { false };
    memset(g, 0, sizeof *g);
    g->choice = *choice;
    used[choice->target] = true;
    enum status status = dataset_open(&g->data, p, targets, used, NULL, why);
    if (!status)
        status = dataset_load(&g->data, false, why);
    if (status)
        return status;
    trial_open(&g->trial, &g->data, &targets->list[choice->target], &g->choice,
               "");
    if (g->trial.live)
        return STATUS_OK;
    return fail(
        why, g->trial.row.status == ROW_SKIPPED ? STATUS_USAGE : STATUS_DEVICE,
        "%.300s", g->trial.row.reason);
}

void guest_close(struct guest *g)
{
    trial_close(&g->trial);
    dataset_close(&g->data);
}

struct job *guest_job(struct guest *g)
{
    return &g->trial.jobs[0];
}

/* --- running -------------------------------------------------------------- */

enum status guest_ready(struct guest *g, struct reason *why)
{
    return dataset_ready(&g->data, g->trial.replica, why);
}

enum status guest_run(struct guest *g, struct reason *why)
{
    enum status status = guest_ready(g, why);
    if (status)
        return status;
    status = g->trial.variant->run(guest_job(g));
    return status ? fail(why, status, "%s", g->trial.why.text) : STATUS_OK;
}

enum status guest_time(struct guest *g, double *seconds, struct reason *why)
{
    struct timing timing = { 0 };
    const struct batch batch = { .variant = g->trial.variant,
                                 .jobs = guest_job(g),
                                 .job_count = 1,
                                 .repeats = 1,
                                 .loaded = true,
                                 .beside = true };
    const struct replica *replica = g->trial.replica;
    const enum status status =
        replica->place->meter->sample(replica->device, &batch, &timing, why);
    *seconds = timing.seconds;
    return status;
}

static enum status answer_of(struct guest *g, uint64_t *answer,
                             struct reason *why)
{
    return dataset_outputs(&g->data, g->trial.replica, 0, answer, why);
}

/* --- alone ---------------------------------------------------------------- */

static enum status check(struct guest *g, struct reason *why)
{
    trial_check(&g->trial, &g->data);
    return g->trial.live
        ? STATUS_OK
        : fail(why, STATUS_DEVICE, "wrong: %.300s", g->trial.row.reason);
}

static enum status repeat(struct guest *g, struct reason *why)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < REPEATS && !status; i++) {
        status = guest_run(g, why);
        if (!status)
            status = guest_same(g, g, why);
    }
    return status;
}

static enum status time_alone(struct guest *g, struct reason *why)
{
    double samples[SAMPLES] = { 0 };
    enum status status = STATUS_OK;
    for (int i = 0; i < SAMPLES && !status; i++) {
        status = guest_ready(g, why);
        if (!status)
            status = guest_time(g, &samples[i], why);
    }
    g->seconds = stats_of(samples, SAMPLES).median;
    return status;
}

enum status guest_alone(struct guest *g, bool checked, struct reason *why)
{
    enum status status = checked ? check(g, why) : guest_run(g, why);
    if (!status)
        status = answer_of(g, &g->answer, why);
    if (!status && checked)
        status = repeat(g, why);
    return status ? status : time_alone(g, why);
}

/* --- what it wrote -------------------------------------------------------- */

/* Against the answer, as the variant promised. The arrays are those of the
 * guest, the inputs they should hold and their answer those of `asked`. */
static enum status judge(struct guest *g, struct guest *asked, bool ordered,
                         struct reason *why)
{
    const struct variant *variant = g->trial.variant;
    const struct problem *p = &g->data.problem;
    const struct promise promise = {
        .traits = variant->traits,
        .depth = variant->depth ? variant->depth(guest_job(g))
                                : (double)p->in[0].count,
    };
    struct verdict verdict;
    const enum status status = dataset_check(&asked->data, g->trial.replica, 0,
                                             &promise, &verdict, why);
    if (status)
        return status;
    if (!verdict.ok)
        return fail(why, STATUS_DEVICE, "wrong at index %zu: %s",
                    verdict.first_bad, verdict.text);
    return ordered
        ? fail(why, STATUS_DEVICE, "right, but other bits than alone")
        : STATUS_OK;
}

enum status guest_same(struct guest *g, struct guest *asked,
                       struct reason *why)
{
    const bool ordered = !(g->trial.variant->traits & (UNORDERED | UNSTABLE));
    uint64_t answer = 0;
    const enum status status = answer_of(g, &answer, why);
    if (status)
        return status;
    return ordered && answer == asked->answer ? STATUS_OK
                                              : judge(g, asked, ordered, why);
}

/* --- what it finds -------------------------------------------------------- */

static enum status copy(struct guest *g, void *to, const void *from,
                        size_t bytes, enum direction direction,
                        struct reason *why)
{
    const struct replica *replica = g->trial.replica;
    return replica->place->copy(replica->device, to, from, bytes, direction,
                                why);
}

enum status guest_litter(struct guest *g, uint64_t seed, struct reason *why)
{
    const size_t bytes = g->trial.scratch.bytes;
    const size_t words = bytes / sizeof(uint64_t) + 1;
    uint64_t *litter = malloc(words * sizeof *litter);
    if (!litter)
        return fail(why, STATUS_MEMORY, "no memory for litter");
    for (size_t i = 0; i < words; i++)
        litter[i] = random_next(&seed);
    const enum status status =
        copy(g, g->trial.scratch.data, litter, bytes, TO_DEVICE, why);
    free(litter);
    return status;
}

enum status guest_lend_inputs(struct guest *g, const struct guest *from,
                              struct reason *why)
{
    const struct arrays *mine = &g->trial.replica->set[0];
    const struct arrays *theirs = &from->trial.replica->set[0];
    enum status status = STATUS_OK;
    for (int i = 0; i < g->data.problem.in_count && !status; i++)
        status = copy(g, mine->in[i].data, theirs->in[i].data,
                      mine->in[i].bytes, ON_DEVICE, why);
    return status;
}

enum status guest_lend_scratch(struct guest *g, const struct guest *from,
                               struct reason *why)
{
    return copy(g, g->trial.scratch.data, from->trial.scratch.data,
                g->trial.scratch.bytes, ON_DEVICE, why);
}

enum status guest_restore(struct guest *g, struct reason *why)
{
    struct replica *replica = g->trial.replica;
    const enum status status = dataset_restore(&g->data, replica);
    return status ? fail(why, status, "%s", replica->why.text) : STATUS_OK;
}

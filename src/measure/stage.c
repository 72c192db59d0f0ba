/* stage.c - the arrays of a case: had, and given back. */
#include "measure/stage.h"

#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "host/host.h"

/* --- opening and closing ------------------------------------------------ */

static enum status open_arrays(const struct stage *stage, struct site *site,
                               struct arrays *set)
{
    const struct problem *p = &stage->problem;
    const size_t offset = stage->wants.offset;
    const size_t skewed = offset + stage->wants.skew;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++)
        status = buffer_open(
            &set->in[i], site->place, site->device, array_bytes(&p->in[i]),
            (i ? skewed : offset) * elem_size(p->in[i].type), &site->why);
    for (int i = 0; i < p->out_count && !status; i++)
        status = buffer_open(&set->out[i], site->place, site->device,
                             array_bytes(&p->out[i]),
                             skewed * elem_size(p->out[i].type), &site->why);
    return status;
}

/* Several sets must stay in the cache together, or hot would be cold. */
static int sets_for(const struct stage *stage, const struct site *site)
{
    struct device_facts facts;
    site->place->facts(site->device, &facts);
    const size_t bytes = problem_bytes(&stage->problem);
    const size_t fit = facts.cache / 2 / (bytes ? bytes : 1);
    if (problem_refreshes(&stage->problem))
        return 1; /* refreshed before each run, so runs come singly */
    return fit < 1 ? 1 : fit > STAGE_SETS ? STAGE_SETS : (int)fit;
}

static enum status open_pins(const struct problem *p, struct site *site)
{
    const struct meter *meter = site->place->meter;
    enum status status = STATUS_OK;
    for (int i = 0; meter->pin && i < p->in_count && !status; i++)
        status = meter->pin(site->device, array_bytes(&p->in[i]),
                            &site->pinned_in[i], &site->why);
    for (int i = 0; meter->pin && i < p->out_count && !status; i++)
        status = meter->pin(site->device, array_bytes(&p->out[i]),
                            &site->pinned_out[i], &site->why);
    return status;
}

static enum status open_site(struct stage *stage, struct site *site)
{
    const int wanted = stage->wants.rotate ? sets_for(stage, site) : 1;
    enum status status = STATUS_OK;
    for (site->sets = 0; site->sets < wanted && !status; site->sets++)
        status = open_arrays(stage, site, &site->set[site->sets]);
    if (!status && stage->wants.pins)
        status = open_pins(&stage->problem, site);
    return status;
}

static void close_site(struct site *site)
{
    for (int i = 0; i < OP_ARRAYS; i++) {
        for (int k = 0; k < STAGE_SETS; k++) {
            buffer_close(&site->set[k].in[i]);
            buffer_close(&site->set[k].out[i]);
        }
        if (site->pinned_in[i])
            site->place->meter->unpin(site->device, site->pinned_in[i]);
        if (site->pinned_out[i])
            site->place->meter->unpin(site->device, site->pinned_out[i]);
        site->pinned_in[i] = site->pinned_out[i] = NULL;
    }
}

struct site *stage_site(struct stage *stage, const struct place *place)
{
    for (int i = 0; i < stage->site_count; i++)
        if (stage->sites[i].place == place)
            return &stage->sites[i];
    return NULL;
}

static void add_site(struct stage *stage, const struct place *place,
                     struct device *device)
{
    if (stage_site(stage, place) || stage->site_count == STAGE_SITES)
        return;
    struct site *site = &stage->sites[stage->site_count++];
    site->place = place;
    site->device = device;
    site->status = open_site(stage, site);
    if (site->status)
        close_site(site);
}

enum status stage_open(struct stage *stage, const struct problem *problem,
                       const struct bench *bench, const bool *seat_used,
                       const struct stage_wants *wants, struct reason *why)
{
    memset(stage, 0, sizeof *stage);
    stage->problem = *problem;
    stage->host = bench->host;
    if (wants)
        stage->wants = *wants;
    add_site(stage, &host_place, bench->host);
    enum status status = stage->sites[0].status;
    if (status) {
        *why = stage->sites[0].why;
        return status;
    }
    for (int i = 0; i < bench->count; i++)
        if (seat_used[i] && !bench->seats[i].status)
            add_site(stage, bench->seats[i].backend->place,
                     bench->seats[i].device);
    stage->want = calloc(1, problem->op->want_bytes(problem) + 1);
    bool got_all = stage->want;
    for (int i = 0; i < problem->out_count && got_all; i++) {
        const size_t bytes = array_bytes(&problem->out[i]) + 1;
        stage->got[i] = malloc(bytes);
        if (stage->wants.pins)
            stage->landed[i] = malloc(bytes);
        got_all = stage->got[i] && (stage->landed[i] || !stage->wants.pins);
    }
    return got_all ? STATUS_OK
                   : fail(why, STATUS_MEMORY, "no memory for the answers");
}

void stage_close(struct stage *stage)
{
    for (int i = 0; i < stage->site_count; i++)
        close_site(&stage->sites[i]);
    for (int i = 0; i < OP_ARRAYS; i++) {
        free(stage->got[i]);
        free(stage->landed[i]);
    }
    free(stage->want);
    memset(stage, 0, sizeof *stage);
}

/* dataset.c - the arrays of a case: had, and given back. */
#include "measure/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "host/host.h"

enum { SMALL = 1 << 20 }; /* bytes of a problem that lies in few pages */

/* --- opening and closing ------------------------------------------------ */

static struct fit fit_of(const struct dataset_wants *wants,
                         const struct array *array, bool first)
{
    const size_t elements = wants->offset + (first ? 0 : wants->skew);
    return (struct fit){ .offset = elements * elem_size(array->type),
                         .tight = wants->tight };
}

static enum status open_arrays(const struct dataset *dataset,
                               struct replica *replica, struct arrays *set)
{
    const struct problem *p = &dataset->problem;
    enum status status = STATUS_OK;
    for (int i = 0; i < p->in_count && !status; i++)
        status = buffer_open(&set->in[i], replica->place, replica->device,
                             array_bytes(&p->in[i]),
                             fit_of(&dataset->wants, &p->in[i], i == 0),
                             &replica->why);
    for (int i = 0; i < p->out_count && !status; i++)
        status = buffer_open(&set->out[i], replica->place, replica->device,
                             array_bytes(&p->out[i]),
                             fit_of(&dataset->wants, &p->out[i], false),
                             &replica->why);
    return status;
}

/* A batch's. Several must stay in the cache together, or hot would be cold. */
static int sets_for(const struct dataset *dataset,
                    const struct replica *replica)
{
    struct device_facts facts;
    replica->place->facts(replica->device, &facts);
    const size_t bytes = problem_bytes(&dataset->problem);
    const size_t fit = facts.cache / 2 / (bytes ? bytes : 1);
    if (problem_refreshes(&dataset->problem) || !dataset->wants.rotate)
        return 1; /* refreshed before each run, so runs come singly */
    return fit < 1 ? 1 : fit > DATASET_ROTATING ? DATASET_ROTATING : (int)fit;
}

/* A sum of 16 KiB of cold lines took from 1.19 to 1.43 us, by where they lie,
 * and as long again in each place each time. */
static int held_for(const struct dataset *dataset,
                    const struct replica *replica)
{
    return dataset->wants.turns && replica->place->paged &&
            problem_bytes(&dataset->problem) <= SMALL
        ? DATASET_SETS
        : replica->sets;
}

static enum status open_pins(const struct problem *p, struct replica *replica)
{
    const struct meter *meter = replica->place->meter;
    enum status status = STATUS_OK;
    for (int i = 0; meter->pin && i < p->in_count && !status; i++)
        status = meter->pin(replica->device, array_bytes(&p->in[i]),
                            &replica->pinned_in[i], &replica->why);
    for (int i = 0; meter->pin && i < p->out_count && !status; i++)
        status = meter->pin(replica->device, array_bytes(&p->out[i]),
                            &replica->pinned_out[i], &replica->why);
    return status;
}

static enum status open_replica(struct dataset *dataset,
                                struct replica *replica)
{
    enum status status = STATUS_OK;
    replica->sets = sets_for(dataset, replica);
    replica->held = held_for(dataset, replica);
    replica->whole = WHOLE_ALL;
    for (int k = 0; k < replica->held && !status; k++)
        status = open_arrays(dataset, replica, &replica->set[k]);
    if (!status && dataset->wants.pins)
        status = open_pins(&dataset->problem, replica);
    return status;
}

static void close_replica(struct replica *replica)
{
    for (int i = 0; i < OP_ARRAYS; i++) {
        for (int k = 0; k < DATASET_SETS; k++) {
            buffer_close(&replica->set[k].in[i]);
            buffer_close(&replica->set[k].out[i]);
        }
        if (replica->pinned_in[i])
            replica->place->meter->unpin(replica->device,
                                         replica->pinned_in[i]);
        if (replica->pinned_out[i])
            replica->place->meter->unpin(replica->device,
                                         replica->pinned_out[i]);
        replica->pinned_in[i] = replica->pinned_out[i] = NULL;
    }
}

struct replica *dataset_replica(struct dataset *dataset,
                                const struct place *place)
{
    for (int i = 0; i < dataset->replica_count; i++)
        if (dataset->replicas[i].place == place)
            return &dataset->replicas[i];
    return NULL;
}

void dataset_turn(struct replica *replica)
{
    const int last = replica->held - 1;
    const struct arrays first = replica->set[0];
    if (replica->sets > last)
        return;
    memmove(replica->set, replica->set + 1,
            (size_t)last * sizeof *replica->set);
    replica->set[last] = first;
}

static void add_replica(struct dataset *dataset, const struct place *place,
                        struct device *device)
{
    if (dataset_replica(dataset, place) ||
        dataset->replica_count == DATASET_REPLICAS)
        return;
    struct replica *replica = &dataset->replicas[dataset->replica_count++];
    replica->place = place;
    replica->device = device;
    replica->status = open_replica(dataset, replica);
    if (replica->status)
        close_replica(replica);
}

static bool hold(void **memory, size_t bytes, bool needed)
{
    *memory = needed ? malloc(bytes) : NULL;
    return *memory || !needed;
}

enum status dataset_open(struct dataset *dataset,
                         const struct problem *problem,
                         const struct targets *targets,
                         const bool *target_used,
                         const struct dataset_wants *wants, struct reason *why)
{
    memset(dataset, 0, sizeof *dataset);
    dataset->problem = *problem;
    dataset->host = targets->host;
    if (wants)
        dataset->wants = *wants;
    add_replica(dataset, &host_place, targets->host);
    enum status status = dataset->replicas[0].status;
    if (status) {
        *why = dataset->replicas[0].why;
        return status;
    }
    for (int i = 0; i < targets->count; i++)
        if (target_used[i] && !targets->list[i].status)
            add_replica(dataset, targets->list[i].backend->place,
                        targets->list[i].device);
    dataset->want = calloc(1, problem->op->want_bytes(problem) + 1);
    bool all = dataset->want;
    for (int i = 0; i < problem->out_count && all; i++) {
        const size_t bytes = array_bytes(&problem->out[i]) + 1;
        all = hold(&dataset->copy[i], bytes, dataset->replica_count > 1) &&
            hold(&dataset->landed[i], bytes, dataset->wants.pins);
    }
    return all ? STATUS_OK
               : fail(why, STATUS_MEMORY, "no memory for the answers");
}

void dataset_close(struct dataset *dataset)
{
    for (int i = 0; i < dataset->replica_count; i++)
        close_replica(&dataset->replicas[i]);
    for (int i = 0; i < OP_ARRAYS; i++) {
        free(dataset->copy[i]);
        free(dataset->landed[i]);
    }
    free(dataset->want);
    memset(dataset, 0, sizeof *dataset);
}

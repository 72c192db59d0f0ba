/* dataset_near.c - inputs that differ from others in one element: what code
 * knows of those is no answer to these. */
#include "measure/dataset.h"

#include <string.h>

#include "digest.h"
#include "host/host.h"
#include "problem.h"

enum { LOOKED_AT = 1 << 16 }; /* elements, for two that differ */

/* Writes an element of the first input wherever that is. */
static enum status put(struct dataset *dataset, size_t at, const void *element)
{
    const size_t size = elem_size(dataset->problem.in[0].type);
    enum status status = STATUS_OK;
    for (int i = 0; i < dataset->replica_count && !status; i++) {
        struct replica *replica = &dataset->replicas[i];
        for (int k = 0; k < replica->held && !replica->status && !status; k++)
            status = replica->place->copy(
                replica->device, replica->set[k].in[0].data + at * size,
                element, size, TO_DEVICE, &dataset->why);
        if (replica->pinned_in[0])
            memcpy((char *)replica->pinned_in[0] + at * size, element, size);
    }
    return status;
}

/* The first from some place on, never the same twice in a row, that differs
 * from the next. */
static bool find(struct dataset *dataset, size_t *at)
{
    const struct problem *p = &dataset->problem;
    const size_t pairs = p->in_count ? p->in[0].count : 0;
    const size_t size = pairs ? elem_size(p->in[0].type) : 0;
    const char *x = dataset->replicas[0].set[0].in[0].data;
    if (pairs < 2)
        return false;
    size_t i = digest_word(p->seed, dataset->nudges++) % (pairs - 1);
    for (int k = 0; k < LOOKED_AT; k++) {
        if (memcmp(x + i * size, x + (i + 1) * size, size)) {
            *at = i;
            return true;
        }
        i = (i + 1) % (pairs - 1);
    }
    return false;
}

enum status dataset_nudge(struct dataset *dataset, struct nudge *nudge,
                          struct reason *why)
{
    size_t at = 0;
    nudge->made = find(dataset, &at);
    if (!nudge->made)
        return STATUS_OK;
    const size_t size = elem_size(dataset->problem.in[0].type);
    const char *x = dataset->replicas[0].set[0].in[0].data + at * size;
    unsigned char next[sizeof nudge->was];
    nudge->at = at;
    memcpy(nudge->was, x, size);
    memcpy(next, x + size, size);
    const enum status status = put(dataset, at, next);
    if (status)
        *why = dataset->why;
    return status;
}

enum status dataset_settle(struct dataset *dataset, const struct nudge *nudge,
                           struct reason *why)
{
    const enum status status =
        nudge->made ? put(dataset, nudge->at, nudge->was) : STATUS_OK;
    if (status)
        *why = dataset->why;
    return status;
}

/* Inputs of another first one have another answer. */
static enum status change(struct dataset *dataset, struct reason *why)
{
    const struct span first = { dataset->replicas[0].set[0].in[0].data,
                                array_bytes(&dataset->problem.in[0]) };
    dataset->answered = false;
    return host_place.digest(dataset->host, &first, 1, &dataset->digest[0],
                             why);
}

/* Whether there is a right answer. */
static bool is_valid(const struct dataset *dataset)
{
    const struct problem *p = &dataset->problem;
    const void *in[OP_ARRAYS] = { 0 };
    struct reason why;
    for (int i = 0; i < p->in_count; i++)
        in[i] = dataset->replicas[0].set[0].in[i].data;
    return !p->op->validate || !p->op->validate(p, in, &why);
}

enum status dataset_go_near(struct dataset *dataset, struct nudge *nudge,
                            struct reason *why)
{
    enum status status = dataset_nudge(dataset, nudge, why);
    if (!status && nudge->made && !is_valid(dataset)) {
        status = dataset_settle(dataset, nudge, why);
        nudge->made = false;
    }
    if (status || !nudge->made)
        return status;
    dataset->near = true;
    return change(dataset, why);
}

enum status dataset_come_back(struct dataset *dataset,
                              const struct nudge *nudge, struct reason *why)
{
    const enum status status = dataset_settle(dataset, nudge, why);
    dataset->near = false;
    return status ? status : change(dataset, why);
}

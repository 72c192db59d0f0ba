/* dataset_near.c - inputs that are nearly those of the case: what code knows of
 * these is no answer to those. */
#include "measure/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "host/host.h"
#include "problem.h"

enum {
    LOOKED_AT = 1 << 16, /* elements, for two that differ */
    WINDOW = 4 << 20,    /* bytes that a nudge may change, */
    EVERY = 16           /* and of how many elements one */
};

/* Where the host has them. */
static char *elements_of(const struct dataset *dataset, int which)
{
    return dataset->replicas[0].set[0].in[which].data;
}

/* Brings what the host has of them now to all sets of a place. */
static enum status put(const struct dataset *dataset, struct replica *replica,
                       const struct nudge *nudge, struct reason *why)
{
    const char *from = elements_of(dataset, nudge->which) + nudge->begin;
    enum status status = STATUS_OK;
    for (int k = 0; k < replica->held && !replica->status && !status; k++) {
        char *to = replica->set[k].in[nudge->which].data + nudge->begin;
        if (to != from)
            status = replica->place->copy(replica->device, to, from,
                                          nudge->bytes, TO_DEVICE, why);
    }
    char *pinned = replica->pinned_in[nudge->which];
    if (pinned)
        memcpy(pinned + nudge->begin, from, nudge->bytes);
    return status;
}

static enum status put_where(struct dataset *dataset, struct replica *only,
                             const struct nudge *nudge, struct reason *why)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < dataset->replica_count && !status; i++) {
        struct replica *replica = &dataset->replicas[i];
        if (!only || i == 0 || replica == only)
            status = put(dataset, replica, nudge, why);
    }
    return status;
}

/* The elements that a nudge may change, and one more: two that differ, or many;
 * from another place each time. None: false. The first of offsets stays. */
static bool find(struct dataset *dataset, bool many, struct nudge *nudge)
{
    const struct array *array = &dataset->problem.in[nudge->which];
    const size_t size = elem_size(array->type);
    const size_t first = nudge->which > 0;
    if (array->count < first + 2)
        return false;
    const char *x = elements_of(dataset, nudge->which);
    const size_t pairs = array->count - first - 1, room = WINDOW / size;
    size_t i =
        (digest_word(dataset->problem.seed, 0) + dataset->nudges++) % pairs;
    if (many) {
        const size_t begin = pairs < room ? i % EVERY % pairs : i;
        const size_t count = pairs - begin < room ? pairs - begin : room;
        nudge->begin = (first + begin) * size;
        nudge->bytes = (count + 1) * size;
        return true;
    }
    for (int k = 0; k < LOOKED_AT; k++, i = (i + 1) % pairs) {
        nudge->begin = (first + i) * size;
        nudge->bytes = 2 * size;
        if (memcmp(x + nudge->begin, x + nudge->begin + size, size))
            return true;
    }
    return false;
}

/* Gives elements, one in EVERY, the next one's value, and by swaps that
 * theirs. Whether any is another now. */
static bool change(char *x, size_t bytes, size_t size, enum nudging by)
{
    unsigned char own[8];
    bool changed = false;
    for (size_t at = 0; at + size < bytes; at += EVERY * size) {
        if (!memcmp(x + at, x + at + size, size))
            continue;
        memcpy(own, x + at, size);
        memcpy(x + at, x + at + size, size);
        if (by == NUDGING_SWAPS)
            memcpy(x + at + size, own, size);
        changed = true;
    }
    return changed;
}

/* Whether there is a right answer. */
static bool is_valid(const struct dataset *dataset)
{
    const struct problem *p = &dataset->problem;
    const void *in[OP_ARRAYS] = { 0 };
    struct reason why;
    for (int i = 0; i < p->in_count; i++)
        in[i] = elements_of(dataset, i);
    return !p->op->validate || !p->op->validate(p, in, &why);
}

/* As the op is known to take, or else finds out, which may take longer than
 * runs do. Any is another: true. */
static bool change_validly(struct dataset *dataset, const struct nudge *nudge)
{
    enum nudging *by = &dataset->nudging[nudge->which];
    const size_t size = elem_size(dataset->problem.in[nudge->which].type);
    char *x = elements_of(dataset, nudge->which) + nudge->begin;
    if (*by == NUDGING_COPIES || *by == NUDGING_SWAPS)
        return change(x, nudge->bytes, size, *by);
    if (*by == NUDGING_NONE)
        return false;
    for (*by = NUDGING_COPIES; *by < NUDGING_NONE; ++*by) {
        if (!change(x, nudge->bytes, size, *by)) {
            *by = NUDGING_UNKNOWN;
            return false;
        }
        if (is_valid(dataset))
            return true;
        memcpy(x, nudge->was, nudge->bytes);
    }
    return false;
}

enum status dataset_nudge(struct dataset *dataset, struct replica *only,
                          int which, bool many, struct nudge *nudge,
                          struct reason *why)
{
    *nudge = (struct nudge){ .which = which };
    if (!find(dataset, many, nudge))
        return STATUS_OK;
    nudge->was = malloc(nudge->bytes);
    if (!nudge->was)
        return fail(why, STATUS_MEMORY, "there is no memory for its input");
    memcpy(nudge->was, elements_of(dataset, which) + nudge->begin,
           nudge->bytes);
    const bool made = change_validly(dataset, nudge);
    const enum status status =
        made ? put_where(dataset, only, nudge, why) : STATUS_OK;
    if (status || !made)
        dataset_settle(dataset, only, nudge, &(struct reason){ "" });
    return status;
}

enum status dataset_settle(struct dataset *dataset, struct replica *only,
                           struct nudge *nudge, struct reason *why)
{
    if (!nudge->was)
        return STATUS_OK;
    memcpy(elements_of(dataset, nudge->which) + nudge->begin, nudge->was,
           nudge->bytes);
    free(nudge->was);
    nudge->was = NULL;
    return put_where(dataset, only, nudge, why);
}

enum status dataset_hold(struct dataset *dataset, struct replica *replica,
                         struct nudge *nudge, struct late *late,
                         struct reason *why)
{
    *late =
        (struct late){ .in = elements_of(dataset, nudge->which) + nudge->begin,
                       .other = nudge->was,
                       .bytes = nudge->bytes };
    late_make(late);
    late->in = replica->set[0].in[nudge->which].data + nudge->begin;
    late->made = false;
    return put_where(dataset, replica, nudge, why);
}

enum status dataset_spread(struct dataset *dataset, struct replica *replica,
                           const struct nudge *nudge, struct late *late,
                           struct reason *why)
{
    if (!late->made)
        late_make(late);
    memmove(elements_of(dataset, nudge->which) + nudge->begin, late->in,
            late->bytes);
    return put_where(dataset, replica, nudge, why);
}

enum status dataset_renew(struct dataset *dataset, int which, bool near,
                          struct reason *why)
{
    const struct span input = { elements_of(dataset, which),
                                array_bytes(&dataset->problem.in[which]) };
    dataset->near = near;
    dataset->answered = false;
    return host_place.digest(dataset->host, &input, 1, &dataset->digest[which],
                             why);
}

enum status dataset_go_near(struct dataset *dataset, struct replica *only,
                            int which, bool many, struct nudge *nudge,
                            struct reason *why)
{
    enum status status = dataset_nudge(dataset, only, which, many, nudge, why);
    if (!status && nudge->was)
        status = dataset_renew(dataset, which, true, why);
    if (status)
        dataset_come_back(dataset, only, nudge, &(struct reason){ "" });
    return status;
}

/* Whatever happens its right answer is no longer that of others. */
enum status dataset_come_back(struct dataset *dataset, struct replica *only,
                              struct nudge *nudge, struct reason *why)
{
    struct reason also = { "" };
    const enum status status = dataset_settle(dataset, only, nudge, why);
    if (!dataset->near)
        return status;
    const enum status renewed =
        dataset_renew(dataset, nudge->which, false, &also);
    return status ? status
        : renewed ? fail(why, renewed, "%s", also.text)
                  : STATUS_OK;
}

/* dataset_check.c - outputs readied for a run, and judged after it. */
#include "measure/dataset.h"

#include <inttypes.h>
#include <stdio.h>

#include "digest.h"
#include "problem.h"

enum { SOON = 4 << 20 }; /* bytes that are looked at in no time */

static enum status ready_output(const struct dataset *dataset,
                                struct replica *replica, struct arrays *set,
                                int i, struct reason *why)
{
    static const int patterns[] = { 0xFF, 0x7A };
    const int from = dataset->problem.out[i].from;
    if (!from && dataset->over)
        return STATUS_OK;
    if (!from)
        return buffer_poison(&set->out[i], patterns[dataset->poisonings % 2],
                             why);
    return replica->place->copy(replica->device, set->out[i].data,
                                set->in[array_index(from)].data,
                                set->out[i].bytes, ON_DEVICE, why);
}

enum status dataset_ready(struct dataset *dataset, struct replica *replica,
                          struct reason *why)
{
    enum status status = STATUS_OK;
    for (int k = 0; k < replica->sets; k++)
        for (int i = 0; i < dataset->problem.out_count && !status; i++)
            status = ready_output(dataset, replica, &replica->set[k], i, why);
    dataset->poisonings++;
    return status;
}

enum status dataset_spoil(struct dataset *dataset, struct replica *replica,
                          struct reason *why)
{
    enum status status = STATUS_OK;
    bool copied[OP_ARRAYS] = { false }; /* to an output, not in place */
    for (int i = 0; i < dataset->problem.out_count; i++)
        if (dataset->problem.out[i].from)
            copied[array_index(dataset->problem.out[i].from)] = true;
    for (int i = 0; i < dataset->problem.in_count && !status; i++)
        if (!copied[i])
            status = buffer_poison(&replica->set[0].in[i], 0xFF, why);
    return status;
}

/* That a set's guards are whole and, where they are looked at, its inputs as
 * they were: into `damage` if not. */
static enum status check_set(struct dataset *dataset, struct arrays *set,
                             bool inputs, struct reason *damage,
                             struct reason *why)
{
    const struct problem *p = &dataset->problem;
    uint64_t digests[OP_ARRAYS];
    struct look look = { 0 };
    for (int i = 0; i < p->in_count; i++) {
        look_at(&look, &set->in[i], p->in[i].name);
        if (inputs)
            look.more[look.more_count++] =
                (struct span){ set->in[i].data, set->in[i].bytes };
    }
    for (int i = 0; i < p->out_count; i++)
        look_at(&look, &set->out[i], p->out[i].name);
    const enum status status = buffer_look(&look, digests, damage, why);
    if (damage->text[0])
        dataset->mended = WHOLE_GUARDS;
    for (int i = 0; i < look.more_count && !status && !damage->text[0]; i++)
        if (digests[i] != dataset->digest[i]) {
            fail(damage, STATUS_DEVICE, "changed its input %s", p->in[i].name);
            dataset->mended = WHOLE_INPUTS;
        }
    return status;
}

/* The same of all sets. Others are not to meet what one has done. */
static enum status find_damage(struct dataset *dataset,
                               struct replica *replica, bool inputs,
                               struct reason *damage, struct reason *why)
{
    enum status status = STATUS_OK;
    dataset->mended = 0;
    for (int k = 0; k < replica->held && !status && !damage->text[0]; k++)
        status = check_set(dataset, &replica->set[k], inputs, damage, why);
    if (dataset->mended && !status)
        status = dataset_mend(dataset, replica, why);
    if (!status)
        replica->whole |= inputs || dataset->mended ? WHOLE_ALL : WHOLE_GUARDS;
    return status;
}

/* A maximum that looks beyond its input must not always find low numbers there.
 * In no rhythm, which the number of variants could share. */
static enum status change_guards(struct dataset *dataset,
                                 struct replica *replica, struct reason *why)
{
    const unsigned turn = (unsigned)digest_word(0, dataset->checks++);
    enum status status = STATUS_OK;
    for (int k = 0; k < replica->held; k++)
        for (int i = 0; i < dataset->problem.in_count && !status; i++)
            status = buffer_guard(&replica->set[k].in[i], turn, why);
    return status;
}

/* How many bytes of an output the run wrote: all, or as many elements as it
 * says; more than fit are `damage`. */
static enum status written_bytes(const struct dataset *dataset,
                                 struct replica *replica, int set, int which,
                                 size_t *bytes, struct reason *damage,
                                 struct reason *why)
{
    const struct array *array = &dataset->problem.out[which];
    uint64_t count = array->count;
    enum status status = STATUS_OK;
    if (array->length_in)
        status = replica->place->copy(
            replica->device, &count,
            replica->set[set].out[array_index(array->length_in)].data,
            sizeof count, FROM_DEVICE, why);
    if (!status && count > array->count) {
        fail(damage, STATUS_DEVICE,
             "says it wrote %" PRIu64 " of %s, where "
             "%zu fit",
             count, array->name, array->count);
        count = array->count;
    }
    *bytes = (size_t)count * elem_size(array->type);
    return status;
}

/* What a run wrote, where the host can read it: there, or in a copy. */
static enum status fetch(struct dataset *dataset, struct replica *replica,
                         int set, struct reason *damage, struct reason *why)
{
    const bool away = replica != &dataset->replicas[0];
    enum status status = STATUS_OK;
    for (int i = 0; i < dataset->problem.out_count && !status; i++) {
        void *out = replica->set[set].out[i].data;
        dataset->got[i] = away ? dataset->copy[i] : out;
        status = written_bytes(dataset, replica, set, i,
                               &dataset->got_bytes[i], damage, why);
        if (!status && away)
            status =
                replica->place->copy(replica->device, dataset->copy[i], out,
                                     dataset->got_bytes[i], FROM_DEVICE, why);
    }
    return status;
}

static void tell_damage(struct verdict *verdict, const struct reason *damage)
{
    if (!damage->text[0] || !verdict->ok)
        return;
    verdict->ok = false;
    snprintf(verdict->text, sizeof verdict->text, "%.*s",
             (int)sizeof verdict->text - 1, damage->text);
}

enum status dataset_check(struct dataset *dataset, struct replica *replica,
                          int set, const struct promise *promise,
                          struct verdict *verdict, struct reason *why)
{
    const struct problem *p = &dataset->problem;
    struct reason damage = { "" };
    struct promise promised = *promise;
    enum status status = dataset_answer(dataset, why);
    if (!status)
        status = fetch(dataset, replica, set, &damage, why);
    if (status)
        return status;
    if (dataset->twin)
        promised.depth = 0;
    *verdict = (struct verdict){ .ok = true };
    if (damage.text[0])
        tell_damage(verdict, &damage);
    else
        p->op->check(p, &promised, dataset->want, dataset->got, verdict);
    status = find_damage(dataset, replica, true, &damage, why);
    tell_damage(verdict, &damage);
    return status || damage.text[0] ? status
                                    : change_guards(dataset, replica, why);
}

static enum status look_for_damage(struct dataset *dataset,
                                   struct replica *replica, bool inputs,
                                   struct verdict *verdict, struct reason *why)
{
    struct reason damage = { "" };
    *verdict = (struct verdict){ .ok = true };
    const enum status status =
        find_damage(dataset, replica, inputs, &damage, why);
    tell_damage(verdict, &damage);
    return status;
}

enum status dataset_guards(struct dataset *dataset, struct replica *replica,
                           struct verdict *verdict, struct reason *why)
{
    const enum status status =
        look_for_damage(dataset, replica, false, verdict, why);
    return status || !verdict->ok ? status
                                  : change_guards(dataset, replica, why);
}

enum status dataset_glance(struct dataset *dataset, struct replica *replica,
                           struct verdict *verdict, struct reason *why)
{
    const bool soon = !dataset->wants.rotate && replica->sets == 1 &&
        problem_bytes(&dataset->problem) <= SOON;
    return look_for_damage(dataset, replica, soon, verdict, why);
}

enum status dataset_intact(struct dataset *dataset, struct replica *replica,
                           struct verdict *verdict, struct reason *why)
{
    return look_for_damage(dataset, replica, true, verdict, why);
}

size_t dataset_written(const struct dataset *dataset)
{
    size_t bytes = 0;
    for (int i = 0; i < dataset->problem.out_count; i++)
        bytes += dataset->got_bytes[i];
    return bytes;
}

enum status dataset_outputs(struct dataset *dataset, struct replica *replica,
                            int set, uint64_t *digest, struct reason *why)
{
    const struct problem *p = &dataset->problem;
    struct span spans[OP_ARRAYS];
    uint64_t digests[OP_ARRAYS];
    enum status status = STATUS_OK;
    struct reason damage = { "" }; /* dataset_check tells of it */
    for (int i = 0; i < p->out_count && !status; i++) {
        spans[i].memory = replica->set[set].out[i].data;
        status = written_bytes(dataset, replica, set, i, &spans[i].bytes,
                               &damage, why);
    }
    if (!status)
        status = replica->place->digest(replica->device, spans, p->out_count,
                                        digests, why);
    *digest = 0;
    for (int i = 0; i < p->out_count && !status; i++)
        *digest = *digest * 31 + digests[i];
    return status;
}

/* targets.c - opening and closing places and backends. */
#include "plan/targets.h"

#include <string.h>

#include "host/host.h"
#include "matrix.h"

const char *scope_name(enum scope scope)
{
    static const char *const names[] = {
#define SCOPE_TEXT(NAME, name) name,
        SCOPES(SCOPE_TEXT)
#undef SCOPE_TEXT
    };
    return names[scope];
}

/* A place is opened by the first backend that needs it. */
static void open_target(struct targets *targets, struct target *target,
                        const struct placement *want)
{
    const struct place *place = target->backend->place;
    if (!place) {
        target->status = fail(&target->why, STATUS_MISSING, "%s",
                              target->backend->absent ? target->backend->absent
                                                      : "this build lacks it");
        return;
    }
    if (place == &host_place)
        target->device = targets->host;
    for (struct target *s = targets->list; s < target && !target->device; s++)
        if (s->backend->place == place) {
            target->device = s->device;
            target->status = s->device ? STATUS_OK : s->status;
            target->why = s->why;
            if (target->status)
                return;
        }
    if (!target->device)
        target->status = place->open(&target->device, want, &target->why);
    if (!target->status && target->backend->open)
        target->status = target->backend->open(target->device, &target->why);
}

enum status targets_open(struct targets *targets, const struct placement *want,
                         struct reason *why)
{
    memset(targets, 0, sizeof *targets);
    const enum status status = host_place.open(&targets->host, want, why);
    for (; !status && backends[targets->count]; targets->count++) {
        struct target *target = &targets->list[targets->count];
        target->backend = backends[targets->count];
        open_target(targets, target, want);
    }
    return status;
}

void targets_close(struct targets *targets)
{
    for (int i = targets->count - 1; i >= 0; i--) {
        struct target *target = &targets->list[i];
        bool shared = target->device == targets->host;
        for (int j = 0; j < i; j++)
            shared = shared || targets->list[j].device == target->device;
        if (!target->status && target->backend->close)
            target->backend->close(target->device);
        if (!shared && target->device)
            target->backend->place->close(target->device);
    }
    host_place.close(targets->host);
    memset(targets, 0, sizeof *targets);
}

struct target *target_of(struct targets *targets,
                         const struct backend *backend)
{
    for (int i = 0; i < targets->count; i++)
        if (targets->list[i].backend == backend)
            return &targets->list[i];
    return NULL;
}

/* --- for the record ------------------------------------------------------- */

static json_t *describe_backends(const struct targets *targets)
{
    json_t *list = json_array();
    for (int i = 0; i < targets->count; i++) {
        const struct target *target = &targets->list[i];
        json_t *one = json_pack("{s:s, s:b}", "name", target->backend->name,
                                "available", !target->status);
        if (target->status)
            json_object_set_new(one, "reason", json_string(target->why.text));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *describe_device(const struct target *target)
{
    struct device_facts facts = { 0 };
    target->backend->place->facts(target->device, &facts);
    json_t *gpu = json_pack(
        "{s:s, s:s, s:I, s:I, s:i}", "name", facts.name, "detail",
        facts.detail, "memory_bytes", (json_int_t)facts.memory, "l2_bytes",
        (json_int_t)facts.cache, "multiprocessors", facts.cores);
    for (const struct fact *f = facts.more; f < facts.more + facts.more_count;
         f++)
        json_object_set_new(gpu, f->key,
                            f->text[0] ? json_string(f->text)
                                       : json_real(f->number));
    return gpu;
}

void targets_describe(const struct targets *targets, json_t *environment)
{
    json_object_set_new(environment, "backends", describe_backends(targets));
    for (int i = 0; i < targets->count; i++) {
        const struct target *target = &targets->list[i];
        if (target->status || !target->backend->numbered)
            continue;
        json_object_set_new(environment, "gpu", describe_device(target));
        return;
    }
}

/* bed.c - the machine opened, and problems made from text. */
#include "bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"
#include "random.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "options/params.h"

void bed_open(struct targets *targets, int threads)
{
    /* Others run beside this, which would be bound to the same cores. */
    const struct placement want = { .threads = threads, .bind = "none" };
    struct reason why = { "" };
    enum status status = machine_open(&want, &why);
    if (!status) {
        parallel_set_threads(machine_threads());
        machine_bind_self(0);
        status = targets_open(targets, &want, &why);
    }
    if (status) {
        printf("Bail out! %s\n", why.text);
        exit(EXIT_FAILURE);
    }
}

void bed_close(struct targets *targets)
{
    targets_close(targets);
    machine_close();
}

/* "dist=NAME" or "dist=NAME:ARG", among the settings. */
static enum status set_dist(struct problem *p, const char *const settings[],
                            int count, struct reason *why)
{
    for (int i = 0; i < count; i++) {
        if (strncmp(settings[i], "dist=", 5))
            continue;
        const char *name = settings[i] + 5;
        const size_t length = strcspn(name, ":");
        p->dist = dist_find(name, length);
        if (!p->dist)
            return fail(why, STATUS_USAGE, "%s: there is none", settings[i]);
        p->dist_argument =
            name[length] ? atof(name + length + 1) : p->dist->preset;
    }
    return STATUS_OK;
}

enum status bed_problem(struct problem *p, const struct op *op, enum elem type,
                        size_t size, const char *const settings[], int count,
                        struct reason *why)
{
    *p = (struct problem){ .op = op,
                           .type = type,
                           .size = size,
                           .dist = &dists[0],
                           .seed = 1,
                           .dim = { 1, 1, 1 } };
    p->dist_argument = p->dist->preset;
    enum status status = set_dist(p, settings, count, why);
    if (!status)
        status = params_parse(op, settings, count, p->param, why);
    return status ? status : problem_shape(p, why);
}

void bed_describe(const struct problem *p, char *text, size_t room)
{
    char value[32];
    size_t used = (size_t)snprintf(text, room, "%s %s n=%zu", p->op->name,
                                   elem_name(p->type), p->size);
    for (int i = 0; p->op->params[i].name && used < room; i++) {
        params_print(&p->op->params[i], &p->param[i], value, sizeof value);
        used += (size_t)snprintf(text + used, room - used, " %s=%s",
                                 p->op->params[i].name, value);
    }
    if (used < room && p->dist && p->dist != &dists[0])
        used += (size_t)snprintf(text + used, room - used, " dist=%s:%g",
                                 p->dist->name, p->dist_argument);
    if (used < room)
        snprintf(text + used, room - used, " seed=%llu",
                 (unsigned long long)p->seed);
}

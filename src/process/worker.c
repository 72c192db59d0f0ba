/* worker.c - one pass over the plan, in whatever process. */
#include "process/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/parallel.h"
#include "base/interrupt.h"
#include "process/work.h"
#include "roofs/roofs.h"

enum { WARNINGS = 8 };

/* --- opening -------------------------------------------------------------- */

static enum status open_all(struct work *work, struct reason *why)
{
    const struct options *options = work->task->options;
    enum status status = machine_open(&options->placement, why);
    if (!status) {
        parallel_set_threads(machine_threads());
        machine_bind_self(0);
        status = targets_open(&work->targets, &options->placement, why);
    }
    if (!status)
        status = plan_make(&work->plan, options, &work->targets, why);
    return status;
}

static void close_all(struct work *work)
{
    smalls_free(&work->smalls);
    manifest_free(&work->own);
    record_free(&work->record);
    plan_free(&work->plan);
    targets_close(&work->targets);
    machine_close();
}

/* --- telling the plan ----------------------------------------------------- */

static bool tell_environment(const struct work *work)
{
    json_t *environment = machine_environment();
    targets_describe(&work->targets, environment);
    char *text = json_dumps(environment, JSON_COMPACT);
    const bool good = text && work_tell_text(work, WIRE_ENVIRONMENT, 0, text);
    free(text);
    json_decref(environment);
    return good;
}

/* Backends that are missing for one reason share a line. */
static bool tell_missing(const struct work *work)
{
    const struct targets *targets = &work->targets;
    bool good = true;
    for (int i = 0; i < targets->count && good; i++) {
        const struct target *target = &targets->list[i];
        char line[640];
        if (!target->status)
            continue;
        size_t used = (size_t)snprintf(line, sizeof line, "without %s",
                                       target->backend->name);
        while (i + 1 < targets->count && used < sizeof line / 2 &&
               !strcmp(target->why.text, targets->list[i + 1].why.text))
            used += (size_t)snprintf(line + used, sizeof line - used, ", %s",
                                     targets->list[++i].backend->name);
        snprintf(line + used, sizeof line - used, ": %s", target->why.text);
        good = work_tell_text(work, WIRE_WARNING, 0, line);
    }
    return good;
}

/* Copies that were asked for, when nothing is copied. */
static bool tell_no_transfers(const struct work *work)
{
    const struct targets *targets = &work->targets;
    if (!work->task->options->transfers)
        return true;
    for (int i = 0; i < targets->count; i++)
        if (!targets->list[i].status &&
            targets->list[i].backend->place->meter->pin)
            return true;
    return work_tell_text(work, WIRE_WARNING, 0,
                          "without transfers: there is "
                          "no GPU to copy to");
}

static bool tell_warnings(const struct work *work)
{
    const char *lines[WARNINGS];
    const int count = machine_warnings("", lines, WARNINGS);
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        char line[256];
        snprintf(line, sizeof line, "warning: %s", lines[i]);
        good = work_tell_text(work, WIRE_WARNING, 0, line);
    }
    return good && tell_missing(work) && tell_no_transfers(work);
}

/* What the plan left out is told even when nothing else is left of it. Other
 * workers' plans leave out the same. */
static bool tell_remarks(const struct work *work)
{
    const struct task *task = work->task;
    bool good = true;
    if (task->manifest || task->cores_only || task->image)
        return true;
    for (size_t i = 0; i < work->plan.remark_count && good; i++)
        good = work_tell_text(work, WIRE_WARNING, 0, work->plan.remarks[i]);
    return good;
}

static bool make_manifest(struct work *work)
{
    struct manifest *own = &work->own;
    bool good = true;
    for (size_t i = 0; i < work->plan.cases.count; i++) {
        const struct case_plan *c = &work->plan.cases.list[i];
        const size_t k = own->case_count;
        for (int j = 0; j < c->choice_count && good; j++) {
            struct row row;
            if (!work_wants(work, &c->choices[j]))
                continue;
            work_name_row(work, &row, c, &c->choices[j]);
            good = manifest_add(own, k, &row);
        }
    }
    work->manifest = own;
    return good;
}

static bool tell_names(const struct work *work)
{
    bool good = true;
    for (size_t k = 0; k < work->own.case_count; k++) {
        size_t count;
        const struct manifest_row *rows =
            manifest_case_rows(&work->own, k, &count);
        for (size_t i = 0; i < count && good; i++)
            good =
                work_tell(work, WIRE_NAME, k, &rows[i].row, sizeof rows->row);
    }
    return good;
}

static bool tell_plan(struct work *work)
{
    if (work->task->manifest) {
        work->manifest = work->task->manifest;
        return true;
    }
    return (work->task->record->environment ||
            (tell_environment(work) && tell_warnings(work))) &&
        make_manifest(work) && tell_names(work) &&
        work_tell(work, WIRE_READY, 0, NULL, 0);
}

/* --- all of it ------------------------------------------------------------ */

static bool tell_roofs(const struct work *work)
{
    const struct record *r = &work->record;
    return work_tell(work, WIRE_ROOFS, 0, r->roofs,
                     r->roof_count * sizeof *r->roofs) &&
        work_tell(work, WIRE_BASES, 0, r->bases,
                  r->base_count * sizeof *r->bases);
}

/* After a case: it may be the first that asks for some. */
static void take_roofs(struct work *work, bool again)
{
    roofs_complete(&work->record, &work->targets, &work->plan, &work->watch);
    if (again)
        roofs_refresh(&work->record, &work->targets, &work->plan,
                      &work->watch);
}

static bool measure_all(struct work *work)
{
    /* Other passes' roofs are of other numbers of threads. */
    const bool roofs =
        !work->task->cores_only && !work->task->options->no_roofs;
    const size_t count = work->manifest->case_count;
    if (roofs && !work->manifest->start)
        roofs_measure(&work->record, &work->targets, &work->plan,
                      &work->watch);
    bool good = tell_roofs(work);
    for (size_t k = work->task->at; k < count && good && !interrupted; k++) {
        good = work_case(work, k);
        if (roofs && good && !interrupted)
            take_roofs(work, (k + 1 < count) != (work->manifest->start > 0));
        good = good && tell_roofs(work);
    }
    return good && work_tell(work, WIRE_DONE, interrupted != 0, NULL, 0);
}

static bool know_roofs(struct work *work)
{
    const struct record *record = work->task->record;
    bool good = true;
    for (size_t i = 0; i < record->roof_count && good; i++)
        good = record_add_roof(&work->record, &record->roofs[i]);
    for (size_t i = 0; i < record->base_count && good; i++)
        good = record_add_base(&work->record, &record->bases[i]);
    return good;
}

enum status worker_print_plan(const struct options *options,
                              struct reason *why)
{
    const struct task task = { .options = options };
    struct work work = { .task = &task };
    const enum status status = open_all(&work, why);
    if (!status)
        plan_print(&work.plan, &work.targets, options);
    for (size_t i = 0; i < work.plan.remark_count && !options->quiet; i++)
        fprintf(stderr, "%s\n", work.plan.remarks[i]);
    close_all(&work);
    return status;
}

void worker_run(const struct task *task)
{
    struct work work = { .task = task };
    struct reason why = { "" };
    work.watch = work_watch(&work);
    enum status status = open_all(&work, &why);
    if (!status && !know_roofs(&work))
        status = fail(&why, STATUS_MEMORY, "no memory for the roofs");
    const bool heard = tell_remarks(&work);
    if (status)
        work_tell_text(&work, WIRE_REFUSED, status, why.text);
    else if (heard && task->image)
        work_image(&work);
    else if (heard && tell_plan(&work))
        measure_all(&work);
    close_all(&work);
}

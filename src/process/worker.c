/* worker.c - one pass over the plan, in whatever process. */
#include "process/worker.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/machine.h"
#include "host/parallel.h"
#include "measure/roofs.h"
#include "measure/trial.h"
#include "process/work.h"

enum { WARNINGS = 8 };

bool work_tell(const struct work *work, enum wire_kind kind, size_t index,
               const void *data, size_t bytes)
{
    const struct worker *w = work->worker;
    return w->tell(w->context, kind, (uint32_t)index, data, bytes);
}

bool work_tell_text(const struct work *work, enum wire_kind kind, size_t index,
                    const char *text)
{
    return work_tell(work, kind, index, text, strlen(text) + 1);
}

/* --- opening -------------------------------------------------------------- */

/* What opening and planning have to say was said by the first worker. */
static int hush(void)
{
    const int saved = dup(STDERR_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY);
    fflush(stderr);
    if (saved >= 0 && nowhere >= 0)
        (void)dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
    return saved;
}

static void unhush(int saved)
{
    fflush(stderr);
    if (saved >= 0) {
        (void)dup2(saved, STDERR_FILENO);
        close(saved);
    }
}

static enum status open_all(struct work *work, struct reason *why)
{
    const struct options *options = work->worker->options;
    const bool again = work->worker->outline || work->worker->cores_only;
    const int saved = again ? hush() : -1;
    enum status status = machine_open(&options->placement, why);
    if (!status) {
        parallel_set_threads(machine_threads());
        machine_bind_self(0);
        status = bench_open(&work->bench, &options->placement, why);
    }
    if (!status)
        status = plan_make(&work->plan, options, &work->bench, why);
    if (again)
        unhush(saved);
    return status;
}

static void close_all(struct work *work)
{
    overheads_free(&work->overheads);
    outline_free(&work->own);
    record_free(&work->record);
    plan_free(&work->plan);
    bench_close(&work->bench);
    machine_close();
}

/* --- telling the plan ----------------------------------------------------- */

static bool tell_environment(const struct work *work)
{
    json_t *environment = machine_environment();
    bench_describe(&work->bench, environment);
    char *text = json_dumps(environment, JSON_COMPACT);
    const bool good = text && work_tell_text(work, WIRE_ENVIRONMENT, 0, text);
    free(text);
    json_decref(environment);
    return good;
}

/* Backends that are missing for one reason share a line. */
static bool tell_missing(const struct work *work)
{
    const struct bench *bench = &work->bench;
    bool good = true;
    for (int i = 0; i < bench->count && good; i++) {
        const struct seat *seat = &bench->seats[i];
        char line[640];
        if (!seat->status)
            continue;
        size_t used = (size_t)snprintf(line, sizeof line, "without %s",
                                       seat->backend->name);
        while (i + 1 < bench->count && used < sizeof line / 2 &&
               !strcmp(seat->why.text, bench->seats[i + 1].why.text))
            used += (size_t)snprintf(line + used, sizeof line - used, ", %s",
                                     bench->seats[++i].backend->name);
        snprintf(line + used, sizeof line - used, ": %s", seat->why.text);
        good = work_tell_text(work, WIRE_WARNING, 0, line);
    }
    return good;
}

/* Copies that were asked for, when nothing is copied. */
static bool tell_no_transfers(const struct work *work)
{
    const struct bench *bench = &work->bench;
    if (!work->worker->options->transfers)
        return true;
    for (int i = 0; i < bench->count; i++)
        if (!bench->seats[i].status &&
            bench->seats[i].backend->scope == SCOPE_GPU)
            return true;
    return work_tell_text(work, WIRE_WARNING, 0,
                          "without transfers: there is "
                          "no GPU to copy to");
}

static bool tell_warnings(const struct work *work)
{
    const char *lines[WARNINGS];
    const int count = machine_warnings(lines, WARNINGS);
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        char line[256];
        snprintf(line, sizeof line, "warning: %s", lines[i]);
        good = work_tell_text(work, WIRE_WARNING, 0, line);
    }
    return good && tell_missing(work) && tell_no_transfers(work);
}

bool work_wants(const struct work *work, const struct choice *choice)
{
    return !work->worker->cores_only ||
        work->bench.seats[choice->seat].backend->scope == SCOPE_CORES;
}

void work_name_row(const struct work *work, struct row *row,
                   const struct case_plan *c, const struct choice *choice)
{
    trial_name(row, &c->problem, &work->bench.seats[choice->seat], choice);
    snprintf(row->cache, sizeof row->cache, "%s",
             work->worker->options->hot ? "hot" : "cold");
}

static bool make_outline(struct work *work)
{
    struct outline *own = &work->own;
    bool good = true;
    for (size_t i = 0; i < work->plan.count; i++) {
        const struct case_plan *c = &work->plan.cases[i];
        const size_t k = own->case_count;
        for (int j = 0; j < c->choice_count && good; j++) {
            struct row row;
            if (!work_wants(work, &c->choices[j]))
                continue;
            work_name_row(work, &row, c, &c->choices[j]);
            good = outline_add(own, k, &row);
        }
    }
    work->outline = own;
    return good;
}

static bool tell_names(const struct work *work)
{
    bool good = true;
    for (size_t k = 0; k < work->own.case_count; k++) {
        size_t count;
        const struct outline_row *rows =
            outline_case_rows(&work->own, k, &count);
        for (size_t i = 0; i < count && good; i++)
            good =
                work_tell(work, WIRE_NAME, k, &rows[i].row, sizeof rows->row);
    }
    return good;
}

static bool tell_plan(struct work *work)
{
    if (work->worker->outline) {
        work->outline = work->worker->outline;
        return true;
    }
    return (work->worker->record->environment ||
            (tell_environment(work) && tell_warnings(work))) &&
        make_outline(work) && tell_names(work) &&
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

static bool measure_all(struct work *work)
{
    /* Other passes' roofs are of other numbers of threads. */
    const bool roofs =
        !work->worker->cores_only && !work->worker->options->no_roofs;
    const size_t count = work->outline->case_count;
    if (roofs)
        roofs_measure(&work->record, &work->bench, &work->plan, &work->watch);
    bool good = tell_roofs(work);
    for (size_t k = work->worker->at;
         k < count && good && !measure_interrupted; k++) {
        good = work_case(work, k);
        if (roofs && good && !measure_interrupted && k + 1 < count)
            roofs_refresh(&work->record, &work->bench, &work->plan,
                          &work->watch);
        good = good && tell_roofs(work);
    }
    return good &&
        work_tell(work, WIRE_DONE, measure_interrupted != 0, NULL, 0);
}

static bool know_roofs(struct work *work)
{
    const struct record *record = work->worker->record;
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
    const struct worker worker = { .options = options };
    struct work work = { .worker = &worker };
    const enum status status = open_all(&work, why);
    if (!status)
        plan_print(&work.plan, &work.bench, options->thread_count > 1);
    close_all(&work);
    return status;
}

void worker_run(const struct worker *worker)
{
    struct work work = { .worker = worker };
    struct reason why = { "" };
    work.watch = work_watch(&work);
    enum status status = open_all(&work, &why);
    if (!status && !know_roofs(&work))
        status = fail(&why, STATUS_MEMORY, "no memory for the roofs");
    if (status)
        work_tell_text(&work, WIRE_REFUSED, status, why.text);
    else if (tell_plan(&work))
        measure_all(&work);
    close_all(&work);
}

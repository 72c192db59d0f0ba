/* work_case.c - one case of the manifest, by this worker's plan.
 *
 * The two may differ after a restart, so cases and rows are matched by
 * name. */
#include "process/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "measure/measure.h"
#include "roofs/roofs.h"
#include "matrix.h"
#include "record/judge.h"

static void show(void *context, const char *text)
{
    const struct work *work = context;
    watch_show(work->task->watch, text);
}

static void enter(void *context, int choice, double seconds)
{
    const struct work *work = context;
    watch_enter(work->task->watch, choice < 0 ? -1 : work->row_of[choice],
                seconds);
}

static void resize(void *context, size_t n)
{
    const struct work *work = context;
    watch_size(work->task->watch, n);
}

static void lost(void *context, int choice, const char *reason)
{
    const struct work *work = context;
    watch_lost(work->task->watch, work->row_of[choice], reason);
}

static bool tell_row(const struct work *work, enum wire_kind kind, int index,
                     const struct row *row)
{
    size_t bytes;
    void *block = wire_pack(row, &bytes);
    const bool good =
        block && work_tell(work, kind, (size_t)index, block, bytes);
    free(block);
    return good;
}

static void finished(void *context, int choice, const struct row *row)
{
    const struct work *work = context;
    tell_row(work, WIRE_FINISHED, work->row_of[choice], row);
}

struct watch work_watch(struct work *work)
{
    return (struct watch){ show, enter, resize, lost, finished, work };
}

/* --- rows ----------------------------------------------------------------- */

/* The plan's case for the manifest's; NULL: this plan has it no more. */
static struct case_plan *find_case(struct work *work, size_t k)
{
    size_t count;
    const struct row *row =
        &manifest_case_rows(work->manifest, k, &count)->row;
    for (size_t i = 0; i < work->plan.cases.count; i++) {
        const struct problem *p = &work->plan.cases.list[i].problem;
        if (p->size == row->n && !strcmp(p->op->name, row->op) &&
            !strcmp(elem_name(p->type), row->type))
            return &work->plan.cases.list[i];
    }
    return NULL;
}

/* What earlier starts made of a row of the manifest; NULL: nothing that can go
 * on. */
static const struct row *row_before(const struct work *work,
                                    const struct row *named)
{
    const struct row *row =
        record_find_row(work->task->record, work->manifest->first, named);
    return row && row_measured(row) ? row : NULL;
}

/* Which row each choice is, and which to leave out. */
static void map_choices(struct work *work, size_t k, const struct case_plan *c,
                        bool *without)
{
    size_t count;
    const struct manifest_row *rows =
        manifest_case_rows(work->manifest, k, &count);
    for (int j = 0; j < c->choice_count; j++) {
        struct row row;
        work_name_row(work, &row, c, &c->choices[j]);
        work->row_of[j] = work_wants(work, &c->choices[j])
            ? manifest_find_row(work->manifest, k, &row)
            : -1;
        without[j] = work->row_of[j] < 0 || rows[work->row_of[j]].lost;
        if (work->manifest->start && !without[j]) {
            work->before[j] = row_before(work, &rows[work->row_of[j]].row);
            without[j] = !work->before[j];
        }
    }
}

static bool tell_rows(struct work *work, size_t k)
{
    struct record *record = &work->record;
    bool good = true;
    for (size_t i = 0; i < record->row_count; i++) {
        struct row *row = &record->rows[i];
        const int index = manifest_find_row(work->manifest, k, row);
        good = good && index >= 0 && tell_row(work, WIRE_ROW, index, row);
        free(row->samples);
    }
    record->row_count = 0;
    return good;
}

/* Faster than memory could be: is it the roof that was too low? */
static void doubt_roofs(struct work *work)
{
    const struct options *options = work->task->options;
    bool any = false;
    if (options->no_roofs || work->task->cores_only || interrupted)
        return;
    judge_rows(&work->record);
    for (size_t i = 0; i < work->record.row_count; i++)
        any |= work->record.rows[i].suspect;
    if (any)
        roofs_doubt(&work->record, &work->targets, &work->plan, &work->watch);
}

static bool measure_planned(struct work *work, size_t k, struct case_plan *c)
{
    const size_t count = (size_t)c->choice_count;
    const bool again = work->manifest->start > 0;
    bool good = false, *without = calloc(count, sizeof *without);
    work->row_of = calloc(count, sizeof *work->row_of);
    work->before = calloc(count, sizeof *work->before);
    if (without && work->row_of && work->before) {
        map_choices(work, k, c, without);
        c->without = without;
        c->before = again ? work->before : NULL;
        c->start = work->manifest->start;
        c->last = c->start + 1 >= c->starts;
        c->small = again ? NULL
                         : smalls_of(&work->smalls, &work->targets, c,
                                     work->task->options, &work->watch);
        if (!interrupted)
            measure_case(&work->record, &work->targets, c, work->task->options,
                         &work->watch);
        roofs_want(&work->record);
        if (!again)
            doubt_roofs(work);
        good = tell_rows(work, k);
        c->without = NULL;
        c->before = NULL;
    }
    free(work->row_of);
    free(work->before);
    free(without);
    return good;
}

/* Rows that were planned before a restart and cannot be had after it. */
static bool tell_gone(struct work *work, size_t k, const struct case_plan *c)
{
    size_t count;
    const struct manifest_row *rows =
        manifest_case_rows(work->manifest, k, &count);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        struct row row = rows[i].row;
        const struct target *target =
            target_of(&work->targets, backend_find(row.backend));
        if (rows[i].lost || (c && !target->status) || work->manifest->start)
            continue;
        row.status = ROW_FAILED;
        snprintf(row.reason, sizeof row.reason, "%s",
                 target->status ? target->why.text
                                : "there is no room for it any more");
        good = tell_row(work, WIRE_ROW, (int)i, &row);
    }
    return good;
}

bool work_case(struct work *work, size_t k)
{
    struct case_plan *c = find_case(work, k);
    return work_tell(work, WIRE_CASE, k, NULL, 0) &&
        (!c || work->manifest->start >= c->starts ||
         measure_planned(work, k, c)) &&
        tell_gone(work, k, c) &&
        work_tell(work, WIRE_CASE_END, interrupted != 0, NULL, 0);
}

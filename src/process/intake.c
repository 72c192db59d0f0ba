/* intake.c - messages to record, manifest and progress. */
#include "process/intake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "plan/targets.h"
#include "record/judge.h"

void intake_open(struct intake *in)
{
    in->manifest = (struct manifest){ .first = in->record->row_count };
    in->at = 0;
    in->planned = in->done = false;
    in->status = STATUS_OK;
    in->why.text[0] = in->warnings[0] = 0;
    progress_again(in->progress, 0);
    intake_next_worker(in);
}

void intake_again(struct intake *in)
{
    progress_again(in->progress, in->manifest.row_count);
    in->manifest.start++;
    in->at = 0;
    in->done = false;
}

void intake_next_worker(struct intake *in)
{
    in->began = in->in_case = in->refused = false;
    in->lost = -1;
    in->lost_why.text[0] = 0;
}

void intake_close(struct intake *in)
{
    manifest_free(&in->manifest);
}

static bool no_memory(struct intake *in)
{
    in->status = fail(&in->why, STATUS_MEMORY, "no memory for the results");
    return false;
}

/* --- before the first case ------------------------------------------------ */

static bool take_environment(struct intake *in, const struct message *m)
{
    json_decref(in->record->environment);
    in->record->environment = json_loads(wire_text(m), 0, NULL);
    return in->record->environment || no_memory(in);
}

static bool take_warning(struct intake *in, const struct message *m)
{
    const size_t used = strlen(in->warnings);
    snprintf(in->warnings + used, sizeof in->warnings - used, "%s\n",
             wire_text(m));
    return true;
}

static bool take_name(struct intake *in, const struct message *m)
{
    struct row row;
    return wire_unpack(m, &row) &&
        (manifest_add(&in->manifest, m->index, &row) || no_memory(in));
}

/* Of the rows of a sweep there will be as many again for each number of
 * threads; the pass for the greatest comes first. */
static void expect_rows(struct intake *in)
{
    const int passes = in->options->thread_count;
    const size_t starts = (size_t)in->options->starts;
    size_t swept = 0;
    if (in->progress->all)
        return;
    for (size_t i = 0; i < in->manifest.row_count; i++)
        swept +=
            !strcmp(in->manifest.rows[i].row.device, scope_name(SCOPE_CORES));
    progress_expect(in->progress, in->manifest.row_count, starts);
    if (passes > 1)
        progress_expect(in->progress, swept * (size_t)(passes - 1), starts);
    in->record->planned += in->progress->rows;
    interrupt_count(in->record->row_count, in->record->planned);
}

static bool take_ready(struct intake *in)
{
    if (in->follower.ready)
        in->status = in->follower.ready(in->follower.context, &in->why);
    in->follower.ready = NULL; /* once */
    if (in->status)
        return false;
    if (!in->options->quiet)
        fputs(in->warnings, stderr);
    expect_rows(in);
    in->planned = true;
    return true;
}

static bool take_refusal(struct intake *in, const struct message *m)
{
    in->status = fail(&in->why, (enum status)m->index, "%s", wire_text(m));
    in->refused = true;
    if (!in->planned && !in->options->quiet)
        fputs(in->warnings, stderr);
    return true;
}

/* --- results -------------------------------------------------------------- */

static bool take_roofs(struct intake *in, const struct message *m)
{
    struct record *record = in->record;
    struct roof roof;
    record->roof_count = 0;
    for (size_t at = 0; at + sizeof roof <= m->bytes; at += sizeof roof) {
        memcpy(&roof, (const char *)m->data + at, sizeof roof);
        if (!record_add_roof(record, &roof))
            return no_memory(in);
    }
    return true;
}

static bool take_bases(struct intake *in, const struct message *m)
{
    struct record *record = in->record;
    struct base base;
    record->base_count = 0;
    for (size_t at = 0; at + sizeof base <= m->bytes; at += sizeof base) {
        memcpy(&base, (const char *)m->data + at, sizeof base);
        if (!record_add_base(record, &base))
            return no_memory(in);
    }
    return true;
}

static bool take_case(struct intake *in, const struct message *m)
{
    char name[96];
    size_t count;
    if (m->index >= in->manifest.case_count)
        return false;
    in->at = m->index;
    in->began = in->in_case = true;
    const struct row *row =
        &manifest_case_rows(&in->manifest, in->at, &count)->row;
    snprintf(name, sizeof name, "%s %s n=%zu", row->op, row->type, row->n);
    progress_case(in->progress, count, name);
    return true;
}

static bool take_row(struct intake *in, const struct message *m)
{
    size_t count;
    struct row row;
    if (!in->in_case)
        return false;
    manifest_case_rows(&in->manifest, in->at, &count);
    if (m->index >= count || !wire_unpack(m, &row))
        return false;
    if (manifest_bring(&in->manifest, in->at, (int)m->index, &row))
        return true;
    free(row.samples);
    return no_memory(in);
}

/* All rows that are finished, those of the case under way among them. */
static void show_finished(struct intake *in)
{
    struct record so_far = *in->record;
    const size_t most = so_far.row_count + in->manifest.row_count;
    if (!in->follower.finished)
        return;
    so_far.rows = malloc((most + 1) * sizeof *so_far.rows);
    if (!so_far.rows)
        return; /* they are in the record in the end, if it can hold them */
    if (so_far.row_count)
        memcpy(so_far.rows, in->record->rows,
               so_far.row_count * sizeof *so_far.rows);
    if (in->in_case)
        manifest_came(&in->manifest, in->at, &so_far);
    interrupt_count(so_far.row_count, so_far.planned);
    judge_rows(&so_far);
    in->follower.finished(in->follower.context, &so_far);
    free(so_far.rows);
}

static bool take_finished(struct intake *in, const struct message *m)
{
    if (!take_row(in, m))
        return false;
    show_finished(in);
    return true;
}

void intake_finish_case(struct intake *in)
{
    if (!manifest_finish(&in->manifest, in->at, in->record))
        no_memory(in);
    progress_case_end(in->progress);
    in->in_case = false;
    in->at++;
}

/* It was told to end, if not by us then by somebody else. */
static void worker_interrupted(void)
{
    if (!interrupted)
        interrupted = SIGTERM;
}

/* Index 1: rows may be missing. */
static bool take_case_end(struct intake *in, const struct message *m)
{
    if (!in->in_case)
        return false;
    if (m->index)
        worker_interrupted();
    else
        manifest_lose_all(&in->manifest, in->at,
                          "could not be set up: no "
                          "memory");
    intake_finish_case(in);
    show_finished(in);
    return !in->status;
}

static bool take_loss(struct intake *in, const struct message *m)
{
    if (!in->in_case)
        return false;
    in->lost = (int)m->index;
    fail(&in->lost_why, STATUS_DEVICE, "%s", wire_text(m));
    return true;
}

static bool take_image(struct intake *in, const struct message *m)
{
    in->imaged = true;
    snprintf(in->remark.text, sizeof in->remark.text, "%s", wire_text(m));
    return true;
}

static bool take_end(struct intake *in, const struct message *m)
{
    if (m->index)
        worker_interrupted();
    in->done = true;
    return true;
}

bool intake_take(struct intake *in, const struct message *m)
{
    switch (m->kind) {
    case WIRE_ENVIRONMENT: return take_environment(in, m);
    case WIRE_WARNING: return take_warning(in, m);
    case WIRE_NAME: return take_name(in, m);
    case WIRE_READY: return take_ready(in);
    case WIRE_REFUSED: return take_refusal(in, m);
    case WIRE_ROOFS: return take_roofs(in, m);
    case WIRE_BASES: return take_bases(in, m);
    case WIRE_CASE: return take_case(in, m);
    case WIRE_FINISHED: return take_finished(in, m);
    case WIRE_ROW: return take_row(in, m);
    case WIRE_CASE_END: return take_case_end(in, m);
    case WIRE_IMAGE: return take_image(in, m);
    case WIRE_LOST: return take_loss(in, m);
    case WIRE_DONE: return take_end(in, m);
    case WIRE_KINDS: break;
    }
    return false;
}

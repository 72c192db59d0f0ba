/* blame.c - rows lost, or a case repeated. */
#include "process/blame.h"

#include <stdio.h>

#include "process/worker.h"

void blame_open(struct blame *blame)
{
    blame->repeated = false;
}

void blame_rest(struct intake *in, const char *reason)
{
    while (in->at < in->manifest.case_count) {
        manifest_lose_all(&in->manifest, in->at, reason);
        intake_finish_case(in);
    }
    in->status = STATUS_OK;
}

/* -1: nobody knows which. What was finished before stays, and is measured
 * again beside the others if there are any. */
static void lose_row(struct intake *in, int row, const char *reason)
{
    size_t count;
    manifest_case_rows(&in->manifest, in->at, &count);
    const bool known = row >= 0 && (size_t)row < count;
    if (known)
        manifest_lose(&in->manifest, in->at, row, reason);
    else
        manifest_lose_all(&in->manifest, in->at, reason);
    if (!known || manifest_all_lost(&in->manifest, in->at))
        intake_finish_case(in);
}

/* Between runs any row may have done it, or none: the case has a second
 * chance, then it is the row that ran last. */
static void blame_last(struct blame *blame, struct intake *in, int last_row,
                       const char *reason)
{
    char text[sizeof in->why.text + 64];
    if (!blame->repeated || blame->repeated_case != in->at) {
        blame->repeated = true;
        blame->repeated_case = in->at;
        return;
    }
    snprintf(text, sizeof text, "%s%s", reason,
             last_row < 0 ? "" : " between runs; its own was the last");
    lose_row(in, last_row, text);
}

void blame_fault(struct blame *blame, struct intake *in, int row, int last_row,
                 const char *reason)
{
    if (row == -1)
        blame_last(blame, in, last_row, reason);
    else
        lose_row(in, row, reason);
}

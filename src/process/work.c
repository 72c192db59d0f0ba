/* work.c - what the parts of a worker share. */
#include "process/work.h"

#include <stdio.h>
#include <string.h>

#include "plan/naming.h"

bool work_tell(const struct work *work, enum wire_kind kind, size_t index,
               const void *data, size_t bytes)
{
    const struct task *task = work->task;
    return task->tell(task->context, kind, (uint32_t)index, data, bytes);
}

bool work_tell_text(const struct work *work, enum wire_kind kind, size_t index,
                    const char *text)
{
    return work_tell(work, kind, index, text, strlen(text) + 1);
}

bool work_wants(const struct work *work, const struct choice *choice)
{
    return !work->task->cores_only ||
        work->targets.list[choice->target].backend->scope == SCOPE_CORES;
}

void work_name_row(const struct work *work, struct row *row,
                   const struct case_plan *c, const struct choice *choice)
{
    name_row(row, &c->problem, &work->targets.list[choice->target], choice);
    snprintf(row->cache, sizeof row->cache, "%s",
             work->task->options->hot ? "hot" : "cold");
}

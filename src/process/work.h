/* work.h - a worker's own state, and what its parts share. */
#ifndef TETRAD_WORK_H
#define TETRAD_WORK_H

#include "measure/small.h"
#include "plan/plan.h"
#include "process/task.h"

struct work {
    const struct task *task;
    struct targets targets;
    struct plan plan;
    struct record record; /* its own: roofs, bases, rows of one case */
    struct manifest own;  /* of the first worker */
    const struct manifest *manifest;
    struct smalls smalls;
    struct watch watch;
    int *row_of; /* of each choice of the case: its row; -1: none */
    const struct row **before; /* and what earlier starts made of it */
};

bool work_tell(const struct work *, enum wire_kind, size_t index,
               const void *data, size_t bytes);
bool work_tell_text(const struct work *, enum wire_kind, size_t index,
                    const char *text);
/* Whether the choice is one to measure in this pass. */
bool work_wants(const struct work *, const struct choice *);
void work_name_row(const struct work *, struct row *, const struct case_plan *,
                   const struct choice *);
/* work_case.c: case k of the manifest, measured and told. */
bool work_case(struct work *, size_t k);
/* work_image.c: the output of the task's row, written and told. */
bool work_image(struct work *);
/* What the worker's watch is while it measures. */
struct watch work_watch(struct work *);

#endif

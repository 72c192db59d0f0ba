/* worker.h - the measuring itself: opens the machine, the targets and the plan,
 * then roofs and cases, and tells of each as it comes.
 *
 * What it tells, in order: WIRE_ENVIRONMENT, WIRE_WARNING..., WIRE_NAME...,
 * WIRE_READY; WIRE_ROOFS, WIRE_BASES; for each case WIRE_CASE, WIRE_ROW...,
 * WIRE_CASE_END, WIRE_ROOFS; WIRE_DONE. The environment and warnings only where
 * the record has no environment yet. Or WIRE_REFUSED, when the machine, the
 * targets or the plan cannot be had. */
#ifndef TETRAD_WORKER_H
#define TETRAD_WORKER_H

#include "process/task.h"

void worker_run(const struct task *);
/* What --dry-run prints: every row there would be; and what was left out, on
 * stderr. */
enum status worker_print_plan(const struct options *, struct reason *why);

#endif

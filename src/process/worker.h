/* worker.h - the measuring itself: opens the machine, the bench and the plan,
 * then roofs and cases, and tells of each as it comes.
 *
 * What it tells, in order: WIRE_ENVIRONMENT, WIRE_WARNING..., WIRE_NAME...,
 * WIRE_READY; WIRE_ROOFS, WIRE_BASES; for each case WIRE_CASE, WIRE_ROW...,
 * WIRE_CASE_END, WIRE_ROOFS; WIRE_DONE. The environment and warnings only where
 * the record has no environment yet. Or WIRE_REFUSED, when the machine, the
 * bench or the plan cannot be had. */
#ifndef TETRAD_WORKER_H
#define TETRAD_WORKER_H

#include "measure/watch.h"
#include "process/outline.h"
#include "process/wire.h"

/* Stands for a row of the watch: the smallest problem is timed, which no row
 * asked for. */
enum { WORKER_OVERHEADS = -2 };

struct worker {
    const struct options *options; /* its placement's threads are to be used */
    const struct record *record;   /* whose roofs and bases are known */
    bool cores_only;               /* only rows of backends on all cores */
    bool no_overheads;             /* the smallest problem ends workers */
    /* Of a worker that takes over: what is to be measured, but for what is
     * lost, and from which case on. It tells nothing before WIRE_ROOFS. NULL:
     * it is the first. */
    const struct outline *outline;
    size_t at;
    /* Whom it tells. WIRE_READY waits for an answer; false: it shall end. */
    bool (*tell)(void *context, enum wire_kind, uint32_t index,
                 const void *data, size_t bytes);
    const struct watch *watch; /* choices are rows of the outline's case,
                                      or WORKER_OVERHEADS */
    void *context;
};

void worker_run(const struct worker *);
/* What --dry-run prints: every row there would be. */
enum status worker_print_plan(const struct options *, struct reason *why);

#endif

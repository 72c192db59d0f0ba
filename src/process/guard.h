/* guard.h - whether the worker still keeps to what it was granted: time and
 * memory. Each supervisor has one, and asks it at every look at the board. */
#ifndef TETRAD_GUARD_H
#define TETRAD_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include "process/board.h"

struct guard {
    /* Of the worker that runs. */
    double ticked;       /* when we last looked; 0: not yet */
    double entered;      /* of the row that ran then */
    double slept;        /* s that all of us were stopped since it entered */
    size_t memory_least; /* bytes; with fewer, the machine is in trouble */
    size_t memory_seen;  /* the fewest that were free since then, too */
    unsigned long kills; /* by the system, for lack of memory, before */
};

void guard_open(struct guard *); /* before a worker starts */
/* To be called often, with board_clock(): a gap is time we were stopped. */
void guard_tick(struct guard *, const struct board_state *, double now);
/* The row has run for longer than it may. */
bool guard_late(const struct guard *, const struct board_state *, double now);
/* Seconds to end in, after it was told to, as the run is cut off, with rows of
 * a case to save or none; or after it told that it is done. */
double guard_patience(bool cut_off, bool in_case);
/* Memory is short, and it is the worker that has it; `left` are free. */
bool guard_greedy(struct guard *, pid_t worker, size_t *left);
/* Memory was short, so that the system may have killed for it. */
bool guard_starved(const struct guard *);

#endif

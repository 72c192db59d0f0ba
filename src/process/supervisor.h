/* supervisor.h - measuring in a process of its own, that may crash.
 *
 * The supervisor, which the user started, forks a worker, and the worker runs
 * whatever is compared. When a row's code crashes it, hangs, eats the memory
 * or loses the GPU, that row fails with the reason, and a new worker goes on
 * without it. Before the first fork no thread and no CUDA context may exist in
 * this process: whoever supervises opens no machine and no targets. */
#ifndef TETRAD_SUPERVISOR_H
#define TETRAD_SUPERVISOR_H

#include "options/options.h"
#include "process/follower.h"

/* Measures what the options ask for and appends it to the record: the command
 * line, date, environment and roofs, where the record has none yet, and the
 * rows case by case. A dry run prints the plan and is over.
 *
 * A row that failed is no failure of the run. STATUS_USAGE, STATUS_MISSING,
 * STATUS_MEMORY: there is no such thing to measure; STATUS_DEVICE: the worker
 * ended before it could measure. The record then holds what it held before,
 * and rows that came before that.
 *
 * When `interrupted`, it ends within about a second, with what is finished in
 * the record. */
enum status supervise(struct record *, const struct options *,
                      const struct follower *, struct reason *why);

#endif

/* roofs.h - what the machine reaches, measured in the run that it judges.
 *
 * A roof is the upper quartile of single cold passes. They are taken in turns,
 * some before the first case and some between cases, so that a roof has met
 * the same drift of the machine as the rows. */
#ifndef TETRAD_ROOFS_H
#define TETRAD_ROOFS_H

#include "measure/plan.h"
#include "measure/watch.h"
#include "options/options.h"
#include "record/record.h"

/* The first passes of the roofs of every scope that the plan uses, the time
 * of an empty run of every backend, and what the copy reaches as a row. Roofs
 * that the record already has are left alone. */
void roofs_measure(struct record *, struct bench *, const struct plan *,
                   const struct watch *);
/* More passes, unless that would take more than a tenth of the run. */
void roofs_refresh(struct record *, struct bench *, const struct plan *,
                   const struct watch *);
/* One pass is added; the roof is made if it is not there. */
void roofs_add_pass(struct record *, const struct roof *, double rate);

/* Which roof bounds each row, its share of it, why it takes as long as it
 * does, and which rows are as fast as the fastest: from the roofs as they are
 * known in the end. */
void roofs_judge(struct record *);
/* A line for each roof that contradicts itself: a copy that as a row is not
 * within 97 to 103 % of its roof, cores slower than one core. Returns how many
 * of `room` were written. */
int roofs_doubts(const struct record *, char lines[][160], int room);

#endif

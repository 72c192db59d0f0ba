/* roofs.h - what the machine reaches, measured in the run that it judges.
 *
 * A roof is the upper quartile of single cold passes. They are taken in turns,
 * some before the first case and some between cases, so that a roof has met
 * the same drift of the machine as the rows. */
#ifndef TETRAD_ROOFS_H
#define TETRAD_ROOFS_H

#include "measure/watch.h"
#include "options/options.h"
#include "plan/plan.h"
#include "record/record.h"

/* The first passes of the roofs of every scope that the plan uses, the time
 * of an empty run of every backend, and what the copy reaches as a row. Roofs
 * that the record already has are left alone. */
void roofs_measure(struct record *, struct targets *, const struct plan *,
                   const struct watch *);
/* Notes which roofs of random accesses these rows ask for: no others are
 * measured. */
void roofs_want(const struct record *rows);
/* The first passes of those that were asked for, where the record has none. */
void roofs_complete(struct record *, struct targets *, const struct plan *,
                    const struct watch *);
/* More passes, unless that would take more than a tenth of the run. */
void roofs_refresh(struct record *, struct targets *, const struct plan *,
                   const struct watch *);
/* Some more at once, beside a row that is past them. */
void roofs_doubt(struct record *, struct targets *, const struct plan *,
                 const struct watch *);
/* One pass is added; the roof is made if it is not there. */
void roofs_add_pass(struct record *, const struct roof *, double rate);

#endif

/* measure.h - all rows of one case: checked, measured in interleaved rounds,
 * checked again. */
#ifndef TETRAD_MEASURE_H
#define TETRAD_MEASURE_H

#include "measure/watch.h"
#include "options/options.h"
#include "plan/cases.h"
#include "record/record.h"

/* Adds a row for each choice of the case to the record, but for those that
 * c->without names. When interrupted, measuring stops after the sample under
 * way, and there are only rows that have something to say. */
void measure_case(struct record *, struct targets *, const struct case_plan *,
                  const struct options *, const struct watch *);

#endif

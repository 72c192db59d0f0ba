/* measure.h - all rows of one case: checked, measured in interleaved rounds,
 * checked again. */
#ifndef TETRAD_MEASURE_H
#define TETRAD_MEASURE_H

#include <signal.h>
#include "measure/watch.h"
#include "options/options.h"
#include "plan/cases.h"
#include "record/record.h"

/* Set by SIGINT and SIGTERM: measuring stops after the sample under way. */
extern volatile sig_atomic_t measure_interrupted;

/* Adds a row for each choice of the case to the record, but for those that
 * c->without names; when interrupted, only for those that have something to
 * say. */
void measure_case(struct record *, struct targets *, const struct case_plan *,
                  const struct options *, const struct watch *);

#endif

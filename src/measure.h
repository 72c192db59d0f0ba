/* measure.h - all rows of one case: checked, measured in interleaved rounds,
 * checked again. */
#ifndef TETRAD_MEASURE_H
#define TETRAD_MEASURE_H

#include <signal.h>
#include "options.h"
#include "plan.h"
#include "record.h"

/* Set by SIGINT and SIGTERM: measuring stops after the sample under way. */
extern volatile sig_atomic_t measure_interrupted;

/* Called as rows progress; text may be shown and overwritten. */
struct progress {
    void (*show)(void *context, const char *text);
    void *context;
};

/* Adds one row for each choice of the case to the record. */
void measure_case(struct record *, struct bench *, const struct case_plan *,
                  const struct options *, const struct progress *);

/* Measures the roofs of the scopes that the plan's backends use. */
void measure_roofs(struct record *, struct bench *, const struct plan *,
                   const struct progress *);

#endif

/* result.h - what the samples of a case say. */
#ifndef TETRAD_RESULT_H
#define TETRAD_RESULT_H

#include "trial.h"

/* Fills in each row's estimate, rates, roof share and speed-up. The record
 * gives the roofs. A row without samples, or not live, gets none of them. */
void result_of_case(const struct record *, struct trial *trials, int count,
                    const struct stage *, const struct options *);

#endif

/* besides.h - what is measured of the rows of a case besides their samples. */
#ifndef TETRAD_BESIDES_H
#define TETRAD_BESIDES_H

#include "measure/trial.h"

/* After the samples of the first start: which kernels a library chose,
 * what a run's time goes into, and its joules where they are asked for. */
void besides_first(struct trial *trials, int count, struct dataset *,
                   const struct options *);
/* After those of the last one: the sustained speed of rows that arithmetic
 * bounds, by the roofs of the record. */
void besides_last(struct trial *trials, int count, struct dataset *,
                  const struct options *, const struct record *roofs);

#endif

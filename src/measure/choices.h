/* choices.h - which variants of an op the options choose on this bench. */
#ifndef TETRAD_CHOICES_H
#define TETRAD_CHOICES_H

#include "measure/plan.h"

/* How many choices there are; written to `choices` unless that is NULL. */
int choices_of(const struct options *, struct bench *, const struct op *,
               struct choice *choices);

#endif

/* naming.h - what a row is called, before it has any result. */
#ifndef TETRAD_NAMING_H
#define TETRAD_NAMING_H

#include "plan/choices.h"
#include "plan/targets.h"
#include "record/record.h"

/* Op, parameters, type, size and who runs; all else is zero, or unknown. */
void name_row(struct row *, const struct problem *, const struct target *,
              const struct choice *);

#endif

/* choices.h - the variants of an op that the options choose. */
#ifndef TETRAD_CHOICES_H
#define TETRAD_CHOICES_H

#include "options/options.h"
#include "plan/targets.h"

enum transfers { TRANSFERS_NONE, TRANSFERS_IN, TRANSFERS_BOTH };

struct choice {
    int target; /* index in the list of targets */
    const struct variant *variant;
    enum transfers transfers; /* copies inside its time, of inputs, or of
                                 inputs and outputs */
    bool pinned;              /* from and to pinned host memory */
};

/* How many choices there are; written to `choices` unless that is NULL. */
int choices_of(const struct options *, struct targets *, const struct op *,
               struct choice *choices);
/* Where there are none: the first target whose variant was chosen, and that
 * cannot be used; NULL: no such variant was. */
const struct target *choices_missing(const struct options *,
                                     const struct targets *, const struct op *,
                                     const struct variant **);

#endif

/* choices.h - which variants of an op the options choose on this bench. */
#ifndef TETRAD_CHOICES_H
#define TETRAD_CHOICES_H

#include "options/options.h"
#include "plan/bench.h"

enum transfers { TRANSFERS_NONE, TRANSFERS_IN, TRANSFERS_BOTH };

struct choice {
    int seat; /* index in the bench */
    const struct variant *variant;
    enum transfers transfers; /* copies inside its time, of inputs, or of
                                 inputs and outputs */
    bool pinned;              /* from and to pinned host memory */
};

/* How many choices there are; written to `choices` unless that is NULL. */
int choices_of(const struct options *, struct bench *, const struct op *,
               struct choice *choices);

#endif

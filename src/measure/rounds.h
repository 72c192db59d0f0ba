/* rounds.h - a case while its rows take turns. */
#ifndef TETRAD_ROUNDS_H
#define TETRAD_ROUNDS_H

#include "measure/trial.h"

struct rounds {
    struct trial *trials;
    int count;
    struct dataset dataset;
    const struct options *options;
    int starts; /* of the case */
    const struct watch *watch;
    uint64_t random;
};

/* This start's share of what the options say of all of them. */
static inline double rounds_share(const struct rounds *r, double of_all)
{
    return of_all / r->starts;
}

/* The row is done, because of `why`. */
void rounds_stop(struct trial *, const char *why);
/* The same where its median is known well enough, or its time is up. */
void rounds_consider(const struct rounds *, struct trial *);

#endif

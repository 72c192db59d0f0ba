/* rounds.h - a case while its rows take turns. */
#ifndef TETRAD_ROUNDS_H
#define TETRAD_ROUNDS_H

#include "measure/trial.h"

struct rounds {
    struct trial *trials;
    int count;
    struct dataset dataset;
    const struct options *options;
    int starts;  /* of the case */
    bool renews; /* each of its rounds has inputs of its own, */
    const struct watch *watch;
    uint64_t random, inputs; /* what orders and seeds come from */
};

/* This start's share of what the options say of all of them. */
static inline double rounds_share(const struct rounds *r, double of_all)
{
    return of_all / r->starts;
}

/* Runs in the row's next sample. */
int rounds_repeats(const struct rounds *, const struct trial *);
/* Of a row that is done, on the case's own inputs: all that is checked once it
 * has been timed, and its result. */
void rounds_finish(struct rounds *, struct trial *, int repeats);
/* Of all that are done and not yet finished, where rounds renew. */
void rounds_finish_on_own(struct rounds *);
/* Of one that an interruption ends. */
void rounds_cut_short(struct rounds *, struct trial *);
/* Ends all rows that are live. */
void rounds_fail(struct rounds *, const char *reason);
/* Finds out, on the case's own inputs, whether it renews: where runs are cold
 * and short, and another seed makes others. */
void rounds_begin_renewing(struct rounds *);
/* If so others for the next round, or no more; false: it ended all rows. */
bool rounds_renew(struct rounds *);
/* The case's own inputs are there again; false: it ended all rows. */
bool rounds_come_home(struct rounds *);
/* The row is done, because of `why`. */
void rounds_stop(struct trial *, const char *why);
/* The same where its median is known well enough, or its time is up. */
void rounds_consider(const struct rounds *, struct trial *);

#endif

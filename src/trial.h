/* trial.h - one row in the making: a variant on a staged case. */
#ifndef TETRAD_TRIAL_H
#define TETRAD_TRIAL_H

#include "options.h"
#include "record.h"
#include "stage.h"

struct trial {
    struct row row;               /* what will be reported */
    const struct variant *variant;
    struct seat *seat;
    struct site *site;
    struct buffer scratch;
    struct job job;
    struct reason why;            /* job.why points here */
    bool started;                 /* has run once: modules are loaded */
    bool live;                    /* right so far, and to be measured */
    bool done;                    /* measured well enough */
    uint64_t outputs;             /* hash of the first checked outputs */
    size_t room;                  /* of row.samples */
    double last;                  /* seconds of the latest run */
    double spent;                 /* seconds of wall time while sampling */
    int plateaus;                 /* looks in a row without less noise */
    double last_noise;            /* when the sample count last doubled */
    size_t next_look;             /* sample count at which to compare it */
};

/* The row's names and status; live only when the variant takes the problem
 * and its scratch fits. A trial that is not live has its reason in the row.
 * no_room: why the case does not fit the seat's place, "": it does. */
void trial_open(struct trial *, struct stage *, struct seat *,
                const struct variant *, const char *no_room);
/* One run into poisoned outputs, checked. Any failure ends the trial. */
void trial_check(struct trial *, struct stage *);
/* A few more such runs, at most about `most` seconds of them, also compared
 * bit by bit. */
void trial_repeat(struct trial *, struct stage *, double most);
/* Checks what the latest timed run left: call it before another trial runs.
 * Other bits than the checked runs': the trial is not repeatable. */
void trial_check_last(struct trial *, struct stage *);
/* One timed run, its sample appended. repeats > 1: back to back (hot). */
void trial_sample(struct trial *, struct stage *, bool cold, int repeats);
/* Ends a trial without a result. */
void trial_fail(struct trial *, enum row_status, const char *reason);
void trial_close(struct trial *); /* keeps the row */

#endif

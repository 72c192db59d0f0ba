/* trial.h - one row in the making: a variant on the data of a case. */
#ifndef TETRAD_TRIAL_H
#define TETRAD_TRIAL_H

#include "measure/dataset.h"
#include "measure/pacing.h"
#include "measure/watch.h"
#include "options/options.h"
#include "plan/choices.h"
#include "record/record.h"

/* Elements of an input that the branch predictor of a CPU may know by heart. */
enum { TRIAL_LEARNT = 1 << 14 };

struct trial {
    struct row row; /* what will be reported */
    const struct choice *choice;
    const struct variant *variant; /* the choice's */
    struct target *target;
    struct replica *replica;
    struct buffer scratch;
    unsigned dirtied;              /* times that scratch was made so */
    struct job jobs[DATASET_SETS]; /* one a set of arrays */
    struct transfer transfer;      /* of choices with transfers */
    struct profile *profile;       /* of the run to come; NULL: none */
    struct late *late;             /* of the batch to come; NULL: none */
    bool steady;                   /* nor may its place rest before it */
    const struct watch *watch;
    int index;            /* of the choice, for the watch */
    double limit;         /* seconds after which a run hangs, 0: none */
    struct reason why;    /* the jobs' why points here */
    bool started;         /* has run once: modules are loaded */
    bool live;            /* right so far, and to be measured */
    bool done;            /* measured well enough */
    double wrote;         /* bytes of outputs, by its latest check */
    uint64_t outputs;     /* hash of the first checked outputs */
    size_t room;          /* of row.samples and of clocks */
    double *clocks;       /* Hz, of each sample */
    struct pacing pacing; /* of the machine, at each */
    double last;          /* seconds of the latest run */
    int ran;              /* sets of arrays that it wrote to, from the first */
    double spent;         /* seconds of wall time while sampling, */
    double looked;        /* and while outputs of other bits were checked */
    size_t before, dropped_before; /* samples of earlier starts */
    bool counted;                  /* its row has this start */
    int plateaus;                  /* looks in a row without less noise */
    double last_noise;             /* when the sample count last doubled */
    size_t next_look;              /* sample count at which to compare it */
};

/* The row's names and status; live only when the variant takes the problem
 * and its scratch fits. A trial that is not live has its reason in the row.
 * no_room: why the case does not fit the target's place, "": it does. */
void trial_open(struct trial *, struct dataset *, struct target *,
                const struct choice *, const char *no_room);
/* Calls of its variant's functions; an error, too, where one leaves its thread
 * or a library otherwise than it found it, which is then put right. Bytes may
 * be SCRATCH_FAILED; a depth that is not told is one rounding an element. */
enum status trial_call_run(struct trial *, const struct batch *,
                           struct timing *);
enum status trial_call_scratch(struct trial *, size_t *bytes);
enum status trial_call_depth(struct trial *, double *depth);
/* Gives its jobs the arrays that their sets have now. */
void trial_lend(struct trial *);
/* Of a row that an earlier process measured: goes on where that ended, what is
 * known of it stays. */
void trial_resume(struct trial *, const struct row *before);
/* Samples of this start. */
size_t trial_samples(const struct trial *);
/* Who looks on; limit: the seconds after which a run is taken to hang. */
void trial_watch(struct trial *, const struct watch *, int index,
                 double limit);
/* The seconds after which a run that the options ask for is taken to hang. */
double trial_limit(const struct options *);
/* One run into poisoned outputs; false: that ended the trial. */
bool trial_run_once(struct trial *, struct dataset *);
/* As many at each other's heels, and what is late before the last of them. */
bool trial_run_late(struct trial *, struct dataset *, int repeats,
                    struct late *);
/* trial_run_once(), checked. Any failure ends the trial. */
void trial_check(struct trial *, struct dataset *);
/* The same, many times where its runs leave other bits: who loses an element
 * now and then is found out where a check is exact. */
void trial_check_often(struct trial *, struct dataset *);
/* What the latest run left is right. */
void trial_check_left(struct trial *, struct dataset *);
/* One run, checked, and a while later its output is as it was. */
void trial_check_ended(struct trial *, struct dataset *);
/* One run as it was checked in an earlier start: looked at as timed ones are.
 */
void trial_check_again(struct trial *, struct dataset *);
/* A few more such runs, at most about `most` seconds of them, compared bit by
 * bit; what differs is checked. */
void trial_repeat(struct trial *, struct dataset *, double most);
/* Checks what the latest timed runs left in every set of arrays: call it before
 * another trial runs. Other bits than the checked runs': the trial is not
 * repeatable. After a first start, the bits that were right then are right. */
void trial_check_last(struct trial *, struct dataset *);
/* That so many seconds, what a run takes whose output is there already, are no
 * small part of the time of one that finds it poisoned. */
void trial_check_fresh(struct trial *, struct dataset *, double there);
/* That it takes as long where one of its inputs is nearly its own, but one that
 * it has not had, and is right there, and over what that left. */
void trial_check_near(struct trial *, struct dataset *, bool cold);
/* That the last of so many runs at each other's heels is right where an element
 * has changed since the one before: none is taken for that again. Of arrays
 * that the host can write. */
void trial_check_late(struct trial *, struct dataset *, int repeats);
/* What a run took of this start's samples: the lesser of median and latest. */
double trial_shorter(const struct trial *);
/* Whether the latest run left, to the bit, what was checked on its inputs. */
bool trial_left_own(struct trial *, struct dataset *);
/* What that left is checked if it is anything else. */
void trial_check_own(struct trial *, struct dataset *);
/* That it wrote to nothing but its outputs and scratch. */
void trial_check_intact(struct trial *, struct dataset *);
/* One timed run, its sample appended. repeats > 1: back to back (hot). A
 * sample under a low clock is dropped and counted, and taken again after a
 * pause, so that all rows have one a round; after five seconds of nothing else
 * the trial fails. */
void trial_sample(struct trial *, struct dataset *, bool cold, int repeats);
/* Drops all samples of this start, as those of warming up. */
void trial_forget(struct trial *);
/* Runs of the batch that a sample is, watched: a fault of the device is told.
 */
enum status trial_run(struct trial *, bool cold, int repeats, struct timing *);
/* Everything of a sample but its bookkeeping. */
enum status trial_take(struct trial *, struct dataset *, bool cold,
                       int repeats, struct timing *);
/* Holds what the latest run left against what was checked. */
void trial_look(struct trial *, struct dataset *);
/* What share of a run's time its parts have, from a few runs that tell of
 * them; of one that tells of none nothing. */
void trial_parts(struct trial *, struct dataset *, bool cold);
/* The kernels that a closed library chose for it, or why they cannot be told;
 * of other variants nothing. Runs nothing, and ends no trial. */
void trial_kernels(struct trial *);
/* Joules of a run, from many back to back. */
void trial_energy(struct trial *, struct dataset *);
/* Runs back to back for so many seconds, whatever the clock does, as far as no
 * interruption ends them: what they came to in the second half. What they left
 * is checked. */
void trial_sustain(struct trial *, struct dataset *, double seconds);
/* Why they were not to be. */
void trial_no_sustain(struct trial *, const char *reason);
/* Ends a trial without a result. */
void trial_fail(struct trial *, enum row_status, const char *reason);
/* No samples follow: the row counts this start. */
void trial_end_start(struct trial *);
void trial_close(struct trial *); /* keeps the row */

#endif

/* guest.h - a run that shares its GPU with others: a variant on inputs, outputs
 * and scratch of its own, and what it answers when it is alone. */
#ifndef TETRAD_TESTS_GUEST_H
#define TETRAD_TESTS_GUEST_H

#include "measure/trial.h"

struct guest {
    struct choice choice;
    struct dataset data;
    struct trial trial;
    uint64_t answer; /* hash of what it writes when it is alone */
    double seconds;  /* that takes, the median of several */
};

/* The problem's inputs, their right answer, and all that a run needs. The
 * result STATUS_USAGE: the variant refuses the problem. */
enum status guest_open(struct guest *, const struct problem *,
                       struct targets *, const struct choice *,
                       struct reason *why);
void guest_close(struct guest *); /* takes a zeroed and a half-open one */
struct job *guest_job(struct guest *);

/* Runs alone, for its answer and its time; checked: the answer must be right,
 * and the same bits each time. */
enum status guest_alone(struct guest *, bool checked, struct reason *why);
/* Readies outputs: what a run does not write is not right. */
enum status guest_ready(struct guest *, struct reason *why);
/* One run, its outputs readied before; it may still be under way. */
enum status guest_run(struct guest *, struct reason *why);
/* The same, to its end, by events on its stream. */
enum status guest_time(struct guest *, double *seconds, struct reason *why);
/* That its outputs are what `asked` answers alone: bit for bit, unless the
 * variant's traits promise less. `asked` is itself or has lent it inputs. */
enum status guest_same(struct guest *, struct guest *asked,
                       struct reason *why);

/* Random bytes in its scratch, other ones for another seed. */
enum status guest_litter(struct guest *, uint64_t seed, struct reason *why);
/* Into its inputs, or its scratch, what another of its shape has there. */
enum status guest_lend_inputs(struct guest *, const struct guest *from,
                              struct reason *why);
enum status guest_lend_scratch(struct guest *, const struct guest *from,
                               struct reason *why);
/* Its own inputs again. */
enum status guest_restore(struct guest *, struct reason *why);

#endif

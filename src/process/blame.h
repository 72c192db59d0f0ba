/* blame.h - which rows a worker that ended too early takes with it.
 *
 * Every fault within a case leaves out one more row, or is the only one of its
 * case to leave out nothing, so that there is an end to restarts. */
#ifndef TETRAD_BLAME_H
#define TETRAD_BLAME_H

#include "process/intake.h"

struct blame {            /* of one run; starts from {0} */
    bool repeated;        /* a case, as nobody could be blamed, */
    size_t repeated_case; /* this one */
};

void blame_open(struct blame *); /* for a pass over the plan */
/* The worker ended within a case while `row` ran: -1, none, and last_row was
 * the last, -1: none yet. */
void blame_fault(struct blame *, struct intake *, int row, int last_row,
                 const char *reason);
/* No worker can go on: all rows that are left fail. */
void blame_rest(struct intake *, const char *reason);

#endif

/* join.h - results that were made in stretches, as one record. */
#ifndef TETRAD_JOIN_H
#define TETRAD_JOIN_H

#include "record/record.h"

/* Takes over the rows of `more`, which is left without their samples. Both
 * must be of one machine, build and settings, and share no case, as only rows
 * of one run can be told apart; else STATUS_USAGE names the difference, and
 * nothing is changed. Roofs are of the passes of both, while rows keep their
 * share of the roofs of their own stretch; floors are those of the first one
 * that has them. The commands are joined by &&. */
enum status join_records(struct record *, const char *name,
                         struct record *more, const char *more_name,
                         struct reason *why);

#endif

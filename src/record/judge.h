/* judge.h - rows against roofs, and roofs against each other. */
#ifndef TETRAD_JUDGE_H
#define TETRAD_JUDGE_H

#include "record/record.h"

/* Which roof bounds each row, its share of it, why it takes as long as it
 * does, and which rows are as fast as the fastest: from the roofs as they are
 * known in the end; and which are suspect. */
void judge_rows(struct record *);
/* Of a row alone, as the roofs are known now: whether any is, and then whether
 * that of arithmetic bounds it. */
bool judge_bounds(const struct record *, const struct row *, bool *arithmetic);
/* A line for each roof that contradicts itself: a copy that as a row is not
 * within 97 to 103 % of its roof, cores slower than one core. Returns how many
 * of `room` were written. */
int judge_roofs(const struct record *, char lines[][160], int room);

#endif

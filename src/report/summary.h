/* summary.h - what stands above the tables and below them. */
#ifndef TETRAD_SUMMARY_H
#define TETRAD_SUMMARY_H

#include <stdio.h>
#include "base/text.h"
#include "record/record.h"

/* report_machine.c: the machine, its roofs, the floor of the harness, and
 * what is doubtful of these. columns 0: lines of any length. */
void report_machine(FILE *, const struct record *, size_t columns);

/* A table of winners, where there are several cases, and a paragraph: who is
 * fastest at the largest n of the only series, how far from the roof and why;
 * how many cores a GPU equals; how many rows ended how. rows: of
 * record_sorted. */
void report_summary(FILE *, const struct record *,
                    const struct row *const *rows, size_t columns);

/* summary_cases.c: of a series a line each n that has something to tell: how
 * our best code stands to a library's fastest row, and which rung beats best;
 * before them the series, and the library's version. Nothing when there are
 * none. */
void summary_cases(FILE *, const struct record *,
                   const struct row *const *rows, size_t count,
                   size_t columns);
/* One such line without its n; false: there is nothing to tell. */
bool summary_case(FILE *, const struct row *const *rows, size_t count);

/* summary_winners.c: of several cases, who is fastest in each, how near to its
 * roof, and how many times as long the next backend takes. Of one case,
 * nothing. */
void summary_winners(FILE *, const struct record *,
                     const struct row *const *rows, size_t columns);
/* Of the rows of a case: the fastest one of any other backend that does not
 * tie, NULL: there is none; and how many times as long it takes. */
const struct row *summary_second(const struct row *const *rows, size_t count,
                                 const struct row *best);
double summary_advantage(const struct row *best, const struct row *second);

/* summary_cores.c: sentences on one series, each with a blank behind it: the
 * GPU in cores, and what more threads gain. Nothing when it has no such
 * rows. */
void summary_cores(FILE *, const struct record *,
                   const struct row *const *rows, size_t count);
/* How many cores the GPU equals in one case, "64.3", by itself; false: it has
 * no such rows. */
bool summary_gpu_cores(char text[TEXT_ROOM], const struct record *,
                       const struct row *const *rows, size_t count);

#endif

/* summary.h - what stands above the tables and below them. */
#ifndef TETRAD_SUMMARY_H
#define TETRAD_SUMMARY_H

#include <stdio.h>
#include "record.h"

/* The machine and its roofs, a line each. */
void report_machine(FILE *, const struct record *);
/* A paragraph: who is fastest at the largest n of each series and how far
 * from the roof; how many rows ended how. rows: of record_sorted. */
void report_summary(FILE *, const struct row *const *rows, size_t count,
                    size_t columns);

#endif

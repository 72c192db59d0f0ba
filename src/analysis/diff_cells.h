/* diff_cells.h - a row of a diff as the cells of a table. */
#ifndef TETRAD_DIFF_CELLS_H
#define TETRAD_DIFF_CELLS_H

#include "analysis/diff.h"

enum { DIFF_CELL = 80 };
enum diff_column {
    DIFF_ROW,
    DIFF_OLD,
    DIFF_NEW,
    DIFF_CHANGE,
    DIFF_INTERVAL,
    DIFF_VERDICT,
    DIFF_COLUMNS
};

extern const char *const diff_heads[DIFF_COLUMNS];
/* What is not known is "-". */
void diff_cells(const struct diff_row *, char cells[DIFF_COLUMNS][DIFF_CELL]);
/* Of the new record, or of the old one. */
const struct row *diff_any(const struct diff_row *);
/* "14 same, 1 slower, 0 faster, 2 unclear; threshold 5 %" */
void diff_counts(const struct diff *, char *text, size_t room);

#endif

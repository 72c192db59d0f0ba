/* at_odds.h - rows of a file that contradict themselves. */
#ifndef TETRAD_AT_ODDS_H
#define TETRAD_AT_ODDS_H

#include "record/record.h"

/* How many rows say what their times and the roofs do not: shares of roofs that
 * are off by more than a quarter, speed-ups by more than a tenth, ties with
 * what is faster by that. */
size_t rows_at_odds(const struct record *);

#endif

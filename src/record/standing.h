/* standing.h - which row speaks for a backend in a case.
 *
 * Of our own code that is `best`, which runs by default; rungs that beat it
 * are told. A library offers several ways to one result, of which its users
 * take the fastest: that row speaks for it. */
#ifndef TETRAD_STANDING_H
#define TETRAD_STANDING_H

#include "record/record.h"

/* Whether a backend wraps a library; results files do not say. */
bool standing_library(const char *backend);
/* "CUB 3.0.1" when a row is of a library whose version the record has, else
 * "". */
void standing_version(const struct record *, const struct row *const *rows,
                      size_t count, char *text, size_t room);

/* Of rows of one case that ran like `like` (backend, transfers, threads): the
 * fastest one, and of how many that were measured. NULL: none was. */
const struct row *standing_fastest(const struct row *const *rows, size_t count,
                                   const struct row *like, size_t *of);
/* The row that speaks for a backend among rows of one case, of those without
 * transfers and with the most threads; NULL: none was measured. */
const struct row *standing_row(const struct row *const *rows, size_t count,
                               const char *backend);

/* Rungs that are faster than `best`, beyond the noise and on its terms: none
 * that keeps state, or promises less of its output, unless best does, too. */
struct standing_ahead {
    const struct row *rung; /* the fastest of them; NULL: there is none */
    double ratio;           /* time of best over its */
    size_t others;          /* beside it */
};
struct standing_ahead standing_ahead(const struct row *const *rows,
                                     size_t count, const struct row *best);

#endif

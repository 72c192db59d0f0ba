/* outline.h - the rows that a plan is going to have, by name.
 *
 * A worker that crashed cannot say which rows it owed. The supervisor knows
 * them from the first worker's plan, and later workers, which inherit the
 * outline, do as it says, though their own plan may be another: a GPU may be
 * gone by then. */
#ifndef TETRAD_OUTLINE_H
#define TETRAD_OUTLINE_H

#include "record/record.h"

struct outline_row {
    struct row row;   /* names; of a lost row also why */
    bool lost;        /* cannot be measured: its worker ended over it */
    struct row *came; /* as it was measured; NULL: it was not, yet */
};

struct outline_case {
    size_t first, count; /* of the outline's rows */
};

struct outline { /* starts from {0} */
    struct outline_row *rows;
    size_t row_count;
    struct outline_case *cases;
    size_t case_count;
};

void outline_free(struct outline *);
/* Appends a row of case k, the last case or the one after it; false: no
 * memory. */
bool outline_add(struct outline *, size_t k, const struct row *);

/* The rows of case k, `count` of them. */
struct outline_row *outline_case_rows(const struct outline *, size_t k,
                                      size_t *count);
/* The index in case k of the row of the same name; -1: there is none. */
int outline_find_row(const struct outline *, size_t k, const struct row *);

/* A row of case k as it was measured; its samples change owner. */
bool outline_bring(struct outline *, size_t k, int row, const struct row *);
/* A row, in case k, that ended its worker; or all those that are not lost
 * already. */
void outline_lose(struct outline *, size_t k, int row, const char *reason);
void outline_lose_all(struct outline *, size_t k, const char *reason);
/* Whether no row of case k is left to be measured. */
bool outline_all_lost(const struct outline *, size_t k);
/* What came of case k is of a worker that did not finish it. */
void outline_forget(struct outline *, size_t k);
/* Moves the rows of case k that came, or are lost, to the record, in order;
 * false: no memory. */
bool outline_finish(struct outline *, size_t k, struct record *);

#endif

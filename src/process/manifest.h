/* manifest.h - the rows that a plan is going to have, by name.
 *
 * A worker that crashed cannot say which rows it owed. The supervisor knows
 * them from the first worker's plan, and later workers, which inherit the
 * manifest, do as it says, though their own plan may be another: a GPU may be
 * gone by then. */
#ifndef TETRAD_MANIFEST_H
#define TETRAD_MANIFEST_H

#include "record/record.h"

struct manifest_row {
    struct row row;   /* names; of a lost row also why */
    bool lost;        /* cannot be measured: its worker ended over it */
    bool blamed;      /* itself, not for others of its case */
    struct row *came; /* as it was measured; NULL: it was not, yet */
};

struct manifest_case {
    size_t first, count; /* of the manifest's rows */
};

struct manifest { /* starts from {0} */
    struct manifest_row *rows;
    size_t row_count;
    struct manifest_case *cases;
    size_t case_count;
    size_t first; /* where the record has, or will have, its rows */
    int start; /* of the rows, from 0; in later ones what was measured before
                     stays, but for rows that are to blame for the end of a
                     worker */
};

void manifest_free(struct manifest *);
/* Appends a row of case k, the last case or the one after it; false: no
 * memory. */
bool manifest_add(struct manifest *, size_t k, const struct row *);

/* The rows of case k, `count` of them. */
struct manifest_row *manifest_case_rows(const struct manifest *, size_t k,
                                        size_t *count);
/* The index in case k of the row of the same name; -1: there is none. */
int manifest_find_row(const struct manifest *, size_t k, const struct row *);

/* A row of case k as it was measured; its samples change owner. */
bool manifest_bring(struct manifest *, size_t k, int row, const struct row *);
/* A row, in case k, that ended its worker; or all those that are not lost
 * already. */
void manifest_lose(struct manifest *, size_t k, int row, const char *reason);
void manifest_lose_all(struct manifest *, size_t k, const char *reason);
/* Whether no row of case k is left to be measured. */
bool manifest_all_lost(const struct manifest *, size_t k);
/* The rows of case k that came, in order, to a record with room for them, in
 * the places of earlier starts'. Their samples stay the manifest's. */
void manifest_came(const struct manifest *, size_t k, struct record *);
/* Moves the rows of case k that came, or are lost, to the record, in order;
 * false: no memory. */
bool manifest_finish(struct manifest *, size_t k, struct record *);

#endif

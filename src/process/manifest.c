/* manifest.c - rows by case, named, measured or lost. */
#include "process/manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists double, so that a list is full when its count is a power of two. */
static void *grown(void *list, size_t count, size_t size)
{
    return count & (count - 1) ? list
                               : realloc(list, (count ? 2 * count : 1) * size);
}

static void forget(struct manifest_row *r)
{
    if (r->came)
        free(r->came->samples);
    free(r->came);
    r->came = NULL;
}

void manifest_free(struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->row_count; i++)
        forget(&manifest->rows[i]);
    free(manifest->rows);
    free(manifest->cases);
    *manifest = (struct manifest){ 0 };
}

static bool add_case(struct manifest *manifest)
{
    struct manifest_case *cases =
        grown(manifest->cases, manifest->case_count, sizeof *cases);
    if (!cases)
        return false;
    manifest->cases = cases;
    cases[manifest->case_count++] =
        (struct manifest_case){ .first = manifest->row_count };
    return true;
}

bool manifest_add(struct manifest *manifest, size_t k, const struct row *row)
{
    if (k > manifest->case_count || k + 1 < manifest->case_count ||
        (k == manifest->case_count && !add_case(manifest)))
        return false;
    struct manifest_row *rows =
        grown(manifest->rows, manifest->row_count, sizeof *rows);
    if (!rows)
        return false;
    manifest->rows = rows;
    rows[manifest->row_count++] = (struct manifest_row){ .row = *row };
    manifest->cases[k].count++;
    return true;
}

struct manifest_row *manifest_case_rows(const struct manifest *manifest,
                                        size_t k, size_t *count)
{
    *count = manifest->cases[k].count;
    return manifest->rows + manifest->cases[k].first;
}

int manifest_find_row(const struct manifest *manifest, size_t k,
                      const struct row *row)
{
    size_t count;
    const struct manifest_row *rows = manifest_case_rows(manifest, k, &count);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(rows[i].row.backend, row->backend) &&
            !strcmp(rows[i].row.variant, row->variant) &&
            !strcmp(rows[i].row.transfers, row->transfers))
            return (int)i;
    return -1;
}

/* --- what becomes of them ------------------------------------------------- */

bool manifest_bring(struct manifest *manifest, size_t k, int row,
                    const struct row *measured)
{
    size_t count;
    struct manifest_row *r = manifest_case_rows(manifest, k, &count) + row;
    struct row *came = malloc(sizeof *came);
    if (!came)
        return false;
    *came = *measured;
    forget(r);
    r->came = came;
    return true;
}

static void lose(struct manifest_row *r, const char *reason)
{
    forget(r);
    r->lost = true;
    r->row.status = ROW_FAILED;
    snprintf(r->row.reason, sizeof r->row.reason, "%s", reason);
}

void manifest_lose(struct manifest *manifest, size_t k, int row,
                   const char *reason)
{
    size_t count;
    struct manifest_row *rows = manifest_case_rows(manifest, k, &count);
    lose(&rows[row], reason);
    rows[row].blamed = true;
}

void manifest_lose_all(struct manifest *manifest, size_t k, const char *reason)
{
    size_t count;
    struct manifest_row *rows = manifest_case_rows(manifest, k, &count);
    for (size_t i = 0; i < count; i++)
        if (!rows[i].lost && !rows[i].came)
            lose(&rows[i], reason);
}

bool manifest_all_lost(const struct manifest *manifest, size_t k)
{
    size_t count;
    const struct manifest_row *rows = manifest_case_rows(manifest, k, &count);
    for (size_t i = 0; i < count; i++)
        if (!rows[i].lost)
            return false;
    return true;
}

void manifest_came(const struct manifest *manifest, size_t k,
                   struct record *record)
{
    size_t count;
    const struct manifest_row *r = manifest_case_rows(manifest, k, &count);
    for (size_t i = 0; i < count; i++) {
        if (!r[i].came)
            continue;
        struct row *to = record_find_row(record, manifest->first, r[i].came);
        if (!to)
            to = &record->rows[record->row_count++];
        *to = *r[i].came;
        record_mark_sweep(record, to);
    }
}

bool manifest_finish(struct manifest *manifest, size_t k,
                     struct record *record)
{
    size_t count;
    bool good = true;
    struct manifest_row *rows = manifest_case_rows(manifest, k, &count);
    for (size_t i = 0; i < count; i++) {
        const bool lost = rows[i].lost && (!manifest->start || rows[i].blamed);
        const struct row *row = rows[i].came ? rows[i].came
            : lost                           ? &rows[i].row
                                             : NULL;
        if (!row)
            continue;
        if (!record_put_row(record, manifest->first, row))
            good = false;
        else if (rows[i].came)
            rows[i].came->samples = NULL; /* the record's now */
        forget(&rows[i]);
    }
    return good;
}

/* outline.c - rows by case, named, measured or lost. */
#include "process/outline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lists double, so that a list is full when its count is a power of two. */
static void *grown(void *list, size_t count, size_t size)
{
    return count & (count - 1) ? list
                               : realloc(list, (count ? 2 * count : 1) * size);
}

static void forget(struct outline_row *r)
{
    if (r->came)
        free(r->came->samples);
    free(r->came);
    r->came = NULL;
}

void outline_free(struct outline *outline)
{
    for (size_t i = 0; i < outline->row_count; i++)
        forget(&outline->rows[i]);
    free(outline->rows);
    free(outline->cases);
    *outline = (struct outline){ 0 };
}

static bool add_case(struct outline *outline)
{
    struct outline_case *cases =
        grown(outline->cases, outline->case_count, sizeof *cases);
    if (!cases)
        return false;
    outline->cases = cases;
    cases[outline->case_count++] =
        (struct outline_case){ .first = outline->row_count };
    return true;
}

bool outline_add(struct outline *outline, size_t k, const struct row *row)
{
    if (k > outline->case_count || k + 1 < outline->case_count ||
        (k == outline->case_count && !add_case(outline)))
        return false;
    struct outline_row *rows =
        grown(outline->rows, outline->row_count, sizeof *rows);
    if (!rows)
        return false;
    outline->rows = rows;
    rows[outline->row_count++] = (struct outline_row){ .row = *row };
    outline->cases[k].count++;
    return true;
}

struct outline_row *outline_case_rows(const struct outline *outline, size_t k,
                                      size_t *count)
{
    *count = outline->cases[k].count;
    return outline->rows + outline->cases[k].first;
}

int outline_find_row(const struct outline *outline, size_t k,
                     const struct row *row)
{
    size_t count;
    const struct outline_row *rows = outline_case_rows(outline, k, &count);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(rows[i].row.backend, row->backend) &&
            !strcmp(rows[i].row.variant, row->variant) &&
            !strcmp(rows[i].row.transfers, row->transfers))
            return (int)i;
    return -1;
}

/* --- what becomes of them ------------------------------------------------- */

bool outline_bring(struct outline *outline, size_t k, int row,
                   const struct row *measured)
{
    size_t count;
    struct outline_row *r = outline_case_rows(outline, k, &count) + row;
    struct row *came = malloc(sizeof *came);
    if (!came)
        return false;
    *came = *measured;
    forget(r);
    r->came = came;
    return true;
}

static void lose(struct outline_row *r, const char *reason)
{
    r->lost = true;
    r->row.status = ROW_FAILED;
    snprintf(r->row.reason, sizeof r->row.reason, "%s", reason);
}

void outline_lose(struct outline *outline, size_t k, int row,
                  const char *reason)
{
    size_t count;
    struct outline_row *rows = outline_case_rows(outline, k, &count);
    lose(&rows[row], reason);
}

void outline_lose_all(struct outline *outline, size_t k, const char *reason)
{
    size_t count;
    struct outline_row *rows = outline_case_rows(outline, k, &count);
    for (size_t i = 0; i < count; i++)
        if (!rows[i].lost && !rows[i].came)
            lose(&rows[i], reason);
}

bool outline_all_lost(const struct outline *outline, size_t k)
{
    size_t count;
    const struct outline_row *rows = outline_case_rows(outline, k, &count);
    for (size_t i = 0; i < count; i++)
        if (!rows[i].lost)
            return false;
    return true;
}

void outline_forget(struct outline *outline, size_t k)
{
    size_t count;
    struct outline_row *rows = outline_case_rows(outline, k, &count);
    for (size_t i = 0; i < count; i++)
        forget(&rows[i]);
}

bool outline_finish(struct outline *outline, size_t k, struct record *record)
{
    size_t count;
    bool good = true;
    struct outline_row *rows = outline_case_rows(outline, k, &count);
    for (size_t i = 0; i < count; i++) {
        const struct row *row = rows[i].came ? rows[i].came
            : rows[i].lost                   ? &rows[i].row
                                             : NULL;
        if (!row)
            continue;
        if (!record_add_row(record, row))
            good = false;
        else if (rows[i].came)
            rows[i].came->samples = NULL; /* the record's now */
        forget(&rows[i]);
    }
    return good;
}

/* record.c - the record in memory: appending, looking up, ordering. */
#include "record/record.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const roof_names[ROOF_KINDS] = {
    [ROOF_READ] = "read",
    [ROOF_COPY] = "copy",
    [ROOF_WRITE] = "write",
    [ROOF_FMA] = "fma",
    [ROOF_H2D] = "h2d",
    [ROOF_D2H] = "d2h",
    [ROOF_SHARED_ATOMIC] = "shared-atomic",
    [ROOF_GATHER_4] = "gather",
    [ROOF_GATHER_8] = "gather",
    [ROOF_GATHER_4_RESIDENT] = "gather",
    [ROOF_GATHER_8_RESIDENT] = "gather",
    [ROOF_SCATTER_4] = "scatter",
    [ROOF_SCATTER_8] = "scatter",
    [ROOF_SCATTER_4_RESIDENT] = "scatter",
    [ROOF_SCATTER_8_RESIDENT] = "scatter"
};

const char *roof_kind_name(enum roof_kind kind)
{
    return roof_names[kind];
}

double roof_unit(enum roof_kind kind)
{
    return roof_is_accesses(kind) ? 1 : 1e9;
}

/* Room for one more after `count`: the capacity is the power of two at or
 * above the count, so it grows exactly when the count is one. */
static void *grown(void *list, size_t count, size_t size)
{
    if (count & (count - 1))
        return list;
    return realloc(list, (count ? 2 * count : 1) * size);
}

/* Whether two rows differ in their threads alone, but for n. */
static bool same_sweep(const struct row *a, const struct row *b)
{
    return a->threads != b->threads && a->threads && b->threads &&
        !strcmp(a->variant, b->variant) && !strcmp(a->backend, b->backend) &&
        !strcmp(a->transfers, b->transfers) && row_same_series(a, b);
}

void record_mark_sweep(struct record *record, struct row *row)
{
    row->sweep = false;
    for (size_t i = 0; i < record->row_count; i++) {
        struct row *other = &record->rows[i];
        if (same_sweep(row, other))
            row->sweep = other->sweep = true;
    }
}

struct row *record_add_row(struct record *record, const struct row *row)
{
    struct row *rows =
        grown(record->rows, record->row_count, sizeof *record->rows);
    if (!rows)
        return NULL;
    record->rows = rows;
    rows[record->row_count] = *row;
    record_mark_sweep(record, &rows[record->row_count]);
    return &rows[record->row_count++];
}

void record_begin(struct record *record, const char *command, uint64_t seed)
{
    struct tm utc;
    const time_t now = time(NULL);
    if (record->command)
        return;
    record->command = strdup(command);
    record->seed = seed;
    strftime(record->started, sizeof record->started, "%Y-%m-%dT%H:%M:%SZ",
             gmtime_r(&now, &utc));
}

/* The problem and who runs it, which a row has from the plan on. */
static bool same_name(const struct row *a, const struct row *b)
{
    return a->n == b->n && a->threads == b->threads && !strcmp(a->op, b->op) &&
        !strcmp(a->type, b->type) && !strcmp(a->backend, b->backend) &&
        !strcmp(a->variant, b->variant) && !strcmp(a->transfers, b->transfers);
}

struct row *record_find_row(const struct record *record, size_t first,
                            const struct row *named)
{
    for (size_t i = first; i < record->row_count; i++)
        if (same_name(&record->rows[i], named))
            return &record->rows[i];
    return NULL;
}

struct row *record_put_row(struct record *record, size_t first,
                           const struct row *row)
{
    struct row *old = record_find_row(record, first, row);
    if (!old)
        return record_add_row(record, row);
    const bool sweep = old->sweep;
    free(old->samples);
    *old = *row;
    old->sweep = sweep;
    return old;
}

bool record_add_roof(struct record *record, const struct roof *roof)
{
    struct roof *roofs =
        grown(record->roofs, record->roof_count, sizeof *record->roofs);
    if (!roofs)
        return false;
    record->roofs = roofs;
    roofs[record->roof_count++] = *roof;
    return true;
}

bool record_add_base(struct record *record, const struct base *base)
{
    struct base *bases =
        grown(record->bases, record->base_count, sizeof *record->bases);
    if (!bases)
        return false;
    record->bases = bases;
    bases[record->base_count++] = *base;
    return true;
}

void record_free(struct record *record)
{
    for (size_t i = 0; i < record->row_count; i++)
        free(record->rows[i].samples);
    free(record->rows);
    free(record->roofs);
    free(record->bases);
    free(record->command);
    json_decref(record->environment);
    json_decref(record->crossover);
    *record = (struct record){ 0 };
}

const struct roof *record_roof(const struct record *record, const char *device,
                               enum roof_kind kind)
{
    for (size_t i = 0; i < record->roof_count; i++) {
        const struct roof *roof = &record->roofs[i];
        if (roof->kind == kind && !strcmp(roof->device, device))
            return roof;
    }
    return NULL;
}

double record_base(const struct record *record, const char *backend)
{
    for (size_t i = 0; i < record->base_count; i++)
        if (!strcmp(record->bases[i].backend, backend))
            return record->bases[i].seconds;
    return 0;
}

/* --- order ---------------------------------------------------------------- */

struct place_in_order {
    const struct row *row;
    size_t series; /* the index of the first row of its series */
};

static int compare_places(const void *left, const void *right)
{
    const struct place_in_order *a = left, *b = right;
    if (a->series != b->series)
        return a->series < b->series ? -1 : 1;
    if (a->row->n != b->row->n)
        return a->row->n < b->row->n ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* The first row of the series of row i, given those of all rows before it.
 * Rows of a series mostly follow each other, so the one before is tried
 * first. */
static size_t series_head(const struct record *record,
                          const struct place_in_order *places, size_t i)
{
    const struct row *row = &record->rows[i];
    if (i && row_same_series(row, &record->rows[i - 1]))
        return places[i - 1].series;
    for (size_t j = 0; j < i; j++)
        if (places[j].series == j && row_same_series(row, &record->rows[j]))
            return j;
    return i;
}

const struct row **record_sorted(const struct record *record)
{
    const size_t count = record->row_count;
    if (!count)
        return NULL;
    const struct row **rows = calloc(count, sizeof *rows);
    struct place_in_order *places = calloc(count, sizeof *places);
    if (!rows || !places) {
        free(rows);
        free(places);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        places[i] = (struct place_in_order){ &record->rows[i],
                                             series_head(record, places, i) };
    qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < count; i++)
        rows[i] = places[i].row;
    free(places);
    return rows;
}

/* --- the environment ------------------------------------------------------ */

static json_t *fact(const struct record *record, const char *part,
                    const char *key)
{
    json_t *object = record->environment;
    if (part[0])
        object = json_object_get(object, part);
    return json_object_get(object, key);
}

const char *record_fact(const struct record *record, const char *part,
                        const char *key)
{
    const char *text = json_string_value(fact(record, part, key));
    return text ? text : "";
}

double record_fact_number(const struct record *record, const char *part,
                          const char *key)
{
    return json_number_value(fact(record, part, key));
}

/* record.c - the record in memory: appending, looking up, ordering. */
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const status_names[] = {
    [ROW_OK] = "ok", [ROW_WRONG] = "wrong",
    [ROW_FAILED] = "failed", [ROW_SKIPPED] = "skipped"
};

static const char *const roof_names[ROOF_KINDS] = {
    [ROOF_READ] = "read", [ROOF_COPY] = "copy",
    [ROOF_WRITE] = "write", [ROOF_FMA] = "fma"
};

const char *row_status_name(enum row_status status)
{
    return status_names[status];
}

const char *roof_kind_name(enum roof_kind kind)
{
    return roof_names[kind];
}

/* Room for one more after `count`: the capacity is the power of two at or
 * above the count, so it grows exactly when the count is one. */
static void *grown(void *list, size_t count, size_t size)
{
    if (count & (count - 1))
        return list;
    return realloc(list, (count ? 2 * count : 1) * size);
}

struct row *record_add_row(struct record *record, const struct row *row)
{
    struct row *rows =
        grown(record->rows, record->row_count, sizeof *record->rows);
    if (!rows)
        return NULL;
    record->rows = rows;
    rows[record->row_count] = *row;
    return &rows[record->row_count++];
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

void record_free(struct record *record)
{
    for (size_t i = 0; i < record->row_count; i++)
        free(record->rows[i].samples);
    free(record->rows);
    free(record->roofs);
    free(record->command);
    json_decref(record->environment);
    *record = (struct record){0};
}

const struct roof *record_roof(const struct record *record,
                               const char *device, enum roof_kind kind)
{
    for (size_t i = 0; i < record->roof_count; i++) {
        const struct roof *roof = &record->roofs[i];
        if (roof->kind == kind && !strcmp(roof->device, device))
            return roof;
    }
    return NULL;
}

bool row_measured(const struct row *row)
{
    return row->status == ROW_OK && row->sample_count &&
           row->seconds.median > 0 && isfinite(row->seconds.median);
}

static double rate_of(const struct row *row, double amount)
{
    if (!row_measured(row) || !(amount > 0))
        return 0;
    const double rate = amount / row->seconds.median;
    return isfinite(rate) ? rate : 0;
}

double row_bytes_rate(const struct row *row)
{
    return rate_of(row, row->bytes);
}

double row_flops_rate(const struct row *row)
{
    return rate_of(row, row->flops);
}

double row_items_rate(const struct row *row)
{
    return rate_of(row, row->items);
}

bool row_flop_bound(const struct row *row)
{
    return row->flops > 0 && row->roof_device[0] && row->roof == ROOF_FMA;
}

/* --- series and cases ----------------------------------------------------- */

static bool same_params(const struct row *a, const struct row *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (int i = 0; i < a->param_count; i++)
        if (strcmp(a->params[i].name, b->params[i].name) ||
            strcmp(a->params[i].value, b->params[i].value))
            return false;
    return true;
}

bool row_same_series(const struct row *a, const struct row *b)
{
    return !strcmp(a->op, b->op) && !strcmp(a->type, b->type) &&
           !strcmp(a->dist, b->dist) && !strcmp(a->cache, b->cache) &&
           same_params(a, b);
}

bool row_same_case(const struct row *a, const struct row *b)
{
    return a->n == b->n && row_same_series(a, b);
}

void row_series_text(const struct row *row, char *text, size_t room)
{
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < row->param_count && at < room; i++)
        at += (size_t)snprintf(text + at, room - at, "%s=%s, ",
                               row->params[i].name, row->params[i].value);
    const char *const words[] = { row->type, row->dist, row->cache };
    for (int i = 0; i < 3 && at < room; i++)
        if (words[i][0])
            at += (size_t)snprintf(text + at, room - at, "%s, ", words[i]);
    if (at >= 2 && at < room)
        text[at - 2] = 0;
}

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
        places[i] = (struct place_in_order){
            &record->rows[i], series_head(record, places, i)
        };
    qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < count; i++)
        rows[i] = places[i].row;
    free(places);
    return rows;
}

size_t rows_of_series(const struct row *const *rows, size_t count)
{
    size_t i = 0;
    while (i < count && row_same_series(rows[i], rows[0]))
        i++;
    return i;
}

size_t rows_of_case(const struct row *const *rows, size_t count)
{
    size_t i = 0;
    while (i < count && row_same_case(rows[i], rows[0]))
        i++;
    return i;
}

const struct row *rows_best(const struct row *const *rows, size_t count)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (row_measured(rows[i]) &&
            (!best || rows[i]->seconds.median < best->seconds.median))
            best = rows[i];
    return best;
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

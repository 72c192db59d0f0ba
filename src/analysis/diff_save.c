/* diff_save.c - a diff as JSON and as Markdown. */
#include <string.h>
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/text.h"
#include "analysis/diff_cells.h"
#include "report/report.h"

/* --- JSON ----------------------------------------------------------------- */

/* What says which row it is, under the names it has in a results file. */
static const char *const identity[] = { "op",       "backend", "variant",
                                        "type",     "n",       "dist",
                                        "params",   "cache",   "threads",
                                        "transfers" };
/* What is told of either side. */
static const char *const outcome[] = { "status", "reason", "seconds" };

static json_t *picked(const json_t *row, const char *const keys[],
                      size_t count)
{
    json_t *object = json_object();

    for (size_t i = 0; i < count; i++) {
        json_t *value = json_object_get(row, keys[i]);

        if (value)
            json_object_set(object, keys[i], value);
    }
    return object;
}

/* A record and its results file as JSON. */
struct side {
    const struct record *record;
    json_t *rows;
};

static const json_t *side_row(const struct side *side, const struct row *row)
{
    return row ? json_array_get(side->rows, (size_t)(row - side->record->rows))
               : NULL;
}

static json_t *outcome_of(const struct side *side, const struct row *row)
{
    return row ? picked(side_row(side, row), outcome,
                        sizeof outcome / sizeof *outcome)
               : json_null();
}

static json_t *row_object(const struct diff_row *row, const struct side *old,
                          const struct side *new)
{
    json_t *json =
        picked(row->new ? side_row(new, row->new) : side_row(old, row->old),
               identity, sizeof identity / sizeof *identity);

    json_object_set_new(json, "old", outcome_of(old, row->old));
    json_object_set_new(json, "new", outcome_of(new, row->new));
    json_object_set_new(json, "ratio", json_of_known(row->ratio));
    json_object_set_new(json, "ci_low", json_of_known(row->ci_low));
    json_object_set_new(json, "ci_high", json_of_known(row->ci_high));
    json_object_set_new(json, "drift", json_of_known(row->drift));
    json_object_set_new(json, "verdict",
                        json_string(change_name(row->verdict)));
    json_object_set_new(json, "note", json_of_text(row->note));
    return json;
}

static json_t *run_object(const char *name, const json_t *json)
{
    static const char *const keys[] = { "command", "seed", "started" };
    json_t *object = picked(json, keys, sizeof keys / sizeof *keys);

    json_object_set_new(object, "file", json_of_text(name));
    return object;
}

static json_t *counts_object(const struct diff *diff)
{
    json_t *object = json_object();

    for (int v = 0; v < CHANGES; v++)
        json_object_set_new(object, change_name((enum change)v),
                            json_integer((json_int_t)diff->of[v]));
    return object;
}

json_t *diff_to_json(const struct diff *diff)
{
    json_t *old_json = record_to_json(diff->old);
    json_t *new_json = record_to_json(diff->new);
    const struct side old = { diff->old, json_object_get(old_json, "rows") };
    const struct side new = { diff->new, json_object_get(new_json, "rows") };
    json_t *rows = json_array();
    json_t *json = NULL;

    for (size_t i = 0; i < diff->count; i++)
        json_array_append_new(rows, row_object(&diff->rows[i], &old, &new));
    if (old_json && new_json && json_array_size(rows) == diff->count)
        json = json_pack(
            "{s:i, s:o, s:o, s:f, s:o, s:o, s:O}", "schema", JSON_SCHEMA,
            "old", run_object(diff->old_name, old_json), "new",
            run_object(diff->new_name, new_json), "threshold", diff->threshold,
            "machines", json_of_text(diff->machines), "counts",
            counts_object(diff), "rows", rows);
    json_decref(rows);
    json_decref(old_json);
    json_decref(new_json);
    return json;
}

/* --- Markdown ------------------------------------------------------------- */

/* A cell's text: no bar ends it early, no control character breaks the
 * line. */
static void print_cell(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (strchr("|\\`*_<>[]", *text))
            putc('\\', file);
        const unsigned char byte = (unsigned char)*text;
        putc(byte < ' ' || byte == 127 ? ' ' : byte, file);
    }
}

static void print_row(FILE *file, const struct diff_row *row)
{
    char cells[DIFF_COLUMNS][DIFF_CELL], text[512], count[TEXT_ROOM];
    const struct row *any = diff_any(row);

    row_series_text(any, text, sizeof text);
    text_count(count, any->n);
    fputs("| ", file);
    print_cell(file, any->op);
    fputs(", ", file);
    print_cell(file, text);
    fprintf(file, " | %s", count);
    diff_cells(row, cells);
    for (int c = 0; c < DIFF_COLUMNS; c++) {
        fputs(" | ", file);
        print_cell(file, cells[c]);
    }
    fputs(" | ", file);
    print_cell(file, row->note);
    fputs(" |\n", file);
}

void diff_markdown(FILE *file, const struct diff *diff)
{
    char counts[256];

    for (const char *text = diff->machines; *text;) {
        char line[sizeof diff->machines];
        const size_t length = strcspn(text, "\n");

        snprintf(line, sizeof line, "%.*s", (int)length, text);
        print_cell(file, line);
        fputs("\n\n", file);
        text += length + (text[length] == '\n');
    }
    fputs("| case | n", file);
    for (int c = 0; c < DIFF_COLUMNS; c++)
        fprintf(file, " | %s", diff_heads[c]);
    fputs(" | note |\n|:--|--:|:--|--:|--:|--:|--:|:--|:--|\n", file);
    for (size_t i = 0; i < diff->count; i++)
        print_row(file, &diff->rows[i]);
    diff_counts(diff, counts, sizeof counts);
    fprintf(file, "\n%s\n", counts);
}

/* report_text.c - a record for spreadsheets and for pages: CSV, Markdown.
 *
 * CSV after RFC 4180: CRLF, quotes only where needed, one line a row, every
 * digit; what was not measured is an empty field. Markdown is GitHub's. */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "columns.h"
#include "summary.h"
#include "text.h"

/* --- CSV ------------------------------------------------------------------ */

static const char csv_head[] =
    "op,type,n,dist,params,cache,backend,variant,ladder,step,best,"
    "status,reason,verified,check_ok,max_ulp,first_bad,repeatable,"
    "median_s,ci_low_s,ci_high_s,min_s,iqr_s,samples,dropped,stopped_by,"
    "bytes,flops,items,gb_per_s,gflop_per_s,items_per_s,roof,roof_share,"
    "speedup_over,speedup,speedup_ci_low,speedup_ci_high";

/* Fields begin with their comma; the first of a line is csv_first. Line
 * breaks inside a text become spaces: one line a row. */
static void csv_first(FILE *file, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    fputs(quoted ? "\"" : "", file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text == '\r' || *text == '\n' ? ' ' : *text, file);
    }
    fputs(quoted ? "\"" : "", file);
}

static void csv_text(FILE *file, const char *text)
{
    putc(',', file);
    csv_first(file, text);
}

static void csv_real(FILE *file, bool known, double value)
{
    char text[TEXT_ROOM] = "";
    if (known && isfinite(value))
        text_exact(text, value);
    csv_text(file, text);
}

static void csv_whole(FILE *file, size_t value)
{
    fprintf(file, ",%zu", value);
}

static void csv_bool(FILE *file, bool known, bool value)
{
    csv_text(file, !known ? "" : value ? "true" : "false");
}

static void csv_params(FILE *file, const struct row *row)
{
    char text[sizeof row->params + 2 * OP_PARAMS] = "";
    size_t at = 0;
    for (int i = 0; i < row->param_count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s=%s",
                               i ? " " : "", row->params[i].name,
                               row->params[i].value);
    csv_text(file, text);
}

static void csv_case(FILE *file, const struct row *row)
{
    csv_first(file, row->op);
    csv_text(file, row->type);
    csv_whole(file, row->n);
    csv_text(file, row->dist);
    csv_params(file, row);
    csv_text(file, row->cache);
    csv_text(file, row->backend);
    csv_text(file, row->variant);
    csv_text(file, row->ladder);
    csv_whole(file, (size_t)row->step);
    csv_bool(file, true, row->best);
}

static void csv_outcome(FILE *file, const struct row *row)
{
    csv_text(file, row_status_name(row->status));
    csv_text(file, row->reason);
    csv_bool(file, true, row->checked);
    csv_bool(file, row->checked, row->check_ok);
    csv_real(file, row->checked, row->max_ulp);
    if (row->first_bad >= 0)
        csv_whole(file, (size_t)row->first_bad);
    else
        csv_text(file, "");
    csv_bool(file, row->repeatable >= 0, row->repeatable > 0);
}

static void csv_seconds(FILE *file, const struct row *row)
{
    const bool known = row_measured(row);
    csv_real(file, known, row->seconds.median);
    csv_real(file, known && row->seconds.ci_high > 0,
             row->seconds.ci_low);
    csv_real(file, known && row->seconds.ci_high > 0,
             row->seconds.ci_high);
    csv_real(file, known, row->seconds.min);
    csv_real(file, known, row->seconds.iqr);
    csv_whole(file, known ? row->sample_count : 0);
    csv_whole(file, row->dropped);
    csv_text(file, row->stopped_by);
}

static void csv_rates(FILE *file, const struct row *row)
{
    const double bytes = row_bytes_rate(row), flops = row_flops_rate(row);
    const bool known = row_measured(row);
    const bool over = known && row->speedup.over[0];
    char roof[32] = "";
    if (row->roof_device[0])
        snprintf(roof, sizeof roof, "%s %s", row->roof_device,
                 roof_kind_name(row->roof));
    csv_real(file, true, row->bytes);
    csv_real(file, true, row->flops);
    csv_real(file, true, row->items);
    csv_real(file, bytes > 0, bytes / 1e9);
    csv_real(file, flops > 0, flops / 1e9);
    csv_real(file, row_items_rate(row) > 0, row_items_rate(row));
    csv_text(file, roof);
    csv_real(file, known && row->roof_share > 0, row->roof_share);
    csv_text(file, over ? row->speedup.over : "");
    csv_real(file, over, row->speedup.ratio);
    csv_real(file, over && row->speedup.ci_high > 0, row->speedup.ci_low);
    csv_real(file, over && row->speedup.ci_high > 0, row->speedup.ci_high);
}

void report_csv(FILE *file, const struct record *record)
{
    fprintf(file, "%s\r\n", csv_head);
    for (size_t i = 0; i < record->row_count; i++) {
        csv_case(file, &record->rows[i]);
        csv_outcome(file, &record->rows[i]);
        csv_seconds(file, &record->rows[i]);
        csv_rates(file, &record->rows[i]);
        fputs("\r\n", file);
    }
}

/* --- Markdown ------------------------------------------------------------- */

/* Text in which nothing is markup. */
static void md_text(FILE *file, const char *text)
{
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (strchr("\\`*_{}[]<>|#~", byte))
            putc('\\', file);
        putc(byte < ' ' || byte == 127 ? ' ' : byte, file);
    }
}

static void md_cell(FILE *file, const char *text, bool strong)
{
    fputs(strong ? " **" : " ", file);
    md_text(file, text[0] ? text : "-");
    fputs(strong ? "** |" : " |", file);
}

static void md_head(FILE *file, const struct view *view)
{
    char text[COLUMN_ROOM];
    fputs("| n |", file);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (!view->shown[i])
            continue;
        column_head(i, view, text);
        md_cell(file, text, false);
    }
    fputs("\n|---:|", file);
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (view->shown[i])
            fputs(columns[i].align == ALIGN_LEFT ? "---|" : "---:|", file);
    putc('\n', file);
}

/* A row without a speed has its reason where others have their check. */
static void md_row(FILE *file, const struct view *view, const struct row *row,
                   bool best)
{
    char text[sizeof row->reason + 64];
    text_count(text, row->n);
    fprintf(file, "| %s |", text);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (!view->shown[i])
            continue;
        if (row->status == ROW_OK || i == COLUMN_VARIANT)
            columns[i].print(row, view, text);
        else if (i == COLUMN_CHECK)
            row_trouble(row, text, sizeof text);
        else
            text[0] = 0;
        md_cell(file, text, best && text[0]);
    }
    putc('\n', file);
}

static void md_series(FILE *file, const struct row *const *rows, size_t count)
{
    char text[512];
    struct view view;
    view_of(&view, rows, count, false);
    row_series_text(rows[0], text, sizeof text);
    fputs("\n### ", file);
    md_text(file, rows[0]->op);
    fputs(text[0] ? ": " : "", file);
    md_text(file, text);
    fputs("\n\n", file);
    md_head(file, &view);
    for (size_t at = 0; at < count;) {
        const size_t length = rows_of_case(rows + at, count - at);
        const struct row *best = rows_best(rows + at, length);
        for (size_t i = at; i < at + length; i++)
            md_row(file, &view, rows[i], rows[i] == best);
        at += length;
    }
    if (view.over) {
        fputs("\nSpeed-up over ", file);
        md_text(file, view.over);
        fputs("; the fastest of each size in bold.\n", file);
    }
}

void report_markdown(FILE *file, const struct record *record)
{
    const struct row **rows = record_sorted(record);
    fputs("```text\n", file);
    report_machine(file, record);
    if (record->command) {
        fputs("\n$ ", file);
        text_print(file, record->command);
        putc('\n', file);
    }
    fputs("```\n", file);
    for (size_t at = 0; rows && at < record->row_count;) {
        const size_t length =
            rows_of_series(rows + at, record->row_count - at);
        md_series(file, rows + at, length);
        at += length;
    }
    free(rows);
}

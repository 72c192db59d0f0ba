/* report_text.c - a record for pages: GitHub's Markdown. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "report/columns.h"
#include "report/summary.h"

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

/* "- n = 2^20: ..." of each case that has something to tell. */
static void md_cases(FILE *file, const struct row *const *rows, size_t count)
{
    const char *before = "\n";
    for (size_t at = 0; at < count;) {
        const size_t length = rows_of_case(rows + at, count - at);
        char n[TEXT_ROOM], *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        const bool said = out && summary_case(out, rows + at, length);
        if (out && !fclose(out) && said) {
            text_count(n, rows[at]->n);
            fprintf(file, "%s- n = %s: ", before, n);
            md_text(file, text);
            putc('\n', file);
            before = "";
        }
        free(text);
        at += length;
    }
}

static void md_series(FILE *file, const struct row *const *rows, size_t count)
{
    char text[512], marks[160];
    struct view view;
    view_of(&view, rows, count, DETAIL_PAGE);
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
            md_row(file, &view, rows[i], best && row_ties(rows[i], best));
        at += length;
    }
    if (view.over) {
        fputs("\nSpeed-up over ", file);
        md_text(file, view.over);
        fputs("; of each size in bold: the fastest, and what is not to be "
              "told from it.\n",
              file);
    }
    view_marks(&view, marks, sizeof marks);
    if (marks[0])
        fprintf(file, "\n%s.\n", marks + strlen("; "));
    md_cases(file, rows, count);
}

void report_markdown(FILE *file, const struct record *record)
{
    const struct row **rows = record_sorted(record);
    fputs("```text\n", file);
    report_machine(file, record, 0);
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

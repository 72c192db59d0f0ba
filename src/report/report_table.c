/* report_table.c - the table for people.
 *
 * A block of lines a series, a group of lines a case, a line a row. Column
 * widths are those of the whole series, so that sizes compare down the page;
 * columns leave a narrow terminal in the order columns.c gives; before the
 * most telling ones go, long names get lines of their own. The fastest right
 * row of a case has a star, as have those not to be told from it, and green
 * type where there is colour. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "report/columns.h"
#include "report/summary.h"

enum {
    GAP = 2,          /* spaces between columns, and the star's place */
    PLAIN_WIDTH = 80, /* of running text when the terminal's is not known */
    LEAST_TEXT = 30,  /* a reason gets a line of its own below this */
    LEAST_NAMES = 20, /* of the column of names where there is little room */
    MOST_LEAVES = 12  /* columns that leave earlier go before names do */
};

static const char bold[] = "\033[1m", red[] = "\033[1;31m",
                  yellow[] = "\033[33m", green[] = "\033[1;32m",
                  dim[] = "\033[2m", plain[] = "\033[0m";

/* A table being printed: one series. */
struct sheet {
    FILE *file;
    const struct table_style *style;
    struct view view;
    size_t left[COLUMN_COUNT];  /* widths up to the decimal point */
    size_t right[COLUMN_COUNT]; /* and from it on */
    size_t width[COLUMN_COUNT]; /* of the column, its head included */
    size_t spaces;              /* that a next cell of the line needs first */
};

static void paint(const struct table_style *style, FILE *file,
                  const char *escape)
{
    if (style->color)
        fputs(escape, file);
}

/* 0: none. */
static size_t limit_of(const struct table_style *style)
{
    return style->columns > 0 ? (size_t)style->columns : 0;
}

static size_t text_columns(const struct table_style *style)
{
    return style->columns > 0 ? limit_of(style) : PLAIN_WIDTH;
}

/* --- layout --------------------------------------------------------------- */

static size_t widest(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Cells up to and from their decimal point; text without digits ("-") counts
 * as whole. */
static void split_cell(int column, const char *text, size_t *left,
                       size_t *right)
{
    const char *point =
        columns[column].align == ALIGN_POINT ? strchr(text, '.') : NULL;
    *left = text_width(text) - (point ? text_width(point) : 0);
    *right = point ? text_width(point) : 0;
}

static void measure_column(struct sheet *sheet, int column)
{
    char text[COLUMN_ROOM];
    for (size_t i = 0; i < sheet->view.count; i++) {
        const struct row *row = sheet->view.rows[i];
        size_t left, right;
        if (row->status != ROW_OK && column)
            continue;
        columns[column].print(row, &sheet->view, text);
        split_cell(column, text, &left, &right);
        sheet->left[column] = widest(sheet->left[column], left);
        sheet->right[column] = widest(sheet->right[column], right);
    }
    column_head(column, &sheet->view, text);
    sheet->width[column] =
        widest(text_width(text), sheet->left[column] + sheet->right[column]);
}

static size_t sheet_width(const struct sheet *sheet)
{
    size_t width = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (sheet->view.shown[i])
            width += GAP + sheet->width[i];
    return width;
}

static bool too_wide(const struct sheet *sheet)
{
    return sheet->style->columns > 0 &&
        sheet_width(sheet) > limit_of(sheet->style);
}

static void drop_columns(struct sheet *sheet, int last)
{
    for (int next = 1; too_wide(sheet) && next <= last; next++)
        for (int i = 0; i < COLUMN_COUNT; i++)
            if (columns[i].leaves == next)
                sheet->view.shown[i] = false;
}

static void fit(struct sheet *sheet)
{
    const struct view all = sheet->view;
    drop_columns(sheet, MOST_LEAVES);
    for (int most = LEAST_NAMES; too_wide(sheet) && most >= 0;
         most -= LEAST_NAMES) {
        sheet->view = all;
        if (sheet->width[COLUMN_VARIANT] > (size_t)most)
            sheet->width[COLUMN_VARIANT] = (size_t)most;
        drop_columns(sheet, COLUMN_COUNT);
    }
}

/* --- lines ---------------------------------------------------------------- */

/* Spaces wait until something follows them: no line ends in one. */
static void print_cell(struct sheet *sheet, int column, const char *text,
                       bool head)
{
    size_t left, right, before = 0;
    const size_t width = text_width(text);
    split_cell(column, text, &left, &right);
    if (columns[column].align == ALIGN_POINT && !head)
        before = sheet->width[column] - sheet->right[column] - left;
    else if (columns[column].align != ALIGN_LEFT)
        before = sheet->width[column] - width;
    sheet->spaces += before;
    if (width) {
        text_spaces(sheet->file, sheet->spaces);
        text_print(sheet->file, text);
        sheet->spaces = 0;
    }
    sheet->spaces += sheet->width[column] - before - width;
}

/* A name too wide for its column stands above its figures. */
static void print_name(struct sheet *sheet, const char *name)
{
    const size_t width = sheet->width[COLUMN_VARIANT];
    if (text_width(name) <= width) {
        print_cell(sheet, COLUMN_VARIANT, name, false);
    } else {
        text_wrap(sheet->file, name, GAP, 3 * GAP, limit_of(sheet->style));
        sheet->spaces = GAP + width;
    }
    sheet->spaces += GAP;
}

/* The cells of a row, or of the head when there is none. */
static void print_cells(struct sheet *sheet, const struct row *row)
{
    char text[COLUMN_ROOM];
    sheet->spaces = 0;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (!sheet->view.shown[i])
            continue;
        if (row)
            columns[i].print(row, &sheet->view, text);
        else
            column_head(i, &sheet->view, text);
        if (i == COLUMN_VARIANT) {
            print_name(sheet, text);
        } else {
            print_cell(sheet, i, text, !row);
            sheet->spaces += GAP;
        }
    }
}

static void print_head(struct sheet *sheet)
{
    paint(sheet->style, sheet->file, dim);
    text_spaces(sheet->file, GAP);
    print_cells(sheet, NULL);
    paint(sheet->style, sheet->file, plain);
    putc('\n', sheet->file);
}

static void print_measured(struct sheet *sheet, const struct row *row,
                           bool best)
{
    paint(sheet->style, sheet->file, best ? green : "");
    fputs(best ? "* " : "  ", sheet->file);
    print_cells(sheet, row);
    paint(sheet->style, sheet->file, best ? plain : "");
    putc('\n', sheet->file);
}

/* A row without a speed: its reason takes the place of the figures. */
static void print_trouble(const struct sheet *sheet, const struct row *row)
{
    char text[COLUMN_ROOM], trouble[sizeof row->reason + 64];
    const char *color = row->status == ROW_WRONG ? red
        : row->status == ROW_FAILED              ? yellow
                                                 : dim;
    const size_t limit = limit_of(sheet->style);
    const size_t names = sheet->width[COLUMN_VARIANT];
    row_name(row, text, sizeof text);
    const bool apart = text_width(text) > names ||
        (limit && 2 * GAP + names + LEAST_TEXT > limit);
    const size_t at = apart ? 3 * GAP : 2 * GAP + names;

    row_trouble(row, trouble, sizeof trouble);
    paint(sheet->style, sheet->file, color);
    text_spaces(sheet->file, GAP);
    if (apart) {
        text_wrap(sheet->file, text, GAP, 3 * GAP, limit);
        text_spaces(sheet->file, at);
    } else {
        text_print(sheet->file, text);
        text_spaces(sheet->file, names - text_width(text) + GAP);
    }
    text_wrap(sheet->file, trouble, at, at, limit);
    paint(sheet->style, sheet->file, plain);
}

/* What a right row still has to say: a limit it did not meet. */
static void print_note(const struct sheet *sheet, const struct row *row)
{
    static const char suspect[] =
        "suspect: faster than this machine's memory was seen to be, and no"
        " cache held these bytes";
    const char *note = row->suspect ? suspect : row->reason;
    if (row->status != ROW_OK || !note[0])
        return;
    paint(sheet->style, sheet->file, dim);
    text_spaces(sheet->file, 3 * GAP);
    text_wrap(sheet->file, note, 3 * GAP, 3 * GAP, limit_of(sheet->style));
    paint(sheet->style, sheet->file, plain);
}

/* What its time went into, by the names of its own steps. */
static void print_parts(const struct sheet *sheet, const struct row *row)
{
    char text[OP_PARTS * 32 + 96] = "parts, told apart: ";
    size_t at = strlen(text);
    if (!sheet->style->verbose || !row_measured(row) || !row->part_count)
        return;
    for (int i = 0; i < row->part_count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %.1f %%",
                               i ? ", " : "", row->parts[i].name,
                               100 * row->parts[i].share);
    snprintf(text + at, sizeof text - at, " of %.4g %s",
             row->parts_seconds / sheet->view.time_unit,
             sheet->view.time_name);
    paint(sheet->style, sheet->file, dim);
    text_spaces(sheet->file, 3 * GAP);
    text_wrap(sheet->file, text, 3 * GAP, 3 * GAP, limit_of(sheet->style));
    paint(sheet->style, sheet->file, plain);
}

/* What a closed library chose, or why that is unknown. */
static void print_kernels(const struct sheet *sheet, const struct row *row)
{
    char text[sizeof row->kernels + sizeof row->kernels_reason + 32];
    if (!sheet->style->verbose || !row_measured(row) ||
        !(row->kernels[0] || row->kernels_reason[0]))
        return;
    snprintf(text, sizeof text, "kernels: %s%s",
             row->kernels[0] ? row->kernels : "unknown: ",
             row->kernels[0] ? "" : row->kernels_reason);
    paint(sheet->style, sheet->file, dim);
    text_spaces(sheet->file, 3 * GAP);
    text_wrap(sheet->file, text, 3 * GAP, 3 * GAP, limit_of(sheet->style));
    paint(sheet->style, sheet->file, plain);
}

/* "n = 2^20  4.194 MB" */
static void print_size(const struct sheet *sheet, const struct row *row)
{
    static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
    char text[TEXT_ROOM];
    double bytes = row->bytes;
    size_t unit = 0;
    text_count(text, row->n);
    paint(sheet->style, sheet->file, bold);
    fprintf(sheet->file, "n = %s", text);
    paint(sheet->style, sheet->file, plain);
    for (; bytes >= 1000 && unit < 4; unit++)
        bytes /= 1000;
    if (bytes > 0) {
        text_number(text, bytes);
        paint(sheet->style, sheet->file, dim);
        fprintf(sheet->file, "  %s %s", text, units[unit]);
        paint(sheet->style, sheet->file, plain);
    }
    putc('\n', sheet->file);
}

static void print_case(struct sheet *sheet, const struct row *const *rows,
                       size_t count)
{
    const struct row *best = rows_best(rows, count);
    print_size(sheet, rows[0]);
    for (size_t i = 0; i < count; i++) {
        if (rows[i]->status == ROW_OK)
            print_measured(sheet, rows[i], best && row_ties(rows[i], best));
        else
            print_trouble(sheet, rows[i]);
        print_note(sheet, rows[i]);
        print_parts(sheet, rows[i]);
        print_kernels(sheet, rows[i]);
    }
}

static void print_title(const struct sheet *sheet)
{
    char text[512], marks[160], line[768];
    const struct row *row = sheet->view.rows[0];
    const char *over = sheet->view.over;
    row_series_text(row, text, sizeof text);
    view_marks(&sheet->view, marks, sizeof marks);
    snprintf(line, sizeof line,
             "%s; * fastest, or not to be told from it%s%s%s", text,
             over ? "; speed-up over " : "", over ? over : "", marks);
    putc('\n', sheet->file);
    paint(sheet->style, sheet->file, bold);
    text_print(sheet->file, row->op);
    paint(sheet->style, sheet->file, plain);
    text_spaces(sheet->file, GAP);
    text_wrap(sheet->file, line, strlen(row->op) + GAP, GAP,
              limit_of(sheet->style));
}

static void print_series(FILE *file, const struct table_style *style,
                         const struct row *const *rows, size_t count)
{
    struct sheet sheet = { .file = file, .style = style };
    view_of(&sheet.view, rows, count,
            style->verbose ? DETAIL_VERBOSE : DETAIL_TABLE);
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (sheet.view.shown[i])
            measure_column(&sheet, i);
    fit(&sheet);
    print_title(&sheet);
    print_head(&sheet);
    for (size_t at = 0; at < count;) {
        const size_t length = rows_of_case(rows + at, count - at);
        print_case(&sheet, rows + at, length);
        at += length;
    }
}

void report_table(FILE *file, const struct record *record,
                  const struct table_style *style)
{
    const struct row **rows = record_sorted(record);
    report_machine(file, record, limit_of(style));
    if (!rows) {
        fputs(record->row_count ? "\nNo memory for the table.\n"
                                : "\nNo rows.\n",
              file);
        return;
    }
    for (size_t at = 0; at < record->row_count;) {
        const size_t length =
            rows_of_series(rows + at, record->row_count - at);
        print_series(file, style, rows + at, length);
        at += length;
    }
    report_summary(file, record, rows, text_columns(style));
    free(rows);
}

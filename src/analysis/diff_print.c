/* diff_print.c - a diff for people.
 *
 * What differs between the machines comes first, then the rows: those that are
 * no longer right, then by series and case, as in the table of a run. Columns
 * are as wide in all series, and leave a narrow terminal; the last line counts
 * the verdicts. */
#include <string.h>
#include "base/text.h"
#include "analysis/diff_cells.h"
#include "report/report.h"

enum {
    GAP = 2,          /* spaces between columns, and before the first */
    PLAIN_WIDTH = 80, /* of running text when the terminal's is not known */
};

static const char bold[] = "\033[1m", red[] = "\033[31m",
                  bold_red[] = "\033[1;31m", green[] = "\033[32m",
                  yellow[] = "\033[33m", dim[] = "\033[2m",
                  plain[] = "\033[0m";

static const char *const colors[CHANGES] = {
    [BROKEN] = bold_red, [SLOWER] = red,      [FASTER] = green,
    [SAME] = "",         [UNCLEAR] = yellow,  [ONLY_OLD] = dim,
    [ONLY_NEW] = dim,    [NOT_MEASURED] = dim
};

struct sheet {
    FILE *file;
    const struct table_style *style;
    bool only_changes;
    size_t limit; /* columns of the terminal, 0: unlimited */
    size_t width[DIFF_COLUMNS];
    bool shown[DIFF_COLUMNS];
};

static void paint(const struct sheet *sheet, const char *escape)
{
    if (sheet->style->color)
        fputs(escape, sheet->file);
}

static bool is_shown(const struct sheet *sheet, const struct diff_row *row)
{
    return !sheet->only_changes || row->verdict != SAME;
}

/* --- layout --------------------------------------------------------------- */

static void measure_cells(struct sheet *sheet, const struct diff *diff)
{
    char cells[DIFF_COLUMNS][DIFF_CELL];

    for (int c = 0; c < DIFF_COLUMNS; c++) {
        sheet->width[c] = text_width(diff_heads[c]);
        sheet->shown[c] = true;
    }
    for (size_t i = 0; i < diff->count; i++) {
        if (!is_shown(sheet, &diff->rows[i]))
            continue;
        diff_cells(&diff->rows[i], cells);
        for (int c = 0; c < DIFF_COLUMNS; c++)
            if (text_width(cells[c]) > sheet->width[c])
                sheet->width[c] = text_width(cells[c]);
    }
}

static size_t sheet_width(const struct sheet *sheet)
{
    size_t width = 0;

    for (int c = 0; c < DIFF_COLUMNS; c++)
        if (sheet->shown[c])
            width += GAP + sheet->width[c];
    return width;
}

static void fit(struct sheet *sheet)
{
    static const enum diff_column leaving[] = { DIFF_INTERVAL, DIFF_OLD,
                                                DIFF_NEW };

    for (size_t i = 0; i < sizeof leaving / sizeof *leaving; i++)
        if (sheet->limit && sheet_width(sheet) > sheet->limit)
            sheet->shown[leaving[i]] = false;
}

/* --- lines ---------------------------------------------------------------- */

/* Names and verdicts to the left, numbers to the right. */
static void print_cell(const struct sheet *sheet, int column, const char *text)
{
    const size_t spaces = sheet->width[column] - text_width(text);

    text_spaces(sheet->file, GAP);
    if (column != DIFF_ROW && column != DIFF_VERDICT)
        text_spaces(sheet->file, spaces);
    text_print(sheet->file, text);
    if (column == DIFF_ROW)
        text_spaces(sheet->file, spaces);
}

static void print_head(const struct sheet *sheet)
{
    paint(sheet, dim);
    for (int c = 0; c < DIFF_COLUMNS; c++)
        if (sheet->shown[c])
            print_cell(sheet, c, diff_heads[c]);
    paint(sheet, plain);
    putc('\n', sheet->file);
}

static void print_remark(const struct sheet *sheet, const char *text)
{
    if (!text[0])
        return;
    paint(sheet, dim);
    text_spaces(sheet->file, 3 * GAP);
    text_wrap(sheet->file, text, 3 * GAP, 3 * GAP, sheet->limit);
    paint(sheet, plain);
}

static double noise_of(const struct row *row)
{
    const struct stats stats = { .median = row->seconds.median,
                                 .ci_low = row->seconds.ci_low,
                                 .ci_high = row->seconds.ci_high };

    return stats_noise(&stats) * 100;
}

static void print_evidence(const struct sheet *sheet,
                           const struct diff_row *row)
{
    char text[128];

    if (!sheet->style->verbose || !(row->ratio > 0))
        return;
    snprintf(text, sizeof text,
             "%zu / %zu samples; medians known to %.2f %%"
             " / %.2f %%",
             row->old->sample_count, row->new->sample_count,
             noise_of(row->old), noise_of(row->new));
    print_remark(sheet, text);
}

static void print_row(const struct sheet *sheet, const struct diff_row *row)
{
    char cells[DIFF_COLUMNS][DIFF_CELL];

    diff_cells(row, cells);
    paint(sheet, colors[row->verdict]);
    for (int c = 0; c < DIFF_COLUMNS; c++)
        if (sheet->shown[c])
            print_cell(sheet, c, cells[c]);
    paint(sheet, plain);
    putc('\n', sheet->file);
    print_remark(sheet, row->note);
    print_evidence(sheet, row);
}

static void print_title(const struct sheet *sheet, const struct row *row)
{
    char text[512];

    row_series_text(row, text, sizeof text);
    putc('\n', sheet->file);
    paint(sheet, bold);
    text_print(sheet->file, row->op);
    paint(sheet, plain);
    text_spaces(sheet->file, GAP);
    text_wrap(sheet->file, text, strlen(row->op) + GAP, GAP, sheet->limit);
}

static void print_case(const struct sheet *sheet, const struct row *row)
{
    char text[TEXT_ROOM];

    text_count(text, row->n);
    paint(sheet, bold);
    fprintf(sheet->file, "n = %s", text);
    paint(sheet, plain);
    putc('\n', sheet->file);
}

/* Rows [from, to) under the titles of their series and cases. */
static void print_rows(const struct sheet *sheet, const struct diff *diff,
                       size_t from, size_t to)
{
    const struct row *before = NULL;

    for (size_t i = from; i < to; i++) {
        const struct row *row = diff_any(&diff->rows[i]);

        if (!is_shown(sheet, &diff->rows[i]))
            continue;
        if (!before || !row_same_series(row, before)) {
            print_title(sheet, row);
            print_head(sheet);
        }
        if (!before || !row_same_case(row, before))
            print_case(sheet, row);
        print_row(sheet, &diff->rows[i]);
        before = row;
    }
}

/* --- the whole ------------------------------------------------------------ */

static void print_machines(const struct sheet *sheet, const char *text)
{
    char line[sizeof((struct diff *)NULL)->machines];
    const size_t limit = sheet->limit ? sheet->limit : PLAIN_WIDTH;

    while (*text) {
        const size_t length = strcspn(text, "\n");

        snprintf(line, sizeof line, "%.*s", (int)length, text);
        paint(sheet, yellow);
        text_wrap(sheet->file, line, 0, GAP, limit);
        paint(sheet, plain);
        text += length + (text[length] == '\n');
    }
}

/* Why a change is not that of the times beside it. */
static void print_drift(const struct sheet *sheet, const struct diff *diff)
{
    bool any = false;

    for (size_t i = 0; i < diff->count; i++)
        any |= diff->rows[i].drift > 0;
    if (!any)
        return;
    putc('\n', sheet->file);
    text_wrap(
        sheet->file,
        "Change, 95 % interval: between processes, as each run's own"
        " differ, at one pace of the machine, which fixed work beside the"
        " samples tells; of too few processes for that, of the times,"
        " with and without what the pace explains.",
        0, GAP, sheet->limit ? sheet->limit : PLAIN_WIDTH);
}

void diff_print(FILE *file, const struct diff *diff,
                const struct table_style *style, bool only_changes)
{
    struct sheet sheet = {
        .file = file,
        .style = style,
        .only_changes = only_changes,
        .limit = style->columns > 0 ? (size_t)style->columns : 0,
    };
    const size_t broken = diff->of[BROKEN];
    char counts[256];

    measure_cells(&sheet, diff);
    fit(&sheet);
    print_machines(&sheet, diff->machines);
    if (broken) {
        fputs(diff->machines[0] ? "\n" : "", file);
        paint(&sheet, bold_red);
        fputs("No longer right:", file);
        paint(&sheet, plain);
        putc('\n', file);
        print_rows(&sheet, diff, 0, broken);
    }
    print_rows(&sheet, diff, broken, diff->count);
    print_drift(&sheet, diff);
    diff_counts(diff, counts, sizeof counts);
    putc('\n', file);
    text_wrap(file, counts, 0, GAP, sheet.limit);
}

/* chart_data.c - what the data files of all charts have in common: which rows
 * they are of, which of them get a line, titles, labels that do not
 * overlap. */
#include "chart/chart_data.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "record/standing.h"

bool chart_has_roof(const struct chart *chart, enum roof_kind kind)
{
    return !roof_is_accesses(kind) &&
        chart->lead == (kind == ROOF_FMA ? HEADLINE_FLOPS : HEADLINE_BYTES);
}

double chart_rate(const struct chart *chart, const struct row *row)
{
    return row_stands(row) ? row_rate(row, chart->lead) / 1e9 : 0;
}

const char *chart_rate_name(const struct chart *chart)
{
    return chart->lead == HEADLINE_FLOPS ? "arithmetic rate"
        : chart->lead == HEADLINE_BYTES  ? "bandwidth"
                                         : "rate";
}

/* --- the rows ------------------------------------------------------------- */

static bool same_variant(const struct row *a, const struct row *b)
{
    return !strcmp(a->backend, b->backend) && !strcmp(a->variant, b->variant);
}

static bool is_widest(const struct row *row, const struct row *const *rows,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i]->threads > row->threads && same_variant(rows[i], row))
            return false;
    return true;
}

/* Rows of more than one backend, so that a library is one of those compared;
 * alone its ways are. */
static bool compared(const struct row *const *rows, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (strcmp(rows[i]->backend, rows[0]->backend))
            return true;
    return false;
}

/* Whether other rows of a library, of the same case, are faster. */
static bool outdone(const struct row *row, const struct row *const *rows,
                    size_t count)
{
    size_t at = 0, of;
    if (!standing_library(row->backend) || !compared(rows, count))
        return false;
    while (!row_same_case(rows[at], row))
        at++;
    return standing_fastest(rows + at, rows_of_case(rows + at, count - at),
                            row, &of) != row;
}

size_t chart_choose(const struct row **chosen, const struct row *const *rows,
                    size_t count, enum chart_rows which)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (which == CHART_ALL ||
            (is_widest(rows[i], rows, count) &&
             !outdone(rows[i], rows, count) &&
             (which == CHART_WIDEST || !rows[i]->transfers[0])))
            chosen[found++] = rows[i];
    return found;
}

/* --- the lines ------------------------------------------------------------ */

static bool of_backend(const struct chart_line *line, const struct row *row)
{
    return !strcmp(line->row->backend, row->backend);
}

static bool of_variant(const struct chart_line *line, const struct row *row)
{
    return line->library ? of_backend(line, row)
                         : same_variant(line->row, row);
}

bool chart_on_line(const struct chart_line *line, const struct row *row)
{
    return of_variant(line, row) &&
        !strcmp(line->row->transfers, row->transfers);
}

/* A line of the row's backend, by `same` of its variant or its very own. */
static bool has_line(const struct chart *chart, const struct row *row,
                     bool (*same)(const struct chart_line *,
                                  const struct row *))
{
    for (int i = 0; i < chart->line_count; i++)
        if (same(&chart->line[i], row))
            return true;
    return false;
}

static bool drawable(const struct chart *chart, const struct row *row)
{
    return row->n && chart_rate(chart, row) > 0;
}

/* Whether a library's rows are one line: several ways, and one at each n. */
static bool one_line(const struct chart *chart, const struct row *row)
{
    bool several = false;
    const struct row *before = NULL;
    if (!standing_library(row->backend))
        return false;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *next = chart->rows[i];
        if (strcmp(next->backend, row->backend) || next->transfers[0] ||
            !drawable(chart, next))
            continue;
        if (before && before->n == next->n)
            return false;
        several |= before && !same_variant(before, next);
        before = next;
    }
    return several;
}

static void add_line(struct chart *chart, const struct row *row)
{
    chart->line[chart->line_count++] =
        (struct chart_line){ .row = row, .library = one_line(chart, row) };
}

/* One line a variant, and one a library; false: they are too many. */
static bool add_variants(struct chart *chart)
{
    chart->line_count = 0;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (row->transfers[0] || !drawable(chart, row) ||
            has_line(chart, row, of_variant))
            continue;
        if (chart->line_count == CHART_VARIANTS)
            return false;
        add_line(chart, row);
    }
    return true;
}

/* Its best, or the fastest row of a backend at the largest n that any of its
 * rows has. */
static const struct row *backend_best(const struct chart *chart,
                                      const char *backend)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (row->transfers[0] || !drawable(chart, row) ||
            strcmp(row->backend, backend))
            continue;
        if (row->best)
            return row;
        if (!best || row->n > best->n ||
            row->seconds.median < best->seconds.median)
            best = row;
    }
    return best;
}

static void add_backends(struct chart *chart)
{
    chart->line_count = 0;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (!row->transfers[0] && drawable(chart, row) &&
            !has_line(chart, row, of_backend) &&
            chart->line_count < CHART_VARIANTS)
            add_line(chart, backend_best(chart, row->backend));
    }
}

/* A line a way of transfers of the variants that have a line, or of all. */
static void add_transfers(struct chart *chart, bool all)
{
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (row->transfers[0] && drawable(chart, row) &&
            (all || has_line(chart, row, of_variant)) &&
            !has_line(chart, row, chart_on_line) &&
            chart->line_count < CHART_LINES)
            add_line(chart, row);
    }
}

void chart_rank(struct chart *chart)
{
    for (int i = 0; i < chart->line_count; i++) {
        chart->line[i].rank = 0;
        for (int j = 0; j < i; j++)
            chart->line[i].rank +=
                of_backend(&chart->line[j], chart->line[i].row);
    }
}

void chart_of(struct chart *chart, const struct record *record,
              const struct row *const *rows, size_t count)
{
    *chart = (struct chart){ .record = record, .rows = rows, .count = count };
    chart->lead = rows_headline(rows, count);
    row_unit(rows[0], chart->lead, chart->unit, sizeof chart->unit);
    const bool all = add_variants(chart);
    if (!all)
        add_backends(chart);
    add_transfers(chart, all);
    chart_rank(chart);
}

size_t chart_only_size(const struct chart *chart)
{
    size_t n = 0;
    for (size_t i = 0; i < chart->count; i++) {
        if (!drawable(chart, chart->rows[i]))
            continue;
        if (n && chart->rows[i]->n != n)
            return 0;
        n = chart->rows[i]->n;
    }
    return n;
}

/* --- block 0 -------------------------------------------------------------- */

/* "^20" as small raised digits; their end. */
static const char *print_power(FILE *file, const char *text)
{
    static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴",
                                          "⁵", "⁶", "⁷", "⁸", "⁹" };
    for (text++; isdigit((unsigned char)*text); text++)
        fputs(raised[*text - '0'], file);
    return text;
}

void chart_print_quoted(FILE *file, const char *text)
{
    putc('"', file);
    for (; *text; text++) {
        while (*text == '^' && isdigit((unsigned char)text[1]))
            text = print_power(file, text);
        const unsigned char byte = (unsigned char)*text;
        if (!byte)
            break;
        if (byte == '"' || byte == '\\')
            putc('\'', file);
        else
            putc(byte < ' ' || byte == 127 ? ' ' : byte, file);
    }
    putc('"', file);
}

static void print_subtitle(FILE *file, const struct chart *chart)
{
    char series[512], version[64], text[1024];
    const char *cpu = record_fact(chart->record, "cpu", "name");
    const char *gpu = record_fact(chart->record, "gpu", "name");
    row_series_text(chart->rows[0], series, sizeof series);
    standing_version(chart->record, chart->rows, chart->count, version,
                     sizeof version);
    snprintf(text, sizeof text, "%s%s%.120s%s%.120s%s%s", series,
             cpu[0] ? "  ·  " : "", cpu, gpu[0] ? "  ·  " : "", gpu,
             version[0] ? "  ·  " : "", version);
    fputs("subtitle ", file);
    chart_print_quoted(file, text);
    putc('\n', file);
}

void chart_print_word(FILE *file, const char *text)
{
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        putc(byte <= ' ' || strchr("\"\\", byte) ? '_' : byte, file);
    }
}

/* A blank that does not break: names of lines are one word to gnuplot. */
#define BLANK "\u00a0"

static void print_name(FILE *file, const struct chart_line *line)
{
    const struct row *row = line->row;
    chart_print_word(file, row->backend);
    fputs(line->library ? BLANK "(fastest" BLANK "row)" : "/", file);
    chart_print_word(file, line->library ? "" : row->variant);
    fputs(row->transfers[0] ? BLANK "(" : "", file);
    for (const char *c = row->transfers; *c; c++)
        if (*c == ' ')
            fputs(BLANK, file);
        else
            chart_print_word(file, (char[2]){ *c, 0 });
    fputs(row->transfers[0] ? ")" : "", file);
}

void chart_print_heading(FILE *file, const struct chart_line *line,
                         const char *numbers)
{
    fputs("\n\n# ", file);
    print_name(file, line);
    fprintf(file, ": %s\n", numbers);
}

void chart_print_opening(FILE *file, const struct chart *chart,
                         const char *what)
{
    char text[64];
    fputs("# Made by tetrad; redrawn by gnuplot -c plots/*.gp THIS PICTURE.\n"
          "# Blocks are two blank lines apart; block 0: the chart itself.\n",
          file);
    snprintf(text, sizeof text, "%s: %s", chart->rows[0]->op, what);
    fputs("title ", file);
    chart_print_quoted(file, text);
    putc('\n', file);
    print_subtitle(file, chart);
    fprintf(file, "unit \"%s\"\nlines \"", chart->unit);
    for (int i = 0; i < chart->line_count; i++) {
        fputs(i ? " " : "", file);
        print_name(file, &chart->line[i]);
    }
    fputs("\"\nranks \"", file);
    for (int i = 0; i < chart->line_count; i++)
        fprintf(file, "%s%d", i ? " " : "", chart->line[i].rank);
    fputs("\"\n", file);
}

void chart_extend(struct chart_range *range, double value)
{
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

/* --- labels --------------------------------------------------------------- */

void chart_print_label(FILE *file, const struct chart_label *label)
{
    fprintf(file, "%.9g %.9g ", label->value, label->at);
    chart_print_word(file, label->device);
    putc(' ', file);
    chart_print_quoted(file, label->text);
    putc('\n', file);
}

static int compare_labels(const void *left, const void *right)
{
    const struct chart_label *a = left, *b = right;
    return a->value < b->value ? -1 : a->value > b->value;
}

/* Upwards each keeps its distance from the one below; then downwards, from
 * the top of the axis, from the one above. */
void chart_spread(struct chart_label *labels, int count, bool log, double gap,
                  double top)
{
    double least = -INFINITY, most = log ? log2(top) : top;
    qsort(labels, (size_t)count, sizeof *labels, compare_labels);
    for (int i = 0; i < count; i++) {
        const double value = labels[i].value;
        labels[i].at = fmax(log ? log2(value) : value, least);
        least = labels[i].at + gap;
    }
    for (int i = count - 1; i >= 0; i--) {
        labels[i].at = fmin(labels[i].at, most);
        most = labels[i].at - gap;
    }
    for (int i = 0; log && i < count; i++)
        labels[i].at = exp2(labels[i].at);
}

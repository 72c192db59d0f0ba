/* chart_data.c - what the data files of all charts have in common: which
 * variants get a line, titles, labels that do not overlap. */
#include "chart_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *chart_unit(const struct chart *chart)
{
    return chart->flops ? "GFLOP/s" : "GB/s";
}

double chart_rate(const struct chart *chart, const struct row *row)
{
    return (chart->flops ? row_flops_rate(row) : row_bytes_rate(row)) / 1e9;
}

/* --- the lines ------------------------------------------------------------ */

bool chart_on_line(const struct chart_line *line, const struct row *row)
{
    return !strcmp(line->row->backend, row->backend) &&
           !strcmp(line->row->variant, row->variant);
}

static bool has_line(const struct chart *chart, const struct row *row,
                     bool any_variant)
{
    for (int i = 0; i < chart->line_count; i++)
        if (any_variant ? !strcmp(chart->line[i].row->backend, row->backend)
                        : chart_on_line(&chart->line[i], row))
            return true;
    return false;
}

static bool drawable(const struct chart *chart, const struct row *row)
{
    return row->n && chart_rate(chart, row) > 0;
}

/* One line a variant; false: they are too many. */
static bool add_variants(struct chart *chart)
{
    chart->line_count = 0;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (!drawable(chart, row) || has_line(chart, row, false))
            continue;
        if (chart->line_count == CHART_LINES)
            return false;
        chart->line[chart->line_count++].row = row;
    }
    return true;
}

/* The fastest row of a backend at the largest n that any of its rows has. */
static const struct row *backend_best(const struct chart *chart,
                                      const char *backend)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (!drawable(chart, row) || strcmp(row->backend, backend))
            continue;
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
        if (drawable(chart, row) && !has_line(chart, row, true) &&
            chart->line_count < CHART_LINES)
            chart->line[chart->line_count++].row =
                backend_best(chart, row->backend);
    }
}

void chart_of(struct chart *chart, const struct record *record,
              const struct row *const *rows, size_t count)
{
    *chart = (struct chart){ .record = record, .rows = rows, .count = count };
    bool bytes = false;
    for (size_t i = 0; i < count; i++) {
        chart->flops |= row_flop_bound(rows[i]);
        bytes |= row_bytes_rate(rows[i]) > 0;
    }
    chart->flops |= !bytes;
    if (!add_variants(chart))
        add_backends(chart);
    for (int i = 0; i < chart->line_count; i++)
        for (int j = 0; j < i; j++)
            if (!strcmp(chart->line[i].row->backend,
                        chart->line[j].row->backend))
                chart->line[i].rank++;
}

/* --- block 0 -------------------------------------------------------------- */

void chart_print_quoted(FILE *file, const char *text)
{
    putc('"', file);
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            putc('\'', file);
        else
            putc(byte < ' ' || byte == 127 ? ' ' : byte, file);
    }
    putc('"', file);
}

static void print_subtitle(FILE *file, const struct chart *chart)
{
    char series[512], text[1024];
    const char *cpu = record_fact(chart->record, "cpu", "name");
    const char *gpu = record_fact(chart->record, "gpu", "name");
    row_series_text(chart->rows[0], series, sizeof series);
    snprintf(text, sizeof text, "%s%s%.120s%s%.120s", series,
             cpu[0] ? "  ·  " : "", cpu, gpu[0] ? "  ·  " : "", gpu);
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
    fprintf(file, "unit \"%s\"\nlines \"", chart_unit(chart));
    for (int i = 0; i < chart->line_count; i++) {
        fputs(i ? " " : "", file);
        chart_print_word(file, chart->line[i].row->backend);
        putc('/', file);
        chart_print_word(file, chart->line[i].row->variant);
    }
    fputs("\"\nranks \"", file);
    for (int i = 0; i < chart->line_count; i++)
        fprintf(file, "%s%d", i ? " " : "", chart->line[i].rank);
    fputs("\"\n", file);
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
void chart_spread(struct chart_label *labels, int count, bool log,
                  double gap, double top)
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

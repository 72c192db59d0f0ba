/* chart_threads.c - the data of plots/threads.gp: a rate against the threads
 * of the CPU, at the largest n that was run on several numbers of them.
 *
 * Both axes are logarithmic, so that the ideal, as many times the rate of one
 * thread, is a straight line. Block 1: what the lines are seen against, the
 * roof of all cores and the fastest GPU row; block 2: the ideal; from block 3
 * on a line each. */
#include "chart/chart_data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "report/summary.h"

enum { MOST_LEVELS = 2 };

struct sweep {
    struct chart chart; /* its lines are those of the sweep */
    size_t n;
    const struct row *narrow; /* the fastest on the fewest threads */
    struct chart_label level[MOST_LEVELS];
    int level_count;
    struct chart_range x, y;
};

/* --- which rows ----------------------------------------------------------- */

static bool swept(const struct chart *chart, const struct row *row)
{
    return row->n && row->threads > 0 && !row->transfers[0] &&
        chart_rate(chart, row) > 0;
}

/* Another row of the same variant and n on other threads. */
static bool has_sibling(const struct chart *chart, const struct row *row)
{
    const struct chart_line line = { .row = row };
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *other = chart->rows[i];
        if (other->n == row->n && other->threads != row->threads &&
            swept(chart, other) && chart_on_line(&line, other))
            return true;
    }
    return false;
}

static bool on_any_line(const struct chart *chart, const struct row *row)
{
    for (int i = 0; i < chart->line_count; i++)
        if (chart_on_line(&chart->line[i], row))
            return true;
    return false;
}

static void find_lines(struct sweep *sweep)
{
    struct chart *chart = &sweep->chart;
    chart->line_count = 0;
    for (size_t i = 0; i < chart->count; i++)
        if (chart->rows[i]->n > sweep->n && swept(chart, chart->rows[i]) &&
            has_sibling(chart, chart->rows[i]))
            sweep->n = chart->rows[i]->n;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (row->n == sweep->n && swept(chart, row) &&
            has_sibling(chart, row) && !on_any_line(chart, row) &&
            chart->line_count < CHART_LINES)
            chart->line[chart->line_count++] =
                (struct chart_line){ .row = row };
    }
    chart_rank(chart);
}

static bool on_chart(const struct sweep *sweep, const struct row *row)
{
    return row->n == sweep->n && swept(&sweep->chart, row) &&
        on_any_line(&sweep->chart, row);
}

/* --- what they are seen against ------------------------------------------- */

static double rate_of(const struct sweep *sweep, const struct row *row)
{
    return chart_rate(&sweep->chart, row);
}

static void find_narrow(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->chart.count; i++) {
        const struct row *row = sweep->chart.rows[i];
        const struct row *best = sweep->narrow;
        if (on_chart(sweep, row) &&
            (!best || row->threads < best->threads ||
             (row->threads == best->threads &&
              rate_of(sweep, row) > rate_of(sweep, best))))
            sweep->narrow = row;
    }
}

/* Of one thread, if it were as fast as one of the fewest. */
static double rate_of_one(const struct sweep *sweep)
{
    return rate_of(sweep, sweep->narrow) / sweep->narrow->threads;
}

static void add_roof(struct sweep *sweep)
{
    const struct roof *roof = NULL;
    char number[TEXT_ROOM];
    for (size_t i = 0; i < sweep->chart.count && !roof; i++) {
        const struct row *row = sweep->chart.rows[i];
        if (on_chart(sweep, row) && !strcmp(row->roof_device, "cores") &&
            chart_has_roof(&sweep->chart, row->roof))
            roof = record_roof(sweep->chart.record, "cores", row->roof);
    }
    if (!roof || !(roof->rate > 0))
        return;
    struct chart_label *label = &sweep->level[sweep->level_count++];
    label->value = roof->rate / 1e9;
    text_number(number, label->value);
    strcpy(label->device, "cores");
    snprintf(label->text, sizeof label->text, "cores %s %.24s",
             roof_kind_name(roof->kind), number);
}

static bool on_gpu(const struct row *row)
{
    return !strcmp(row->device[0] ? row->device : row->roof_device, "gpu");
}

/* The rows of a case follow each other. */
static void add_gpu(struct sweep *sweep)
{
    const struct chart *chart = &sweep->chart;
    const struct row *best = NULL;
    char cores[TEXT_ROOM];
    size_t first = chart->count;
    for (size_t i = chart->count; i--;) {
        const struct row *row = chart->rows[i];
        first = row->n == sweep->n ? i : first;
        if (row->n == sweep->n && on_gpu(row) && !row->transfers[0] &&
            rate_of(sweep, row) > (best ? rate_of(sweep, best) : 0))
            best = row;
    }
    if (!best ||
        !summary_gpu_cores(
            cores, chart->record, chart->rows + first,
            rows_of_case(chart->rows + first, chart->count - first)))
        return;
    struct chart_label *label = &sweep->level[sweep->level_count++];
    label->value = rate_of(sweep, best);
    snprintf(label->device, sizeof label->device, "%s", best->backend);
    snprintf(label->text, sizeof label->text, "GPU = %s cores", cores);
}

/* --- axes ----------------------------------------------------------------- */

static void find_axes(struct sweep *sweep)
{
    sweep->x = sweep->y = (struct chart_range){ INFINITY, 0 };
    for (size_t i = 0; i < sweep->chart.count; i++)
        if (on_chart(sweep, sweep->chart.rows[i])) {
            chart_extend(&sweep->x, sweep->chart.rows[i]->threads);
            chart_extend(&sweep->y, rate_of(sweep, sweep->chart.rows[i]));
        }
    for (int i = 0; i < sweep->level_count; i++)
        chart_extend(&sweep->y, sweep->level[i].value);
    chart_extend(&sweep->y, sweep->x.high * rate_of_one(sweep));
}

/* --- what is written ------------------------------------------------------ */

static void print_axes(FILE *file, const struct sweep *sweep)
{
    const double margin = 1.15;
    fprintf(file, "levels %d\nx_low %.9g\nx_high %.9g\n", sweep->level_count,
            sweep->x.low / margin, sweep->x.high * margin);
    fprintf(file, "x_first %.9g\ny_low %.6g\ny_high %.6g\n",
            exp2(ceil(log2(sweep->x.low))), sweep->y.low / 1.4,
            sweep->y.high * 1.4);
}

static void print_levels(FILE *file, struct sweep *sweep)
{
    const double lines = 22; /* of text that the axis has room for */
    chart_spread(sweep->level, sweep->level_count, true,
                 log2(1.96 * sweep->y.high / sweep->y.low) / lines,
                 1.4 * sweep->y.high);
    fputs("\n\n# levels: rate, height of its label, device, label\n", file);
    for (int i = 0; i < sweep->level_count; i++)
        chart_print_label(file, &sweep->level[i]);
    if (!sweep->level_count)
        fputs("0 0 none none\n", file);
    fputs("\n\n# ideal: threads, rate\n", file);
    fprintf(file, "%.9g %.9g\n%.9g %.9g\n", sweep->x.low,
            sweep->x.low * rate_of_one(sweep), sweep->x.high,
            sweep->x.high * rate_of_one(sweep));
}

static void print_line(FILE *file, const struct sweep *sweep, int line)
{
    char numbers[96];
    snprintf(numbers, sizeof numbers,
             "threads, %s, its 95 %% confidence "
             "interval, seconds",
             sweep->chart.unit);
    chart_print_heading(file, &sweep->chart.line[line], numbers);
    for (int threads = (int)sweep->x.low; threads <= sweep->x.high; threads++)
        for (size_t i = 0; i < sweep->chart.count; i++) {
            const struct row *row = sweep->chart.rows[i];
            const struct estimate *s = &row->seconds;
            const double rate = rate_of(sweep, row);
            if (row->threads == threads && on_chart(sweep, row) &&
                chart_on_line(&sweep->chart.line[line], row))
                fprintf(file, "%d %.9g %.9g %.9g %.9g\n", threads, rate,
                        s->ci_high > 0 ? rate * s->median / s->ci_high : rate,
                        s->ci_low > 0 ? rate * s->median / s->ci_low : rate,
                        s->median);
        }
}

bool chart_threads_data(FILE *file, const struct chart *chart)
{
    char what[96], number[TEXT_ROOM];
    struct sweep sweep = { .chart = *chart };
    find_lines(&sweep);
    if (!sweep.chart.line_count)
        return false;
    find_narrow(&sweep);
    add_roof(&sweep);
    add_gpu(&sweep);
    find_axes(&sweep);
    text_count(number, sweep.n);
    snprintf(what, sizeof what, "threads of the CPU, at n = %s", number);
    chart_print_opening(file, &sweep.chart, what);
    print_axes(file, &sweep);
    print_levels(file, &sweep);
    for (int i = 0; i < sweep.chart.line_count; i++)
        print_line(file, &sweep, i);
    return true;
}

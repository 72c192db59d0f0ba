/* chart_bars.c - the data of plots/bars.gp: the rates of all rows of one n.
 *
 * Block 1: bars from the top down, in the order of the table. The roof of a
 * row is 0 where it has none of the rate that is drawn. */
#include "chart/chart_data.h"

#include <math.h>
#include <string.h>
#include "base/text.h"

enum { MOST_BARS = 64 };

static double roof_of(const struct chart *chart, const struct row *row)
{
    return row->roof_device[0] && row->roof_share > 0 &&
            chart_has_roof(chart, row->roof)
        ? chart_rate(chart, row) / row->roof_share
        : 0;
}

/* The upper end of its confidence interval. */
static double highest(const struct chart *chart, const struct row *row)
{
    const struct estimate *s = &row->seconds;
    const double rate = chart_rate(chart, row);
    return s->ci_low > 0 ? rate * s->median / s->ci_low : rate;
}

static void print_bar(FILE *file, const struct chart *chart,
                      const struct row *row, int place)
{
    char name[160], number[TEXT_ROOM];
    const double rate = chart_rate(chart, row), roof = roof_of(chart, row);
    const struct estimate *s = &row->seconds;
    fprintf(file, "%d %.9g %.9g %.9g %.9g ", place, rate,
            s->ci_high > 0 ? rate * s->median / s->ci_high : rate,
            highest(chart, row), roof);
    chart_print_word(file, row->backend);
    snprintf(name, sizeof name, "%s/%s%s%s%s", row->backend, row->variant,
             row->transfers[0] ? " (" : "", row->transfers,
             row->transfers[0] ? ")" : "");
    putc(' ', file);
    chart_print_quoted(file, name);
    text_seconds(number, s->median);
    putc(' ', file);
    chart_print_quoted(file, number);
    text_number(number, rate);
    putc(' ', file);
    chart_print_quoted(file, number);
    if (roof > 0)
        fprintf(file, " \"%.1f %%\"\n", 100 * row->roof_share);
    else
        fputs(" -\n", file);
}

bool chart_bars_data(FILE *file, const struct chart *chart)
{
    const size_t n = chart_only_size(chart);
    char what[64], number[TEXT_ROOM];
    double longest = 0;
    int bars = 0, roofs = 0;
    for (size_t i = 0; n && i < chart->count && bars < MOST_BARS; i++) {
        const struct row *row = chart->rows[i];
        longest =
            fmax(longest, fmax(highest(chart, row), roof_of(chart, row)));
        bars += chart_rate(chart, row) > 0;
        roofs += roof_of(chart, row) > 0;
    }
    if (!bars)
        return false;
    text_count(number, n);
    snprintf(what, sizeof what, "%s at n = %s", chart_rate_name(chart),
             number);
    chart_print_opening(file, chart, what);
    fprintf(file, "bars %d\nroofs %d\nx_high %.9g\n", bars, roofs,
            1.08 * longest);
    fputs("\n\n# bars: place, rate, its 95 % confidence interval, roof, "
          "backend, name, time, rate, share of the roof\n",
          file);
    for (size_t i = 0, place = 0; place < (size_t)bars; i++)
        if (chart_rate(chart, chart->rows[i]) > 0)
            print_bar(file, chart, chart->rows[i], (int)place++);
    return true;
}

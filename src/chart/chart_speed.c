/* chart_speed.c - the data of plots/bandwidth.gp: a rate against n, of which
 * there are several.
 *
 * The axis of the rate is linear from zero, unless the best of one line is
 * ten times that of another: then it is logarithmic. Block 1: roofs; block 2:
 * where the data of the case is as large as a cache; from block 3 on a line
 * each; behind them, the rungs that beat `best`, with what they come to. */
#include "chart/chart_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "record/standing.h"

enum { MOST_ROOFS = 12, MOST_CACHES = 3, MOST_TICS = 9, MOST_RUNGS = 64 };

struct axes {
    double x_low, x_high, x_first, x_step; /* tics at powers of two */
    double y_low, y_high;
    bool log;
};

/* --- roofs ---------------------------------------------------------------- */

static bool listed(const struct chart_label *labels, int count,
                   const char *text)
{
    for (int i = 0; i < count; i++)
        if (!strncmp(labels[i].text, text, strlen(text)))
            return true;
    return false;
}

/* The roofs that bound any of the drawn rows, in the chart's unit. */
static int find_roofs(const struct chart *chart,
                      struct chart_label roofs[MOST_ROOFS])
{
    int count = 0;
    char name[32], number[TEXT_ROOM];
    for (size_t i = 0; i < chart->count && count < MOST_ROOFS; i++) {
        const struct row *row = chart->rows[i];
        const struct roof *roof =
            record_roof(chart->record, row->roof_device, row->roof);
        if (!(chart_rate(chart, row) > 0) || !row->roof_device[0] || !roof ||
            !(roof->rate > 0) || !chart_has_roof(chart, roof->kind))
            continue;
        snprintf(name, sizeof name, "%s %s ", roof->device,
                 roof_kind_name(roof->kind));
        if (listed(roofs, count, name))
            continue;
        struct chart_label *label = &roofs[count++];
        label->value = roof->rate / 1e9;
        text_number(number, label->value);
        snprintf(label->device, sizeof label->device, "%s", roof->device);
        snprintf(label->text, sizeof label->text, "%s%.24s", name, number);
    }
    return count;
}

static void print_roofs(FILE *file, struct chart_label *roofs, int count,
                        const struct axes *axes)
{
    const double lines = 22; /* of text that the axis has room for */
    const double span = axes->log ? log2(axes->y_high / axes->y_low)
                                  : axes->y_high - axes->y_low;
    chart_spread(roofs, count, axes->log, span / lines, axes->y_high);
    fputs("\n\n# roofs: rate, height of its label, device, label\n", file);
    for (int i = 0; i < count; i++)
        chart_print_label(file, &roofs[i]);
    if (!count)
        fputs("0 0 none none\n", file);
}

/* --- caches --------------------------------------------------------------- */

/* The n whose case has as many bytes, between the measured ones (bytes go as
 * a power of n); 0: outside them. */
static double size_of_bytes(const struct chart *chart, double bytes)
{
    const struct row *below = NULL;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (!row->n || !(row->bytes > 0))
            continue;
        if (below && row->bytes >= bytes && below->bytes <= bytes &&
            row->n > below->n && row->bytes > below->bytes)
            return (double)below->n *
                pow((double)row->n / (double)below->n,
                    log(bytes / below->bytes) /
                        log(row->bytes / below->bytes));
        below = row;
    }
    return 0;
}

static bool any_on(const struct chart *chart, bool gpu)
{
    for (size_t i = 0; i < chart->count; i++)
        if (!strcmp(chart->rows[i]->roof_device, "gpu") == gpu &&
            row_measured(chart->rows[i]))
            return true;
    return false;
}

struct cache {
    double n, place; /* along the axis, 0 to 1 */
    int level;
    char text[TEXT_ROOM + 8];
};

/* Labels stand above the frame; one that would run into another goes to the
 * next level. */
static int find_caches(const struct chart *chart, const struct axes *axes,
                       struct cache caches[MOST_CACHES])
{
    static const char *const known[MOST_CACHES][3] = {
        { "cpu", "l2_bytes", "L2" },
        { "cpu", "l3_bytes", "L3" },
        { "gpu", "l2_bytes", "GPU L2" }
    };
    const double label_width = 0.13; /* of the axis */
    int count = 0;
    for (int i = 0; i < MOST_CACHES; i++) {
        char size[TEXT_ROOM];
        const double bytes =
            record_fact_number(chart->record, known[i][0], known[i][1]);
        const double n = bytes > 0 ? size_of_bytes(chart, bytes) : 0;
        if (!(n > 0) || !any_on(chart, known[i][0][0] == 'g'))
            continue;
        struct cache *cache = &caches[count];
        *cache = (struct cache){ .n = n };
        cache->place =
            log2(n / axes->x_low) / log2(axes->x_high / axes->x_low);
        for (int j = 0; j < count; j++)
            if (fabs(cache->place - caches[j].place) < label_width &&
                caches[j].level == cache->level)
                cache->level++;
        text_bytes(size, bytes);
        snprintf(cache->text, sizeof cache->text, "%s %s", known[i][2], size);
        count++;
    }
    return count;
}

static void print_caches(FILE *file, const struct cache *caches, int count)
{
    fputs("\n\n# caches: n, level of its label, label\n", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "%.9g %d \"%s\"\n", caches[i].n, caches[i].level,
                caches[i].text);
    if (!count)
        fputs("0 0 none\n", file);
}

/* --- lines ---------------------------------------------------------------- */

static void print_line(FILE *file, const struct chart *chart,
                       const struct chart_line *line)
{
    char numbers[96];
    snprintf(numbers, sizeof numbers,
             "n, %s, its 95 %% confidence interval, "
             "seconds, variant",
             chart->unit);
    chart_print_heading(file, line, numbers);
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        const double rate = chart_rate(chart, row);
        const struct estimate *s = &row->seconds;
        if (!row->n || !(rate > 0) || !chart_on_line(line, row))
            continue;
        fprintf(file, "%zu %.9g %.9g %.9g %.9g ", row->n, rate,
                s->ci_high > 0 ? rate * s->median / s->ci_high : rate,
                s->ci_low > 0 ? rate * s->median / s->ci_low : rate,
                s->median);
        chart_print_word(file, row->variant);
        putc('\n', file);
    }
}

/* --- rungs ahead of best -------------------------------------------------- */

static void print_rung(FILE *file, const struct chart *chart,
                       const struct standing_ahead *ahead)
{
    char ratio[TEXT_ROOM], text[128];
    const struct row *rung = ahead->rung;
    text_number(ratio, ahead->ratio);
    snprintf(text, sizeof text, "%s %s× best", rung->variant, ratio);
    fprintf(file, "%zu %.9g ", rung->n, chart_rate(chart, rung));
    chart_print_word(file, rung->backend);
    putc(' ', file);
    chart_print_quoted(file, text);
    putc('\n', file);
}

/* At each n, the fastest rung of each backend that beats its best. */
static int find_rungs(const struct chart *chart,
                      struct standing_ahead rungs[MOST_RUNGS])
{
    int count = 0;
    size_t length;
    for (size_t at = 0; at < chart->count; at += length) {
        const struct row *const *rows = chart->rows + at;
        length = rows_of_case(rows, chart->count - at);
        for (size_t i = 0; i < length && count < MOST_RUNGS; i++) {
            if (rows[i] != standing_row(rows, length, rows[i]->backend) ||
                standing_library(rows[i]->backend) || !rows[i]->n)
                continue;
            rungs[count] = standing_ahead(rows, length, rows[i]);
            count += rungs[count].rung != NULL;
        }
    }
    return count;
}

static void print_rungs(FILE *file, const struct chart *chart,
                        const struct standing_ahead *rungs, int count)
{
    fputs("\n\n# rungs that beat best: n, rate, backend, label\n", file);
    for (int i = 0; i < count; i++)
        print_rung(file, chart, &rungs[i]);
    if (!count)
        fputs("0 0 none none\n", file);
}

/* --- axes ----------------------------------------------------------------- */

/* Rates of all drawn rows; spread: of each line's best. */
static void find_ranges(const struct chart *chart, struct chart_range *x,
                        struct chart_range *y, struct chart_range *spread)
{
    for (int i = 0; i < chart->line_count; i++) {
        double best = 0;
        for (size_t j = 0; j < chart->count; j++) {
            const struct row *row = chart->rows[j];
            const double rate = chart_rate(chart, row);
            if (!row->n || !(rate > 0) || !chart_on_line(&chart->line[i], row))
                continue;
            chart_extend(x, (double)row->n);
            chart_extend(y, rate);
            best = fmax(best, rate);
        }
        chart_extend(spread, best);
    }
}

static struct axes find_axes(const struct chart *chart,
                             const struct chart_label *roofs, int roof_count)
{
    const double far_apart = 10;
    struct chart_range x = { INFINITY, 0 }, y = x, spread = x;
    find_ranges(chart, &x, &y, &spread);
    for (int i = 0; i < roof_count; i++)
        chart_extend(&y, roofs[i].value);
    struct axes axes = { .log = spread.high > far_apart * spread.low };
    axes.x_low = x.low / M_SQRT2;
    axes.x_high = x.high * M_SQRT2;
    axes.x_first = exp2(ceil(log2(x.low)));
    axes.x_step = exp2(ceil(fmax(1, log2(x.high / x.low) / MOST_TICS)));
    axes.y_low = axes.log ? y.low / 1.5 : 0;
    axes.y_high = axes.log ? y.high * 1.7 : y.high * 1.1;
    return axes;
}

bool chart_speed_data(FILE *file, const struct chart *chart)
{
    struct chart_label roofs[MOST_ROOFS];
    struct cache caches[MOST_CACHES];
    struct standing_ahead rungs[MOST_RUNGS];
    char what[64];
    if (!chart->line_count || chart_only_size(chart))
        return false;
    const int roof_count = find_roofs(chart, roofs);
    const struct axes axes = find_axes(chart, roofs, roof_count);
    const int cache_count = find_caches(chart, &axes, caches);
    const int rung_count = find_rungs(chart, rungs);
    snprintf(what, sizeof what, "%s against n", chart_rate_name(chart));
    chart_print_opening(file, chart, what);
    fprintf(file, "roofs %d\ncaches %d\nrungs %d\n", roof_count, cache_count,
            rung_count);
    fprintf(file, "x_low %.9g\nx_high %.9g\nx_first %.9g\nx_step %.9g\n",
            axes.x_low, axes.x_high, axes.x_first, axes.x_step);
    fprintf(file, "y_low %.6g\ny_high %.6g\ny_log %d\n", axes.y_low,
            axes.y_high, axes.log);
    print_roofs(file, roofs, roof_count, &axes);
    print_caches(file, caches, cache_count);
    for (int i = 0; i < chart->line_count; i++)
        print_line(file, chart, &chart->line[i]);
    print_rungs(file, chart, rungs, rung_count);
    return true;
}

/* columns.c - what the tables show of a row. */
#include "report/columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "traits.h"

static void none(char text[COLUMN_ROOM])
{
    strcpy(text, "-");
}

static void print_variant(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    (void)view;
    row_name(row, text, COLUMN_ROOM);
    for (const struct trait_words *t = traits; t->name; t++)
        if (row->traits & t->trait && t->mark[0]) {
            const size_t used = strlen(text);
            snprintf(text + used, COLUMN_ROOM - used, " %s", t->mark);
        }
}

static void print_time(const struct row *row, const struct view *view,
                       char text[COLUMN_ROOM])
{
    if (row_measured(row))
        text_number(text, row->seconds.median / view->time_unit);
    else
        none(text);
}

static void print_least(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    if (row_measured(row))
        text_number(text, row->seconds.min / view->time_unit);
    else
        none(text);
}

static void print_overhead(const struct row *row, const struct view *view,
                           char text[COLUMN_ROOM])
{
    if (row->overhead > 0)
        text_number(text, row->overhead / view->time_unit);
    else
        none(text);
}

/* A share of the median, in percent. */
static void print_percent(const struct row *row, double seconds,
                          char text[COLUMN_ROOM])
{
    const double share = 100 * seconds / row->seconds.median;
    if (row_measured(row) && isfinite(share) && share >= 0)
        snprintf(text, COLUMN_ROOM, share < 99.95 ? "%.1f" : "%.0f", share);
    else
        none(text);
}

/* Half the confidence interval, as the stop criterion has it. */
static void print_noise(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    const struct estimate *s = &row->seconds;
    if (!(s->ci_high > 0))
        none(text);
    else
        print_percent(row, (s->ci_high - s->ci_low) / 2, text);
    if (s->ci_high - s->ci_low > 2 * s->median)
        snprintf(text, COLUMN_ROOM, ">100"); /* far too noisy for digits */
}

static void print_spread(const struct row *row, const struct view *view,
                         char text[COLUMN_ROOM])
{
    (void)view;
    if (row->sample_count < 2)
        none(text);
    else
        print_percent(row, row->seconds.iqr, text);
}

static void print_rate(const struct row *row, enum headline which,
                       char text[COLUMN_ROOM])
{
    const double rate = row_rate(row, which);
    if (rate > 0)
        text_number(text, rate / 1e9);
    else
        none(text);
}

static void print_first(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    print_rate(row, view->rate[0], text);
}

static void print_second(const struct row *row, const struct view *view,
                         char text[COLUMN_ROOM])
{
    print_rate(row, view->rate[1], text);
}

static void print_third(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    print_rate(row, view->rate[2], text);
}

static void print_sustained(const struct row *row, const struct view *view,
                            char text[COLUMN_ROOM])
{
    const double rate = row_sustained_rate(row, view->rate[0]);
    if (rate > 0)
        text_number(text, rate / 1e9);
    else
        none(text);
}

/* "-": asked for, but could not be told. */
static void print_joules(const struct row *row, const struct view *view,
                         char text[COLUMN_ROOM])
{
    (void)view;
    text[0] = 0;
    if (row->joules > 0)
        text_number(text, row->joules);
    else if (row->energy_reason[0])
        none(text);
}

static void print_per_gb(const struct row *row, const struct view *view,
                         char text[COLUMN_ROOM])
{
    (void)view;
    if (row->joules > 0 && row->bytes > 0)
        text_number(text, row->joules / (row->bytes / 1e9));
    else
        none(text);
}

/* What memory moves, of ops that have a model of it. */
static void print_moved(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    const double rate = row_moved_rate(row);
    if (rate > 0)
        text_number(text, rate / 1e9);
    else
        none(text);
}

static void print_megahertz(double clock, char text[COLUMN_ROOM])
{
    if (clock > 0 && clock < 1e15)
        snprintf(text, COLUMN_ROOM, "%.0f", clock / 1e6);
    else
        none(text);
}

static void print_clock(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    print_megahertz(row->clock, text);
}

static void print_held_clock(const struct row *row, const struct view *view,
                             char text[COLUMN_ROOM])
{
    (void)view;
    print_megahertz(row->sustained.clock, text);
}

static void print_watts(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    if (row->sustained.watts > 0)
        text_number(text, row->sustained.watts);
    else
        none(text);
}

static bool has_share(const struct row *row)
{
    return row_measured(row) && row->roof_device[0] && row->roof_share > 0 &&
        isfinite(row->roof_share);
}

/* In percent, with a digit behind the point, but never 0.0; 0: unknown. */
static void print_part(double share, char text[COLUMN_ROOM])
{
    const double percent = 100 * share;
    if (!(percent > 0) || !isfinite(percent))
        none(text);
    else if (percent < 0.0995)
        text_number(text, percent);
    else
        snprintf(text, COLUMN_ROOM, "%.1f", percent);
}

static void print_share(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    print_part(has_share(row) ? row->roof_share : 0, text);
}

static void print_of_burst(const struct row *row, const struct view *view,
                           char text[COLUMN_ROOM])
{
    (void)view;
    print_part(row_sustained_share(row), text);
}

static void print_peak(const struct row *row, const struct view *view,
                       char text[COLUMN_ROOM])
{
    (void)view;
    print_part(row_measured(row) ? row->peak_share : 0, text);
}

static void print_published(const struct row *row, const struct view *view,
                            char text[COLUMN_ROOM])
{
    (void)view;
    print_part(row->published_share, text);
}

static void print_roof(const struct row *row, const struct view *view,
                       char text[COLUMN_ROOM])
{
    (void)view;
    if (has_share(row))
        snprintf(text, COLUMN_ROOM, "%s %s", row->roof_device,
                 roof_kind_name(row->roof));
    else
        none(text);
}

/* What bounds it, and how much of its time that explains. When nothing does,
 * or a cache does: what comes nearest, of which the share is known. */
static void print_why(const struct row *row, const struct view *view,
                      char text[COLUMN_ROOM])
{
    (void)view;
    double share;
    const char *bound = row->why.bound;
    const char *nearest = row_nearest_bound(row, &share);
    if (!row_measured(row) || !bound[0])
        none(text);
    else if (!strcmp(bound, nearest))
        snprintf(text, COLUMN_ROOM, "%s %.0f %%", bound, 100 * share);
    else if (share > 0 && share < 1e6)
        snprintf(text, COLUMN_ROOM, "%s (%s %.0f %%)", bound, nearest,
                 100 * share);
    else
        snprintf(text, COLUMN_ROOM, "%s", bound);
}

static void print_speedup(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    (void)view;
    if (row_has_speedup(row))
        text_number(text, row->speedup.ratio);
    else
        none(text);
}

static void print_over(const struct row *row, const struct view *view,
                       char text[COLUMN_ROOM])
{
    text[0] = 0;
    if (row_has_speedup(row) && !view->over)
        snprintf(text, COLUMN_ROOM, "%s", row->speedup.over);
}

static void print_ulp(const struct row *row, const struct view *view,
                      char text[COLUMN_ROOM])
{
    (void)view;
    if (row->checked && isfinite(row->max_ulp) && row->max_ulp >= 0)
        snprintf(text, COLUMN_ROOM,
                 row->max_ulp == 0          ? "%.0f"
                     : row->max_ulp < 9.995 ? "%.2f"
                     : row->max_ulp < 99.95 ? "%.1f"
                     : row->max_ulp < 999.5 ? "%.0f"
                                            : "%.2e",
                 row->max_ulp);
    else
        none(text);
}

static void print_check(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    strcpy(text, row->checked ? "ok" : "UNVERIFIED");
}

static void print_repeat(const struct row *row, const struct view *view,
                         char text[COLUMN_ROOM])
{
    (void)view;
    strcpy(text, row->repeatable > 0 ? "yes" : row->repeatable ? "-" : "no");
}

static void print_samples(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    (void)view;
    snprintf(text, COLUMN_ROOM, "%zu", row->sample_count);
}

static void print_dropped(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    (void)view;
    text[0] = 0;
    if (row->dropped)
        snprintf(text, COLUMN_ROOM, "%zu", row->dropped);
}

/* Says which rows did not reach the noise, or the samples, that were asked
 * for. */
static void print_stopped(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    text[0] = 0;
    if (row->few)
        snprintf(text, COLUMN_ROOM, "%s, %zu sample%s", row->stopped_by,
                 row->sample_count, row->sample_count > 1 ? "s" : "");
    else if (view->detail == DETAIL_VERBOSE ||
             strcmp(row->stopped_by, "converged"))
        snprintf(text, COLUMN_ROOM, "%s", row->stopped_by);
}

const struct column columns[COLUMN_COUNT] = {
    [COLUMN_VARIANT] = { "variant", ALIGN_LEFT, 0, DETAIL_TABLE,
                         print_variant },
    { "time %s", ALIGN_POINT, 0, DETAIL_TABLE, print_time },
    { "± %%", ALIGN_RIGHT, 13, DETAIL_TABLE, print_noise },
    [COLUMN_RATE] = { "", ALIGN_POINT, 0, DETAIL_TABLE, print_first },
    { "", ALIGN_POINT, 6, DETAIL_VERBOSE, print_second },
    { "", ALIGN_POINT, 5, DETAIL_VERBOSE, print_third },
    [COLUMN_SUSTAINED] = { "sustained ", ALIGN_POINT, 13, DETAIL_TABLE,
                           print_sustained },
    { "%% of burst", ALIGN_RIGHT, 12, DETAIL_TABLE, print_of_burst },
    { "%% of roof", ALIGN_RIGHT, 15, DETAIL_TABLE, print_share },
    { "roof", ALIGN_LEFT, 9, DETAIL_TABLE, print_roof },
    [COLUMN_PEAK] = { "%% of peak", ALIGN_RIGHT, 16, DETAIL_PAGE, print_peak },
    [COLUMN_PUBLISHED] = { "published", ALIGN_RIGHT, 16, DETAIL_TABLE,
                           print_published },
    { "speed-up", ALIGN_POINT, 14, DETAIL_TABLE, print_speedup },
    { "over", ALIGN_LEFT, 10, DETAIL_TABLE, print_over },
    [COLUMN_JOULES] = { "J", ALIGN_POINT, 12, DETAIL_TABLE, print_joules },
    { "max ulp", ALIGN_RIGHT, 8, DETAIL_TABLE, print_ulp },
    [COLUMN_CHECK] = { "check", ALIGN_LEFT, 0, DETAIL_TABLE, print_check },
    { "repeat", ALIGN_LEFT, 7, DETAIL_TABLE, print_repeat },
    { "why", ALIGN_LEFT, 9, DETAIL_PAGE, print_why },
    { "moved GB/s", ALIGN_POINT, 6, DETAIL_VERBOSE, print_moved },
    { "J/GB", ALIGN_POINT, 5, DETAIL_PAGE, print_per_gb },
    { "n → 0 %s", ALIGN_POINT, 4, DETAIL_PAGE, print_overhead },
    { "min %s", ALIGN_POINT, 3, DETAIL_VERBOSE, print_least },
    { "IQR %%", ALIGN_RIGHT, 2, DETAIL_VERBOSE, print_spread },
    { "samples", ALIGN_RIGHT, 3, DETAIL_VERBOSE, print_samples },
    { "clock MHz", ALIGN_RIGHT, 1, DETAIL_PAGE, print_clock },
    { "sustained MHz", ALIGN_RIGHT, 2, DETAIL_PAGE, print_held_clock },
    { "sustained W", ALIGN_POINT, 2, DETAIL_PAGE, print_watts },
    { "dropped", ALIGN_RIGHT, 2, DETAIL_TABLE, print_dropped },
    { "stopped by", ALIGN_LEFT, 11, DETAIL_TABLE, print_stopped }
};

void column_head(int column, const struct view *view, char text[COLUMN_ROOM])
{
    const int rate = column - COLUMN_RATE;
    if (rate >= 0 && rate < 3)
        row_unit(view->rows[0], view->rate[rate], text, COLUMN_ROOM);
    else
        snprintf(text, COLUMN_ROOM, columns[column].head, view->time_name);
    if (column == COLUMN_SUSTAINED)
        row_unit(view->rows[0], view->rate[0], text + strlen(text),
                 COLUMN_ROOM - strlen(text));
}

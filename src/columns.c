/* columns.c - what the tables show of a row. */
#include "columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "text.h"

static void none(char text[COLUMN_ROOM])
{
    strcpy(text, "-");
}

static void print_variant(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    (void)view;
    snprintf(text, COLUMN_ROOM, "%s/%s", row->backend, row->variant);
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

static void print_rate(double rate, char text[COLUMN_ROOM])
{
    if (rate > 0)
        text_number(text, rate / 1e9);
    else
        none(text);
}

static void print_flops(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    print_rate(row_flops_rate(row), text);
}

static void print_bytes(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    print_rate(row_bytes_rate(row), text);
}

static bool has_share(const struct row *row)
{
    return row_measured(row) && row->roof_device[0] &&
           row->roof_share > 0 && isfinite(row->roof_share);
}

static void print_share(const struct row *row, const struct view *view,
                        char text[COLUMN_ROOM])
{
    (void)view;
    const double percent = 100 * row->roof_share;
    if (!has_share(row))
        none(text);
    else if (percent < 0.0995)
        text_number(text, percent);
    else
        snprintf(text, COLUMN_ROOM, "%.1f", percent);
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

static bool has_speedup(const struct row *row)
{
    return row_measured(row) && row->speedup.over[0] &&
           row->speedup.ratio > 0 && isfinite(row->speedup.ratio);
}

static void print_speedup(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    (void)view;
    if (has_speedup(row))
        text_number(text, row->speedup.ratio);
    else
        none(text);
}

static void print_over(const struct row *row, const struct view *view,
                       char text[COLUMN_ROOM])
{
    text[0] = 0;
    if (has_speedup(row) && !view->over)
        snprintf(text, COLUMN_ROOM, "%s", row->speedup.over);
}

static void print_ulp(const struct row *row, const struct view *view,
                      char text[COLUMN_ROOM])
{
    (void)view;
    if (row->checked && isfinite(row->max_ulp) && row->max_ulp >= 0)
        snprintf(text, COLUMN_ROOM, row->max_ulp < 1000 ? "%.3g" : "%.2e",
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

/* Says which rows did not reach the noise that was asked for. */
static void print_stopped(const struct row *row, const struct view *view,
                          char text[COLUMN_ROOM])
{
    text[0] = 0;
    if (view->verbose || strcmp(row->stopped_by, "converged"))
        snprintf(text, COLUMN_ROOM, "%s", row->stopped_by);
}

const struct column columns[COLUMN_COUNT] = {
    [COLUMN_VARIANT] = { "variant", ALIGN_LEFT, 0, false, print_variant },
    { "time %s", ALIGN_POINT, 0, false, print_time },
    { "± %%", ALIGN_RIGHT, 10, false, print_noise },
    [COLUMN_FLOPS] = { "GFLOP/s", ALIGN_POINT, 4, false, print_flops },
    [COLUMN_BYTES] = { "GB/s", ALIGN_POINT, 4, false, print_bytes },
    { "%% of roof", ALIGN_RIGHT, 12, false, print_share },
    { "roof", ALIGN_LEFT, 7, false, print_roof },
    { "speed-up", ALIGN_POINT, 11, false, print_speedup },
    { "over", ALIGN_LEFT, 8, false, print_over },
    { "max ulp", ALIGN_RIGHT, 6, false, print_ulp },
    [COLUMN_CHECK] = { "check", ALIGN_LEFT, 0, false, print_check },
    { "repeat", ALIGN_LEFT, 5, false, print_repeat },
    { "min %s", ALIGN_POINT, 3, true, print_least },
    { "IQR %%", ALIGN_RIGHT, 2, true, print_spread },
    { "samples", ALIGN_RIGHT, 3, true, print_samples },
    { "dropped", ALIGN_RIGHT, 1, true, print_dropped },
    { "stopped by", ALIGN_LEFT, 9, false, print_stopped }
};

void column_head(int column, const struct view *view, char text[COLUMN_ROOM])
{
    snprintf(text, COLUMN_ROOM, columns[column].head, view->time_name);
}

int column_headline(const struct view *view)
{
    return view->flop_bound ? COLUMN_FLOPS : COLUMN_BYTES;
}

/* Whether any row has something to say in this column. */
static bool column_says(int column, const struct view *view)
{
    char text[COLUMN_ROOM];
    for (size_t i = 0; i < view->count; i++) {
        if (view->rows[i]->status != ROW_OK)
            continue;
        columns[column].print(view->rows[i], view, text);
        if (text[0] && strcmp(text, "-"))
            return true;
    }
    return false;
}

/* Whose speed all rows are compared with, if it is one. */
static const char *common_over(const struct row *const *rows, size_t count)
{
    const char *over = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!has_speedup(rows[i]))
            continue;
        if (over && strcmp(over, rows[i]->speedup.over))
            return NULL;
        over = rows[i]->speedup.over;
    }
    return over;
}

/* One that makes the shortest time at least one, but the longest no more than
 * six digits. */
static void choose_time_unit(struct view *view)
{
    const double most_units = 1e6;
    const struct row *best = rows_best(view->rows, view->count);
    double longest = 0;
    for (size_t i = 0; i < view->count; i++)
        if (row_measured(view->rows[i]))
            longest = fmax(longest, view->rows[i]->seconds.median);
    view->time_unit = text_time_unit(
        fmax(best ? best->seconds.median : 1, longest / most_units),
        &view->time_name);
}

void view_of(struct view *view, const struct row *const *rows, size_t count,
             bool verbose)
{
    *view = (struct view){ .rows = rows, .count = count, .verbose = verbose };
    choose_time_unit(view);
    for (size_t i = 0; i < count; i++)
        view->flop_bound |= row_flop_bound(rows[i]);
    view->over = common_over(rows, count);
    for (int i = 0; i < COLUMN_COUNT; i++)
        view->shown[i] = (verbose || !columns[i].verbose) &&
                         (!columns[i].leaves || column_says(i, view));
    if (!verbose)
        view->shown[view->flop_bound ? COLUMN_BYTES : COLUMN_FLOPS] = false;
    view->shown[column_headline(view)] = true;
}

void row_trouble(const struct row *row, char *text, size_t room)
{
    const char *colon = row->reason[0] ? ": " : "";
    text[0] = 0;
    if (row->status == ROW_WRONG && row->first_bad >= 0)
        snprintf(text, room, "WRONG at index %lld%s%s",
                 (long long)row->first_bad, colon, row->reason);
    else if (row->status == ROW_WRONG)
        snprintf(text, room, "WRONG%s%s", colon, row->reason);
    else if (row->status != ROW_OK)
        snprintf(text, room, "%s%s%s", row_status_name(row->status), colon,
                 row->reason);
}

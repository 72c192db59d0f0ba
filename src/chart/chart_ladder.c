/* chart_ladder.c - the data of plots/ladder.gp: every rung of every ladder at
 * the largest n that one was measured at.
 *
 * Block 1: bars from the top down, block 2: headings between them, block 3:
 * roofs. After the ladders come the best of the other backends, to compare.
 * Shares of the theoretical peak are 0 where nobody knows them; published ones
 * are drawn as shares of this machine's peak. */
#include "chart/chart_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { MOST_BARS = 128 };

struct bar {
    const struct row *row;                   /* NULL: a heading */
    const struct row *first, *before, *best; /* measured rungs; or NULL */
    char heading[192];
};

struct ladder {
    const struct chart *chart;
    size_t n;
    struct bar bar[MOST_BARS];
    int count;
};

/* --- which rows ----------------------------------------------------------- */

static bool same_ladder(const struct row *a, const struct row *b)
{
    return !strcmp(a->backend, b->backend) && !strcmp(a->ladder, b->ladder);
}

/* The largest n at which two rungs of a ladder were run and one has a speed;
 * 0: none was. Rows are in the order of n. */
static size_t largest_n(const struct chart *chart)
{
    size_t n = 0;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (!row->ladder[0] || row->n <= n || !(chart_rate(chart, row) > 0))
            continue;
        for (size_t j = 0; j < chart->count; j++)
            if (j != i && chart->rows[j]->n == row->n &&
                same_ladder(chart->rows[j], row))
                n = row->n;
    }
    return n;
}

static struct bar *add_bar(struct ladder *ladder, const struct row *row)
{
    if (ladder->count == MOST_BARS)
        return NULL;
    ladder->bar[ladder->count].row = row;
    return &ladder->bar[ladder->count++];
}

static int compare_steps(const void *left, const void *right)
{
    const struct bar *a = left, *b = right;
    return a->row->step != b->row->step ? a->row->step - b->row->step
        : a->row < b->row               ? -1
                                        : a->row > b->row;
}

/* Who each rung is compared with. */
static void link_rungs(const struct chart *chart, struct bar *bars, int count)
{
    const struct row *first = NULL, *before = NULL, *best = NULL;
    for (int i = 0; i < count; i++) {
        const struct row *row = bars[i].row;
        bars[i].first = first;
        bars[i].before = before;
        if (!(chart_rate(chart, row) > 0))
            continue;
        before = row;
        first = first ? first : row;
        if (!best || row->seconds.median < best->seconds.median)
            best = row;
    }
    for (int i = 0; i < count; i++)
        bars[i].best = best;
}

/* The ladder that this row is the first rung of in the record. */
static void add_ladder(struct ladder *ladder, size_t from)
{
    const struct chart *chart = ladder->chart;
    const struct row *head = chart->rows[from];
    struct bar *heading = add_bar(ladder, NULL);
    const int begin = ladder->count;
    if (!heading)
        return;
    snprintf(heading->heading, sizeof heading->heading, "%s: %s",
             head->backend, head->ladder);
    for (size_t i = from; i < chart->count; i++)
        if (chart->rows[i]->n == ladder->n &&
            same_ladder(chart->rows[i], head))
            add_bar(ladder, chart->rows[i]);
    qsort(ladder->bar + begin, (size_t)(ladder->count - begin),
          sizeof *ladder->bar, compare_steps);
    link_rungs(chart, ladder->bar + begin, ladder->count - begin);
}

static bool barred(const struct ladder *ladder, const struct row *row)
{
    for (int i = 0; i < ladder->count; i++)
        if (ladder->bar[i].row &&
            (ladder->bar[i].row == row ||
             (row->ladder[0] && same_ladder(ladder->bar[i].row, row))))
            return true;
    return false;
}

/* The fastest row of a backend, or with `but` of all others, among the bars
 * from `from` on; NULL: none. */
static const struct row *fastest(const struct ladder *ladder, int from,
                                 const char *backend, bool but)
{
    const struct row *best = NULL;
    for (int i = from; i < ladder->count; i++) {
        const struct row *row = ladder->bar[i].row;
        if (row && chart_rate(ladder->chart, row) > 0 &&
            !strcmp(row->backend, backend) != but &&
            (!best || row->seconds.median < best->seconds.median))
            best = row;
    }
    return best;
}

/* "cuda/best is 1.347× cub/device-scan": the first ladder's backend, by what
 * is no rung if there is such, and the fastest other. */
static void say_who(const struct ladder *ladder, struct bar *heading)
{
    const char *backend = ladder->bar[1].row->backend;
    const int from = (int)(heading - ladder->bar);
    const struct row *best = fastest(ladder, from, backend, false);
    const struct row *other = fastest(ladder, 0, backend, true);
    char ratio[TEXT_ROOM];
    if (!best)
        best = fastest(ladder, 0, backend, false);
    if (!best || !other)
        return;
    if (other->seconds.median < best->seconds.median) {
        const struct row *slower = best;
        best = other;
        other = slower;
    }
    text_number(ratio, other->seconds.median / best->seconds.median);
    snprintf(heading->heading, sizeof heading->heading,
             "%.30s/%.40s %s%s %.30s/%.40s", best->backend, best->variant,
             row_ties(other, best) ? "ties with" : "is ",
             row_ties(other, best) ? "" : strcat(ratio, "×"), other->backend,
             other->variant);
}

/* Rows of no ladder: the fastest of each backend. */
static void add_others(struct ladder *ladder)
{
    const struct chart *chart = ladder->chart;
    const int heading = ladder->count;
    for (size_t i = 0; i < chart->count; i++) {
        const struct row *row = chart->rows[i];
        if (row->n != ladder->n || row->ladder[0] ||
            !(chart_rate(chart, row) > 0))
            continue;
        if (ladder->count == heading) {
            struct bar *bar = add_bar(ladder, NULL);
            if (bar)
                strcpy(bar->heading, "to compare");
        }
        struct bar *same = NULL;
        for (int j = heading + 1; j < ladder->count; j++)
            if (!strcmp(ladder->bar[j].row->backend, row->backend))
                same = &ladder->bar[j];
        if (!same)
            add_bar(ladder, row);
        else if (row->seconds.median < same->row->seconds.median)
            same->row = row;
    }
    if (ladder->count > heading)
        say_who(ladder, &ladder->bar[heading]);
}

/* --- what is written ------------------------------------------------------ */

static void print_ratio(FILE *file, const struct row *row,
                        const struct row *over)
{
    char text[TEXT_ROOM] = "-";
    if (over && row_stands(row)) {
        text_number(text, over->seconds.median / row->seconds.median);
        strcat(text, "×");
    }
    fprintf(file, " \"%s\"", text);
}

/* Bars stand a unit apart; a heading has one of its own. */
static void print_bars(FILE *file, const struct ladder *ladder)
{
    char text[128];
    fputs("\n\n# bars: place, rate, backend, strong, name, label, over the "
          "rung before, over the first, share of peak, published share\n",
          file);
    for (int i = 0; i < ladder->count; i++) {
        const struct bar *bar = &ladder->bar[i];
        const struct row *row = bar->row;
        if (!row)
            continue;
        const double rate = chart_rate(ladder->chart, row);
        fprintf(file, "%d %.9g ", i, rate);
        chart_print_word(file, row->backend);
        fprintf(file, " %d ", !bar->best || bar->best == row);
        snprintf(text, sizeof text, bar->best ? "%s" : "%s/%s",
                 bar->best ? row->variant : row->backend, row->variant);
        chart_print_quoted(file, text);
        putc(' ', file);
        if (rate > 0)
            text_number(text, rate);
        else
            snprintf(text, sizeof text, "%s",
                     row->status == ROW_OK ? "-"
                                           : row_status_name(row->status));
        chart_print_quoted(file, text);
        print_ratio(file, row, bar->before);
        print_ratio(file, row, bar->first);
        fprintf(file, " %.4g %.4g\n", rate > 0 ? row->peak_share : 0,
                row->published_share);
    }
}

static void print_headings(FILE *file, const struct ladder *ladder)
{
    fputs("\n\n# headings: place, text\n", file);
    for (int i = 0; i < ladder->count; i++) {
        if (ladder->bar[i].row)
            continue;
        fprintf(file, "%d ", i);
        chart_print_quoted(file, ladder->bar[i].heading);
        putc('\n', file);
    }
}

/* The roof of the first ladder's fastest rung; NULL: not known, or of another
 * unit than the bars. */
static const struct roof *ladder_roof(const struct ladder *ladder)
{
    const struct row *best = NULL;
    for (int i = 0; i < ladder->count && !best; i++)
        best = ladder->bar[i].best;
    if (!best || !best->roof_device[0])
        return NULL;
    const struct roof *roof =
        record_roof(ladder->chart->record, best->roof_device, best->roof);
    return roof && roof->rate > 0 && chart_has_roof(ladder->chart, roof->kind)
        ? roof
        : NULL;
}

static void print_roof(FILE *file, const struct roof *roof)
{
    char text[TEXT_ROOM];
    struct chart_label label = { 0, 0, "none", "none" };
    fputs("\n\n# roof: rate, 0, device, label\n", file);
    if (roof) {
        label.value = roof->rate / 1e9;
        text_number(text, label.value);
        snprintf(label.device, sizeof label.device, "%s", roof->device);
        snprintf(label.text, sizeof label.text, "%s %s %.24s", roof->device,
                 roof_kind_name(roof->kind), text);
    }
    chart_print_label(file, &label);
}

/* The theoretical peak that published shares are drawn on; 0: unknown, or
 * there are no such shares. */
static double ladder_peak(const struct ladder *ladder, const struct roof *roof)
{
    for (int i = 0; roof && i < ladder->count; i++)
        if (ladder->bar[i].row && ladder->bar[i].row->published_share > 0)
            return roof->peak / 1e9;
    return 0;
}

static double longest_bar(const struct ladder *ladder, const struct roof *roof,
                          double peak)
{
    double longest = roof ? roof->rate / 1e9 : 0;
    for (int i = 0; i < ladder->count; i++) {
        const struct row *row = ladder->bar[i].row;
        if (row)
            longest = fmax(longest,
                           fmax(chart_rate(ladder->chart, row),
                                row->published_share * peak));
    }
    return longest;
}

static void fill_ladder(struct ladder *ladder)
{
    const struct chart *chart = ladder->chart;
    for (size_t i = 0; i < chart->count; i++)
        if (chart->rows[i]->n == ladder->n && chart->rows[i]->ladder[0] &&
            !barred(ladder, chart->rows[i]))
            add_ladder(ladder, i);
    add_others(ladder);
}

bool chart_ladder_data(FILE *file, const struct chart *chart)
{
    char what[64], number[TEXT_ROOM];
    struct ladder *ladder = calloc(1, sizeof *ladder);
    const size_t n = largest_n(chart);
    if (!ladder || !n) {
        free(ladder);
        return false;
    }
    ladder->chart = chart;
    ladder->n = n;
    fill_ladder(ladder);
    const struct roof *roof = ladder_roof(ladder);
    const double peak = ladder_peak(ladder, roof);
    text_count(number, n);
    snprintf(what, sizeof what, "the ladder at n = %s", number);
    chart_print_opening(file, chart, what);
    fprintf(file, "bars %d\nroofs %d\nx_high %.9g\npeak %.9g\n", ladder->count,
            roof != NULL, 1.08 * longest_bar(ladder, roof, peak), peak);
    print_bars(file, ladder);
    print_headings(file, ladder);
    print_roof(file, roof);
    free(ladder);
    return true;
}

/* chart_crossover.c - the data of plots/crossover.gp: the time of the champion
 * and of each challenger against n, and where they cross.
 *
 * Block 1: crossings; block 2: what does not cross; from block 3 on a line
 * each, the champion's first. Labels of crossings stand at the bottom, the
 * leftmost lowest, so that no line down to a label meets another's text. */
#include "chart/chart_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "analysis/crossover.h"

enum { MOST_TICS = 9, MOST_ROWS = 24 /* of text, on the axis of times */ };

struct duels {
    struct duel duel[CROSSOVER_MODES]; /* those that cross first, by their n;
                                          then the others */
    int count, crossing;
    struct chart_range x, y; /* of the axes */
    double row;              /* a row of text is this factor high */
};

/* --- what is drawn -------------------------------------------------------- */

static int compare_duels(const void *left, const void *right)
{
    const struct crossing *a = &((const struct duel *)left)->crossing;
    const struct crossing *b = &((const struct duel *)right)->crossing;
    if ((a->kind == CROSSES) != (b->kind == CROSSES))
        return a->kind == CROSSES ? -1 : 1;
    return a->n < b->n ? -1 : a->n > b->n;
}

static void add_line(struct chart *chart, const struct row *row)
{
    chart->line[chart->line_count++] = (struct chart_line){ .row = row };
}

/* The lines keep the order of the rows, so that a mode looks the same in every
 * chart. */
static void set_lines(struct chart *chart, const struct duels *duels)
{
    chart->line_count = 0;
    add_line(chart, duels->duel[0].points[0].champion);
    for (int i = 0; i < duels->count; i++)
        add_line(chart, duels->duel[i].points[0].challenger);
    chart_rank(chart);
}

static bool on_chart(const struct chart *chart, int line,
                     const struct row *row)
{
    return row->n && row_stands(row) && chart_on_line(&chart->line[line], row);
}

/* Room below the times for the labels of crossings, and above for a note
 * each. */
static void find_axes(struct duels *duels, const struct chart *chart)
{
    duels->x = duels->y = (struct chart_range){ INFINITY, 0 };
    for (int line = 0; line < chart->line_count; line++)
        for (size_t i = 0; i < chart->count; i++) {
            const struct row *row = chart->rows[i];
            if (!on_chart(chart, line, row))
                continue;
            chart_extend(&duels->x, (double)row->n);
            chart_extend(&duels->y, row->seconds.median);
        }
    duels->x.low /= M_SQRT2;
    duels->x.high *= M_SQRT2;
    const double labels = duels->crossing + 1;
    const double octaves = log2(duels->y.high / duels->y.low) + 1;
    duels->row = exp2(octaves / (MOST_ROWS - labels - 1));
    duels->y.low /= pow(duels->row, labels);
    duels->y.high *= duels->row;
}

/* --- what is written ------------------------------------------------------ */

static void print_axes(FILE *file, const struct duels *duels)
{
    const struct chart_range *x = &duels->x;
    const double octaves = log2(x->high / x->low);
    fprintf(file, "crossings %d\nnotes %d\n", duels->crossing,
            duels->count - duels->crossing);
    fprintf(file, "x_low %.9g\nx_high %.9g\nx_first %.9g\nx_step %.9g\n",
            x->low, x->high, exp2(ceil(log2(x->low))),
            exp2(ceil(fmax(1, octaves / MOST_TICS))));
    fprintf(file, "y_low %.6g\ny_high %.6g\n", duels->y.low, duels->y.high);
}

/* "MODE: " where there are several. */
static void print_text(FILE *file, const struct duels *duels,
                       const struct crossing *crossing, const char *what)
{
    char text[128], n[TEXT_ROOM];
    crossover_size_text(n, crossing);
    snprintf(text, sizeof text, "%s%s%s%s",
             duels->count > 1 ? crossing->mode : "",
             duels->count > 1 ? ": " : "", what, n);
    chart_print_quoted(file, text);
    putc('\n', file);
}

static void print_crossings(FILE *file, const struct duels *duels)
{
    fputs("\n\n# crossings: n, seconds, 95 % confidence interval of n, height "
          "of its label, backend, label\n",
          file);
    for (int i = 0; i < duels->crossing; i++) {
        const struct duel *duel = &duels->duel[i];
        const struct crossing *c = &duel->crossing;
        fprintf(file, "%.9g %.9g %.9g %.9g %.9g ", c->n,
                crossover_time(duel, c->n, false), fmax(c->low, duels->x.low),
                fmin(c->high, duels->x.high),
                duels->y.low * pow(duels->row, i + 0.8));
        chart_print_word(file, duel->points[0].challenger->backend);
        putc(' ', file);
        print_text(file, duels, c, "n = ");
    }
    if (!duels->crossing)
        fputs("0 0 0 0 0 none none\n", file);
}

static void print_notes(FILE *file, const struct duels *duels)
{
    fputs("\n\n# notes: n, height, text\n", file);
    for (int i = duels->crossing; i < duels->count; i++) {
        const struct crossing *c = &duels->duel[i].crossing;
        fprintf(file, "%.9g %.9g ", duels->x.low,
                duels->y.high / pow(duels->row, i - duels->crossing + 0.8));
        print_text(file, duels, c,
                   c->kind == NEVER ? "never ahead up to n = "
                                    : "ahead already at n = ");
    }
    if (duels->count == duels->crossing)
        fputs("0 0 none\n", file);
}

static void print_lines(FILE *file, const struct chart *chart)
{
    for (int line = 0; line < chart->line_count; line++) {
        chart_print_heading(file, &chart->line[line],
                            "n, seconds, their 95 % confidence interval");
        for (size_t i = 0; i < chart->count; i++) {
            const struct row *row = chart->rows[i];
            const struct estimate *s = &row->seconds;
            if (on_chart(chart, line, row))
                fprintf(file, "%zu %.9g %.9g %.9g\n", row->n, s->median,
                        s->ci_low > 0 ? s->ci_low : s->median,
                        s->ci_high > 0 ? s->ci_high : s->median);
        }
    }
}

static void print_all(FILE *file, struct chart *chart, struct duels *duels)
{
    char what[96];
    const struct crossover_point *point = &duels->duel[0].points[0];
    set_lines(chart, duels);
    for (int i = 0; i < duels->count; i++)
        duels->crossing += duels->duel[i].crossing.kind == CROSSES;
    qsort(duels->duel, (size_t)duels->count, sizeof *duels->duel,
          compare_duels);
    find_axes(duels, chart);
    snprintf(what, sizeof what, "from which n on %s is faster than %s",
             point->challenger->backend, point->champion->backend);
    chart_print_opening(file, chart, what);
    print_axes(file, duels);
    print_crossings(file, duels);
    print_notes(file, duels);
    print_lines(file, chart);
}

bool chart_crossover_data(FILE *file, const struct chart *chart)
{
    char champion[sizeof chart->rows[0]->backend];
    struct chart own = *chart; /* with lines of its own */
    struct duels duels = { .count = 0 };
    if (!crossover_champion(chart->record, champion, sizeof champion))
        return false;
    duels.count =
        crossover_duels(duels.duel, chart->rows, chart->count, champion);
    if (duels.count > 0)
        print_all(file, &own, &duels);
    crossover_free(duels.duel, duels.count);
    return duels.count > 0;
}

/* summary_winners.c - after several cases, a line each: who is fastest, and by
 * how much. */
#include "report/summary.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { CASE, SIZE, WINNER, TIME, SHARE, AHEAD, CELLS };
enum { CELL = 160, GAP = 2, SERIES = 512 };

static const char *const heads[CELLS] = { "case", "n",       "fastest",
                                          "time", "of roof", "ahead of" };
static const bool right[CELLS] = { [TIME] = true, [SHARE] = true };

struct winner {
    char cell[CELLS][CELL];
};

struct winners {
    const struct row *const *rows; /* of all cases */
    size_t row_count;
    struct winner *list;
    size_t count, width[CELLS];
};

/* --- what stands in it ---------------------------------------------------- */

/* Whether this is among what a series' text says, between commas. */
static bool says(const char *series, const char *item, size_t length)
{
    size_t own;
    for (; *series; series += own, series += strspn(series, ", ")) {
        own = strcspn(series, ",");
        if (own == length && !strncmp(series, item, length))
            return true;
    }
    return false;
}

/* Whether all series of the op say it. */
static bool shared(const struct winners *w, const char *op, const char *item,
                   size_t length)
{
    char series[SERIES];
    for (size_t at = 0; at < w->row_count;
         at += rows_of_series(w->rows + at, w->row_count - at)) {
        row_series_text(w->rows[at], series, sizeof series);
        if (!strcmp(w->rows[at]->op, op) && !says(series, item, length))
            return false;
    }
    return true;
}

/* The op, and what tells its series apart where there are several. */
static void name_case(const struct winners *w, const struct row *row,
                      char cell[CELL])
{
    char series[SERIES];
    const char *item = series;
    size_t length, used = (size_t)snprintf(cell, CELL, "%.24s", row->op);
    bool told = false;
    row_series_text(row, series, sizeof series);
    for (; *item; item += length, item += strspn(item, ", ")) {
        length = strcspn(item, ",");
        if (used + length + 4 > CELL || shared(w, row->op, item, length))
            continue;
        used += (size_t)snprintf(cell + used, CELL - used, "%s%.*s",
                                 told ? ", " : " (", (int)length, item);
        told = true;
    }
    strcpy(cell + used, told ? ")" : "");
}

static void name_winner(const struct row *const *rows, size_t count,
                        const struct row *best, char cell[CELL])
{
    char name[96];
    size_t tied = 0;
    for (size_t i = 0; i < count; i++)
        tied += row_ties(rows[i], best);
    row_name(best, name, sizeof name);
    if (tied > 1)
        snprintf(cell, CELL, "%s +%zu tied", name, tied - 1);
    else
        snprintf(cell, CELL, "%s", name);
}

static void fill(struct winner *winner, const struct winners *w,
                 const struct row *const *rows, size_t count)
{
    char number[TEXT_ROOM], name[96];
    const struct row *best = rows_best(rows, count);
    const struct row *second = best ? summary_second(rows, count, best) : NULL;
    for (int c = 0; c < CELLS; c++)
        strcpy(winner->cell[c], "");
    name_case(w, rows[0], winner->cell[CASE]);
    text_count(number, rows[0]->n);
    strcpy(winner->cell[SIZE], number);
    if (!best) {
        strcpy(winner->cell[WINNER], "none");
        return;
    }
    name_winner(rows, count, best, winner->cell[WINNER]);
    text_seconds(number, best->seconds.median);
    strcpy(winner->cell[TIME], number);
    if (best->roof_device[0] && best->roof_share > 0 && best->roof_share < 1e6)
        snprintf(winner->cell[SHARE], CELL, "%.1f %%", 100 * best->roof_share);
    if (!second)
        return;
    text_number(number, summary_advantage(best, second));
    row_name(second, name, sizeof name);
    snprintf(winner->cell[AHEAD], CELL, "%s× %s", number, name);
}

static void add(struct winners *w, const struct row *const *rows, size_t count)
{
    struct winner *winner = &w->list[w->count++];
    fill(winner, w, rows, count);
    for (int c = 0; c < CELLS; c++) {
        const size_t width = text_width(winner->cell[c]);
        w->width[c] = width > w->width[c] ? width : w->width[c];
    }
}

/* --- printing ------------------------------------------------------------- */

static void print_line(FILE *file, const struct winners *w,
                       const char *const cells[CELLS], int shown)
{
    int last = shown;
    size_t spaces = GAP;
    while (last > 1 && !cells[last - 1][0])
        last--;
    for (int c = 0; c < last; c++) {
        const size_t pad = w->width[c] - text_width(cells[c]);
        text_spaces(file, spaces + (right[c] ? pad : 0));
        text_print(file, cells[c]);
        spaces = GAP + (right[c] ? 0 : pad);
    }
    putc('\n', file);
}

/* As many columns as fit, from the left; who is fastest and its time are there
 * even where lines get longer for it. */
static int columns_shown(const struct winners *w, size_t columns)
{
    size_t used = 0;
    for (int c = 0; c < CELLS; c++) {
        used += GAP + w->width[c];
        if (columns && used > columns && c > TIME)
            return c;
    }
    return CELLS;
}

void summary_winners(FILE *file, const struct record *record,
                     const struct row *const *rows, size_t columns)
{
    struct winners w = { .rows = rows,
                         .row_count = record->row_count,
                         .list = calloc(record->row_count, sizeof *w.list) };
    if (!w.list)
        return;
    for (int c = 0; c < CELLS; c++)
        w.width[c] = text_width(heads[c]);
    for (size_t at = 0; at < record->row_count;) {
        const size_t length = rows_of_case(rows + at, record->row_count - at);
        add(&w, rows + at, length);
        at += length;
    }
    const int shown = columns_shown(&w, columns);
    if (w.count > 1) {
        putc('\n', file);
        print_line(file, &w, heads, shown);
        for (size_t i = 0; i < w.count; i++) {
            const char *cells[CELLS];
            for (int c = 0; c < CELLS; c++)
                cells[c] = w.list[i].cell[c];
            print_line(file, &w, cells, shown);
        }
    }
    free(w.list);
}

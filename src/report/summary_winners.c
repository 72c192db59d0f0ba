/* summary_winners.c - after several cases, a line each: who is fastest, and by
 * how much. */
#include "report/summary.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { CASE, SIZE, WINNER, TIME, SHARE, AHEAD, CELLS };
enum { CELL = 160, GAP = 2 };

static const char *const heads[CELLS] = { "case", "n",       "fastest",
                                          "time", "of roof", "ahead of" };
static const bool right[CELLS] = { [TIME] = true, [SHARE] = true };

struct winner {
    char cell[CELLS][CELL];
};

struct winners {
    struct winner *list;
    size_t count, width[CELLS];
};

/* --- what stands in it ---------------------------------------------------- */

/* The op, and what tells its series apart where there are several. */
static void name_case(const struct record *record, const struct row *row,
                      char cell[CELL])
{
    char series[512];
    bool alone = true;
    for (size_t i = 0; i < record->row_count; i++)
        alone = alone &&
            (strcmp(record->rows[i].op, row->op) ||
             row_same_series(&record->rows[i], row));
    row_series_text(row, series, sizeof series);
    snprintf(cell, CELL, alone || !series[0] ? "%.24s" : "%.24s (%.120s)",
             row->op, series);
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

static void fill(struct winner *w, const struct record *record,
                 const struct row *const *rows, size_t count)
{
    char number[TEXT_ROOM], name[96];
    const struct row *best = rows_best(rows, count);
    const struct row *second = best ? summary_second(rows, count, best) : NULL;
    for (int c = 0; c < CELLS; c++)
        strcpy(w->cell[c], "");
    name_case(record, rows[0], w->cell[CASE]);
    text_count(number, rows[0]->n);
    strcpy(w->cell[SIZE], number);
    if (!best) {
        strcpy(w->cell[WINNER], "none");
        return;
    }
    name_winner(rows, count, best, w->cell[WINNER]);
    text_seconds(number, best->seconds.median);
    strcpy(w->cell[TIME], number);
    if (best->roof_device[0] && best->roof_share > 0 && best->roof_share < 1e6)
        snprintf(w->cell[SHARE], CELL, "%.1f %%", 100 * best->roof_share);
    if (!second)
        return;
    text_number(number, summary_advantage(best, second));
    row_name(second, name, sizeof name);
    snprintf(w->cell[AHEAD], CELL, "%s× %s", number, name);
}

static void add(struct winners *w, const struct record *record,
                const struct row *const *rows, size_t count)
{
    struct winner *winner = &w->list[w->count++];
    fill(winner, record, rows, count);
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

/* As many columns as fit, from the left. */
static int columns_shown(const struct winners *w, size_t columns)
{
    size_t used = 0;
    for (int c = 0; c < CELLS; c++) {
        used += GAP + w->width[c];
        if (columns && used > columns)
            return c;
    }
    return CELLS;
}

void summary_winners(FILE *file, const struct record *record,
                     const struct row *const *rows, size_t columns)
{
    struct winners w = { .list = calloc(record->row_count, sizeof *w.list) };
    if (!w.list)
        return;
    for (int c = 0; c < CELLS; c++)
        w.width[c] = text_width(heads[c]);
    for (size_t at = 0; at < record->row_count;) {
        const size_t length = rows_of_case(rows + at, record->row_count - at);
        add(&w, record, rows + at, length);
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

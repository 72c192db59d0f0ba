/* diff_cells.c - times in one unit a row, changes in percent. */
#include "analysis/diff_cells.h"

#include <math.h>
#include <string.h>
#include "base/text.h"

/* From this ratio on a percentage is harder to read than a factor. */
static const double FACTOR = 10;

const char *const diff_heads[DIFF_COLUMNS] = { [DIFF_ROW] = "row",
                                               [DIFF_OLD] = "old",
                                               [DIFF_NEW] = "new",
                                               [DIFF_CHANGE] = "change",
                                               [DIFF_INTERVAL] =
                                                   "95 % interval",
                                               [DIFF_VERDICT] = "verdict" };

const struct row *diff_any(const struct diff_row *row)
{
    return row->new ? row->new : row->old;
}

static bool measured(const struct row *row)
{
    return row && row_measured(row);
}

/* Both times in the unit of the shorter one. */
static void print_times(const struct diff_row *row,
                        char cells[DIFF_COLUMNS][DIFF_CELL])
{
    const struct row *const sides[] = { row->old, row->new };
    double least = INFINITY;
    const char *name;

    for (int i = 0; i < 2; i++)
        if (measured(sides[i]))
            least = fmin(least, sides[i]->seconds.median);
    const double unit = isfinite(least) ? text_time_unit(least, &name) : 1;
    for (int i = 0; i < 2; i++) {
        char number[TEXT_ROOM];

        if (!measured(sides[i]))
            continue;
        text_number(number, sides[i]->seconds.median / unit);
        snprintf(cells[DIFF_OLD + i], DIFF_CELL, "%s %s", number, name);
    }
}

/* "+3.1" of a ratio of 1.031 */
static void print_percent(double ratio, char *text, size_t room)
{
    if (ratio < FACTOR)
        snprintf(text, room, "%+.1f", (ratio - 1) * 100);
    else
        snprintf(text, room, "x%.1f", fmin(ratio, 1e9));
}

void diff_cells(const struct diff_row *row,
                char cells[DIFF_COLUMNS][DIFF_CELL])
{
    char low[24], high[24];

    for (int i = 0; i < DIFF_COLUMNS; i++)
        strcpy(cells[i], "-");
    row_name(diff_any(row), cells[DIFF_ROW], DIFF_CELL);
    print_times(row, cells);
    if (row->ratio > 0) {
        print_percent(row->ratio, low, sizeof low);
        snprintf(cells[DIFF_CHANGE], DIFF_CELL, "%s%s", low,
                 row->ratio < FACTOR ? " %" : "");
    }
    if (row->ci_high > 0) {
        print_percent(row->ci_low, low, sizeof low);
        print_percent(row->ci_high, high, sizeof high);
        snprintf(cells[DIFF_INTERVAL], DIFF_CELL, "%s to %s", low, high);
    }
    snprintf(cells[DIFF_VERDICT], DIFF_CELL, "%s", change_name(row->verdict));
}

void diff_counts(const struct diff *diff, char *text, size_t room)
{
    static const enum change order[] = { BROKEN,   SAME,        SLOWER,
                                         FASTER,   UNCLEAR,     ONLY_OLD,
                                         ONLY_NEW, NOT_MEASURED };
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const size_t count = diff->of[order[i]];
        const bool always = order[i] >= SLOWER && order[i] <= UNCLEAR;

        if ((count || always) && used < room)
            used += (size_t)snprintf(text + used, room - used, "%s%zu %s",
                                     used ? ", " : "", count,
                                     change_name(order[i]));
    }
    if (used < room)
        snprintf(text + used, room - used, "; threshold %g %%",
                 diff->threshold * 100);
}

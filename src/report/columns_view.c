/* columns_view.c - which columns a table has, and in which units. */
#include "report/columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "traits.h"

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
        if (!row_has_speedup(rows[i]))
            continue;
        if (over && strcmp(over, rows[i]->speedup.over))
            return NULL;
        over = rows[i]->speedup.over;
    }
    return over;
}

/* One that makes the shortest time at least one, of a row that counts if there
 * is one, but the longest no more than six digits: a thousandth of it then is
 * at least one, too. Of no time at all it is seconds. */
static void choose_time_unit(struct view *view)
{
    const struct row *best = rows_best(view->rows, view->count);
    double shortest = INFINITY, longest = 0;
    for (size_t i = 0; i < view->count; i++)
        if (row_measured(view->rows[i])) {
            shortest = fmin(shortest, view->rows[i]->seconds.median);
            longest = fmax(longest, view->rows[i]->seconds.median);
        }
    shortest = best ? best->seconds.median : longest > 0 ? shortest : 1;
    view->time_unit =
        text_time_unit(fmax(shortest, longest / 1e3), &view->time_name);
}

/* A column of dashes says that joules were asked for in vain. */
static bool asked_for_joules(const struct view *view)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->rows[i]->status == ROW_OK && view->rows[i]->energy_reason[0])
            return true;
    return false;
}

static void order_rates(struct view *view)
{
    int count = 1;
    view->rate[0] = rows_headline(view->rows, view->count);
    for (int i = HEADLINE_BYTES; i <= HEADLINE_ITEMS; i++)
        if ((enum headline)i != view->rate[0])
            view->rate[count++] = (enum headline)i;
}

void view_of(struct view *view, const struct row *const *rows, size_t count,
             enum detail detail)
{
    *view = (struct view){ .rows = rows, .count = count, .detail = detail };
    choose_time_unit(view);
    order_rates(view);
    view->over = common_over(rows, count);
    for (int i = 0; i < COLUMN_COUNT; i++)
        view->shown[i] = detail >= columns[i].detail &&
            (!columns[i].leaves || column_says(i, view));
    view->shown[COLUMN_JOULES] |= asked_for_joules(view);
    view->shown[COLUMN_PEAK] |=
        view->shown[COLUMN_PUBLISHED] && column_says(COLUMN_PEAK, view);
}

void view_marks(const struct view *view, char *text, size_t room)
{
    unsigned seen = 0;
    size_t used = 0;
    for (size_t i = 0; i < view->count; i++)
        seen |= view->rows[i]->traits;
    text[0] = 0;
    for (const struct trait_words *t = traits; t->name && used < room; t++)
        if (seen & t->trait && t->mark[0])
            used += (size_t)snprintf(text + used, room - used, "; %s %s",
                                     t->mark, t->told);
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

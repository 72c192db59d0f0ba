/* at_odds.c - rows of a file that contradict themselves.
 *
 * What is near is right, as in a file that rounds; of roofs what is within a
 * quarter: earlier versions held some rows to the read roof, not to a mix. */
#include "record/at_odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/judge.h"
#include "record/pairs.h"

static bool differs(double told, double is, double most)
{
    return fabs(told - is) > most * fmax(fabs(told), fabs(is));
}

static bool other_shares(const struct row *told, const struct row *is)
{
    const double most = 0.25;
    return differs(told->roof_share, is->roof_share, most) ||
        differs(told->why.memory, is->why.memory, most) ||
        differs(told->why.compute, is->why.compute, most) ||
        differs(told->why.transfer, is->why.transfer, most) ||
        differs(told->why.gather, is->why.gather, most) ||
        differs(told->why.scatter, is->why.scatter, most);
}

/* The row of that name: none of a sweep's or with copies is. */
static const struct row *row_named(const struct record *record,
                                   const struct row *of, const char *name)
{
    for (size_t i = 0; i < record->row_count; i++) {
        const struct row *row = &record->rows[i];
        char text[80];
        row_name(row, text, sizeof text);
        if (!strcmp(text, name) && row_measured(row) && row_same_case(row, of))
            return row;
    }
    return NULL;
}

static bool other_speedup(const struct record *record, const struct row *row)
{
    const struct row *base = row_measured(row) && row->speedup.over[0]
        ? row_named(record, row, row->speedup.over)
        : NULL;
    struct stats is;
    if (!base)
        return false;
    const enum change change = pairs_change(row, base, &is);
    const enum change other = change == FASTER ? SLOWER : FASTER;
    return differs(row->speedup.ratio, is.median, 0.1) ||
        !strcmp(row->speedup.verdict, change_name(other));
}

/* Tied, though some other row of its case is faster. Rows of other numbers of
 * threads took turns among themselves. */
static bool no_tie(const struct record *record, const struct row *row)
{
    struct stats is;
    if (!row_measured(row) || !row->tied || row->sweep)
        return false;
    for (size_t i = 0; i < record->row_count; i++) {
        const struct row *other = &record->rows[i];
        if (row_stands(other) && !other->sweep && row_same_case(other, row) &&
            pairs_change(row, other, &is) == SLOWER && is.median < 0.9)
            return true;
    }
    return false;
}

/* Said to be right, with an error beyond what is allowed. */
static bool beyond_bound(const struct row *row)
{
    return row->checked && row->check_ok && row->of_bound > 1;
}

/* Measured twice, which a run does not: both would stand for it. */
static bool is_there_twice(const struct record *record, const struct row *row)
{
    for (const struct row *other = record->rows; other < row; other++)
        if (row_same(other, row))
            return true;
    return false;
}

/* Other work than another row of its case says that there is. */
static bool other_work(const struct record *record, const struct row *row)
{
    const double most = 1e-5;
    for (const struct row *other = record->rows;
         other < row && row_measured(row); other++)
        if (row_measured(other) && row_same_case(other, row))
            return differs(other->bytes, row->bytes, most) ||
                differs(other->flops, row->flops, most) ||
                differs(other->items, row->items, most);
    return false;
}

/* Beyond what memory may do, which is not said. */
static bool is_silent(const struct row *told, const struct row *is)
{
    return is->suspect && !told->suspect;
}

size_t rows_at_odds(const struct record *record)
{
    struct record judged = *record;
    size_t count = 0;
    judged.rows = malloc((record->row_count + 1) * sizeof *judged.rows);
    if (!judged.rows)
        return 0;
    memcpy(judged.rows, record->rows, record->row_count * sizeof *judged.rows);
    judge_rows(&judged);
    for (size_t i = 0; i < record->row_count; i++) {
        const struct row *row = &record->rows[i];
        count += other_shares(row, &judged.rows[i]) ||
            other_speedup(record, row) || no_tie(record, row) ||
            beyond_bound(row) || is_there_twice(record, row) ||
            other_work(record, row) || is_silent(row, &judged.rows[i]);
    }
    free(judged.rows);
    return count;
}

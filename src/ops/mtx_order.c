/* mtx_order.c - entries of a matrix brought into order, those at one place
 * added up. */
#include "ops/mtx_order.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Digit `pass` of an entry's place: of the column first, then of the row. */
static size_t digit_of(const struct mtx_entry *e, int pass)
{
    return (pass < 4 ? e->column >> 8 * pass : e->row >> 8 * (pass - 4)) & 255;
}

/* By row, then column, entries at one place in the order of the file: a radix
 * sort, whose passes over digits that are all alike are left out. */
static bool sort_entries(struct mtx *m)
{
    struct mtx_entry *from = m->entry,
                     *to = malloc((m->count + 1) * sizeof *to);
    for (int pass = 0; to && pass < 8; pass++) {
        size_t place[257] = { 0 };
        for (size_t k = 0; k < m->count; k++)
            place[digit_of(&from[k], pass) + 1]++;
        if (m->count == 0 || place[digit_of(from, pass) + 1] == m->count)
            continue;
        for (size_t d = 0; d < 256; d++)
            place[d + 1] += place[d];
        for (size_t k = 0; k < m->count; k++)
            to[place[digit_of(&from[k], pass)]++] = from[k];
        struct mtx_entry *other = from;
        from = to;
        to = other;
    }
    m->entry = from;
    free(to);
    return to;
}

static bool at_one_place(const struct mtx_entry *a, const struct mtx_entry *b)
{
    return a->row == b->row && a->column == b->column;
}

/* Adds up entries at one place, and looks at what there is. */
static enum status join_entries(struct mtx *m, struct reason *why)
{
    size_t kept = 0, length = 0;
    for (size_t k = 0; k < m->count; k++) {
        struct mtx_entry *last = kept ? &m->entry[kept - 1] : NULL;
        const bool same_row = last && last->row == m->entry[k].row;
        if (last && at_one_place(last, &m->entry[k]))
            last->value += m->entry[k].value;
        else {
            m->entry[kept++] = m->entry[k];
            length = same_row ? length + 1 : 1;
            m->longest = length > m->longest ? length : m->longest;
        }
    }
    m->count = kept;
    for (size_t k = 0; k < m->count; k++) {
        const struct mtx_entry *e = &m->entry[k];
        if (!isfinite(e->value))
            return fail(why, STATUS_IO,
                        "row %u, column %u: its entries add up beyond f64's "
                        "largest, 1.8e308",
                        e->row + 1, e->column + 1);
        m->most = fmax(m->most, fabs(e->value));
    }
    return STATUS_OK;
}

enum status mtx_order(struct mtx *m, struct reason *why)
{
    if (!sort_entries(m))
        return fail(why, STATUS_MEMORY, "no memory for %zu entries", m->count);
    return join_entries(m, why);
}

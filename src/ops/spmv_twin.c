/* spmv_twin.c - the twin of spmv.
 *
 * A product of two wide numbers has more bits than the type, so in
 * each column either x is wide and the values are 1 or -1, or the other way
 * round, at random. Wide are whole numbers up to a bound which a sum of a row's
 * terms of random signs, a random walk, leaves in an eighth of what the
 * significand holds. Of two columns one has values with all its bits, above
 * zero, the other such an x, below; beside them is 1 alone: a row gets at most
 * one of either, which cancel but for half of that. */
#include "ops/spmv_twin.h"

#include <math.h>

#include "digest.h"
#include "ops/mtx_entry.h"

static const double SIGMAS = 8; /* of the walk */

/* Columns of two entries of a file, so that they are not empty. Of raw inputs
 * no row is known: one may be long, and have a column twice. */
struct spmv_twin spmv_twin_of(const struct problem *p,
                              const struct spmv_shape *s)
{
    const struct mtx *m = p->file;
    const bool raw = spmv_is_raw(p);
    const double terms = fmax(1, (double)(raw ? s->count : s->longest));
    const double room = ldexp(1, elem_digits(p->type) - 3);
    struct spmv_twin t = { .seed = p->seed,
                           .type = p->type,
                           .all_bits = { SIZE_MAX, SIZE_MAX } };
    t.most = (uint64_t)fmax(1, room / fmin(terms, SIGMAS * sqrt(terms / 3)));
    for (int k = 0; k < 2 && s->count && !raw; k++) {
        const uint64_t word = digest_word(p->seed, 1 + (uint64_t)k);
        t.all_bits[k] =
            m ? m->entry[word % m->count].column : word % s->columns;
    }
    if (t.all_bits[0] == t.all_bits[1]) /* one factor alone may be wide */
        t.all_bits[1] = SIZE_MAX;
    return t;
}

/* Odd, so that the last of its bits counts. */
static double all_bits(const struct spmv_twin *t, uint64_t word)
{
    const uint64_t top = UINT64_C(1) << (elem_digits(t->type) - 1);
    return (double)(top + (word % (top / 2) | 1));
}

double spmv_twin_number(const struct spmv_twin *t, int which, size_t column,
                        uint64_t index)
{
    const uint64_t word =
        digest_word(t->seed ^ (UINT64_C(0x517cc1b727220a95) << which), index);
    const int mine = which == SPMV_X, other = !mine;
    const bool wide = (int)(digest_word(t->seed, 3 + column) & 1) == mine;
    if (column == t->all_bits[mine])
        return mine ? -all_bits(t, word) : all_bits(t, word);
    if (column == t->all_bits[other])
        return 1;
    const double sign = word >> 63 ? 1 : -1;
    return sign * (wide ? (double)(1 + (word & INT64_MAX) % t->most) : 1);
}

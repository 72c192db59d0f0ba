/* pairs.c - two rows of one case against each other, round by round. */
#include "record/pairs.h"

#include <stdlib.h>

/* The smallest ratio within a run that counts as a difference. Rounds are
 * paired, so drift is not in it; what is left are the places that arrays and
 * code happen to have in memory. */
static const double THRESHOLD = 0.015;

/* How many samples of start i a row has; the last one may be under way, and is
 * then not counted yet. */
static size_t samples_of(const struct row *row, int i)
{
    size_t left = row->sample_count;
    for (int k = 0; k < i && k < row->start_count; k++)
        left -= row->start[k] < left ? row->start[k] : left;
    return i > row->start_count                         ? 0
        : i == row->start_count || row->start[i] > left ? left
                                                        : row->start[i];
}

/* Rounds are counted anew in each start. */
struct stats pairs_ratio(const struct row *of, const struct row *by,
                         size_t *pairs)
{
    const double *a = of->samples, *b = by->samples;
    const size_t most = of->sample_count < by->sample_count ? of->sample_count
                                                            : by->sample_count;
    double *both = malloc((2 * most + 1) * sizeof *both);
    struct stats ratio = { 0 };
    *pairs = 0;
    for (int i = 0; both && i <= STARTS_MOST; i++) {
        const size_t of_a = samples_of(of, i), of_b = samples_of(by, i);
        for (size_t k = 0; k < of_a && k < of_b; k++, ++*pairs) {
            both[*pairs] = a[k];
            both[most + *pairs] = b[k];
        }
        a += of_a;
        b += of_b;
    }
    if (*pairs)
        ratio = stats_ratio(both, both + most, *pairs);
    free(both);
    return ratio;
}

enum change pairs_change(const struct row *row, const struct row *base,
                         struct stats *speedup)
{
    size_t pairs;
    *speedup = pairs_ratio(base, row, &pairs);
    return pairs < STATS_LEAST
        ? UNCLEAR
        : change_of(1 / speedup->ci_high, 1 / speedup->ci_low, THRESHOLD);
}

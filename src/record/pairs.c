/* pairs.c - two rows of one case against each other, round by round. */
#include "record/pairs.h"

/* The smallest ratio within a run that counts as a difference. Rounds are
 * paired, so drift is not in it; what is left are the places that arrays and
 * code happen to have in memory. */
static const double THRESHOLD = 0.015;

struct stats pairs_ratio(const struct row *of, const struct row *by,
                         size_t *pairs)
{
    *pairs = of->sample_count < by->sample_count ? of->sample_count
                                                 : by->sample_count;
    return stats_ratio(of->samples, by->samples, *pairs);
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

/* pairs.h - two rows of one case against each other, round by round. */
#ifndef TETRAD_PAIRS_H
#define TETRAD_PAIRS_H

#include "base/change.h"
#include "base/stats.h"
#include "record/record.h"

/* Times of `of` over those of `by`, in the rounds that both took part in;
 * `pairs` of them. */
struct stats pairs_ratio(const struct row *of, const struct row *by,
                         size_t *pairs);
/* Whether `row` is faster than `base`, slower or the same, within the
 * smallest difference that counts in a run (1.5 %); unclear with too few
 * rounds, too. `speedup`: times of the base over the row's. */
enum change pairs_change(const struct row *row, const struct row *base,
                         struct stats *speedup);

#endif

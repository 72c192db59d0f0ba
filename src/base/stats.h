/* stats.h - what a list of samples says. */
#ifndef TETRAD_STATS_H
#define TETRAD_STATS_H

#include <stddef.h>

/* Of samples in any order (left as they are): median; its 95 % confidence
 * interval from order statistics, distribution-free (Le Boudec, Performance
 * Evaluation of Computer and Communication Systems, 2010, table A.1); least;
 * inter-quartile range. count >= 1; with fewer than STATS_LEAST samples no
 * pair of order statistics reaches 95 %, and the interval is the range. */
enum { STATS_LEAST = 6 };
struct stats {
    double median, ci_low, ci_high, min, iqr;
};
struct stats stats_of(const double *samples, size_t count);

/* Half the confidence interval over the median: the relative noise. */
double stats_noise(const struct stats *);

/* The median of a over the median of b, samples of the same rounds, and its
 * 95 % interval: of the ratios of medians over equal parts of the rounds, by
 * order statistics. At least STATS_LEAST parts of PAIRS_A_PART rounds are
 * needed; with fewer the interval is the range of the rounds' ratios. */
enum { PAIRS_A_PART = 2 };
struct stats stats_ratio(const double *a, const double *b, size_t count);

/* Of samples in any order: below it lies the share p of them. count >= 1;
 * 0 without memory. */
double stats_quantile(const double *samples, size_t count, double p);

int stats_compare(const void *, const void *); /* doubles, for qsort */

#endif

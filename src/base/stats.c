/* stats.c - order statistics of samples. */
#include "base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int stats_compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The lower rank (from 0) of the interval: the largest j for which
 * P(Binomial(n, 1/2) <= j - 1) <= 2.5 %, counted exactly for small n and by the
 * normal approximation beyond. */
static size_t low_rank(size_t n)
{
    if (n > 70) {
        const double rank = 0.5 * (double)n - 0.98 * sqrt((double)n);
        return (size_t)floor(rank) - (rank >= 1);
    }
    double term = pow(0.5, (double)n), below = 0;
    size_t j = 0;
    while (j < n && below + term <= 0.025) {
        below += term;
        term *= (double)(n - j) / (double)(j + 1);
        j++;
    }
    return j ? j - 1 : 0;
}

static double quantile(const double *sorted, size_t count, double p)
{
    const double at = p * (double)(count - 1);
    const size_t i = (size_t)at;
    const size_t next = i + 1 < count ? i + 1 : i;
    return sorted[i] + (at - (double)i) * (sorted[next] - sorted[i]);
}

struct stats stats_of(const double *samples, size_t count)
{
    struct stats s = { 0 };
    double *sorted = malloc(count * sizeof *sorted);
    if (!sorted || !count) {
        free(sorted);
        return s;
    }
    memcpy(sorted, samples, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, stats_compare);
    const size_t low = low_rank(count);
    s.median = quantile(sorted, count, 0.5);
    s.ci_low = sorted[low];
    s.ci_high = sorted[count - 1 - low];
    s.min = sorted[0];
    s.iqr = quantile(sorted, count, 0.75) - quantile(sorted, count, 0.25);
    free(sorted);
    return s;
}

double stats_quantile(const double *samples, size_t count, double p)
{
    double value = 0, *sorted = malloc(count * sizeof *sorted);
    if (sorted && count) {
        memcpy(sorted, samples, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, stats_compare);
        value = quantile(sorted, count, p);
    }
    free(sorted);
    return value;
}

double stats_noise(const struct stats *s)
{
    return s->median > 0 ? (s->ci_high - s->ci_low) / (2 * s->median) : 0;
}

enum { MOST_PARTS = 25 };

/* Parts [k n / parts, (k + 1) n / parts) of the rounds. */
static struct stats of_parts(const double *a, const double *b, size_t count,
                             size_t parts)
{
    double ratios[MOST_PARTS];
    for (size_t k = 0; k < parts; k++) {
        const size_t begin = k * count / parts;
        const size_t length = (k + 1) * count / parts - begin;
        ratios[k] = stats_of(a + begin, length).median /
            stats_of(b + begin, length).median;
    }
    return stats_of(ratios, parts);
}

struct stats stats_ratio(const double *a, const double *b, size_t count)
{
    size_t parts = count / PAIRS_A_PART;
    parts = parts < STATS_LEAST ? count : parts;
    parts = parts < MOST_PARTS ? parts : MOST_PARTS;
    if (!parts)
        return (struct stats){ 0 };
    struct stats s = of_parts(a, b, count, parts);
    s.median = stats_of(a, count).median / stats_of(b, count).median;
    s.ci_low = fmin(s.ci_low, s.median);
    s.ci_high = fmax(s.ci_high, s.median);
    return s;
}

/* starts.c - what the processes that measured a row say of it together. */
#include "record/starts.h"

#include <math.h>
#include <stdlib.h>

#include "base/stats.h"

bool starts_enough(const struct row *row)
{
    return row->start_count >= STARTS_LEAST &&
        row->sample_count >= STATS_LEAST;
}

static double pace_of(const struct row *row, int i, int over)
{
    return over == OVER_NOTHING ? 1 : row->pace[i].seconds[over];
}

bool starts_have(const struct row *row, int over)
{
    if (row->pace_count != row->start_count)
        return over == OVER_NOTHING;
    for (int i = 0; i < row->start_count; i++)
        if (!(pace_of(row, i, over) > 0))
            return false;
    return true;
}

double starts_median(const struct row *row, int i)
{
    const double *samples = row->samples;
    for (int k = 0; k < i; k++)
        samples += row->start[k];
    return stats_of(samples, row->start[i]).median;
}

struct level starts_level(const struct row *row, int over)
{
    const int count = row->start_count;
    double logs[STARTS_MOST], mean = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        logs[i] = log(starts_median(row, i) / pace_of(row, i, over));
        mean += logs[i] / count;
    }
    for (int i = 0; i < count; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    return (struct level){
        .mean = mean,
        .variance = squares / (count * (count - 1)),
        .freedom = count - 1,
    };
}

/* By its expansion about the normal one (Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.5): within 3 % for 2 degrees of freedom, 1 % for
 * more. */
double starts_quantile(double freedom)
{
    const double z = 1.959964, z2 = z * z;
    const double g1 = (z2 + 1) * z / 4;
    const double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
    const double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
    return z + (g1 + (g2 + g3 / freedom) / freedom) / freedom;
}

void starts_interval(const struct row *row, double median, double *low,
                     double *high)
{
    const struct level level = starts_level(row, OVER_NOTHING);
    const double reach = starts_quantile(level.freedom) * sqrt(level.variance);
    *low = fmin(exp(level.mean - reach), median);
    *high = fmax(exp(level.mean + reach), median);
}

struct estimate starts_estimate(const struct row *row)
{
    const struct stats s = stats_of(row->samples, row->sample_count);
    struct estimate estimate = { .median = s.median,
                                 .min = s.min,
                                 .iqr = s.iqr };
    if (row->sample_count >= STATS_LEAST) {
        estimate.ci_low = s.ci_low;
        estimate.ci_high = s.ci_high;
    }
    if (starts_enough(row))
        starts_interval(row, s.median, &estimate.ci_low, &estimate.ci_high);
    return estimate;
}

/* --- levels --------------------------------------------------------------- */

/* Where the widest step of sorted times is: they split in [0, at) and the
 * rest. */
static size_t widest(const double *times, size_t count)
{
    size_t at = 1;
    for (size_t i = 2; i < count; i++)
        if (times[i] / times[i - 1] > times[at] / times[at - 1])
            at = i;
    return at;
}

/* Whether a row has starts both below and from `limit` on. */
static bool straddles(const struct row *row, double limit)
{
    int below = 0;
    for (int i = 0; i < row->start_count; i++)
        below += starts_median(row, i) < limit;
    return below && below < row->start_count;
}

bool starts_flip(const struct row *a, const struct row *b, double least,
                 struct starts_levels *levels)
{
    double times[2 * STARTS_MOST];
    size_t count = 0;
    for (int i = 0; i < a->start_count; i++)
        times[count++] = starts_median(a, i);
    for (int i = 0; i < b->start_count; i++)
        times[count++] = starts_median(b, i);
    if (count < 2 * STARTS_LEAST)
        return false;
    qsort(times, count, sizeof *times, stats_compare);
    const size_t at = widest(times, count);
    const double step = times[at] / times[at - 1];
    *levels = (struct starts_levels){
        .low = stats_of(times, at).median,
        .high = stats_of(times + at, count - at).median,
    };
    return step >= least && at > 1 && count - at > 1 &&
        times[at - 1] / times[0] < step &&
        times[count - 1] / times[at] < step &&
        (straddles(a, times[at]) || straddles(b, times[at]));
}

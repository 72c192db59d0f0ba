/* diff_ratio.c - the ratio of two rows' times, from separate runs.
 *
 * Each run measured the row in several processes, its starts, and what no
 * spread within the runs can tell is how the machine changed between them.
 * Starts carry its pace, what fixed work of arithmetic and of memory took
 * beside the samples. Where both are known the ratio is that of an analysis of
 * covariance (record/covariance.h): at the same pace, by slopes that the starts
 * themselves tell. Dividing by the pace, a slope of one, adds what neighbours
 * do to the fixed work alone, as much as it removes.
 *
 * Nine runs of the same code on two shared processors, whose starts differed by
 * 5 to 8 %, are 864 pairs of rows of five starts each: by the times alone 11
 * were told to be the same and 7 apart, by their covariance 165 and none. With
 * two of these runs taken for one of ten starts it was 70 of 144, in three runs
 * of 16 starts 34 of 72, and none apart; of what was the same 93 to 97 % were
 * told to be slower once made so by 10 %. The intervals are a little narrow, as
 * runs differ by more than their starts and the pace tell: 8 % of the 864 did
 * not hold the truth, no change, but none lay beyond the usual threshold.
 *
 * Slower or faster is not told against the sign of the printed times: such an
 * interval is stretched to no change. And a pace without a slope, as it was the
 * same in all starts of a run, is a witness still: the interval is stretched
 * over what a slope of one would make of it.
 *
 * Without paces, or with too few starts for slopes, the interval is that of
 * Welch's t test on the logarithms of the medians (The Generalization of
 * "Student's" Problem, Biometrika 34, 1947), stretched over that of the times
 * over each pace that is known, and over the ratio of the printed times. On
 * machines unlike each other pace would compare the machines, and is left
 * out. */
#include "analysis/diff.h"

#include <math.h>
#include <string.h>

#include "record/covariance.h"
#include "record/starts.h"

/* Names alone do not tell: virtual machines bear common ones. */
static bool same_machine(const struct record *a, const struct record *b)
{
    static const char *const names[][2] = {
        { "", "host" }, { "", "os" }, { "cpu", "name" }, { "gpu", "name" }
    };
    static const char *const numbers[][2] = { { "cpu", "cores" },
                                              { "cpu", "processors" },
                                              { "", "memory_bytes" } };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(record_fact(a, names[i][0], names[i][1]),
                   record_fact(b, names[i][0], names[i][1])))
            return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (fabs(record_fact_number(a, numbers[i][0], numbers[i][1]) -
                 record_fact_number(b, numbers[i][0], numbers[i][1])) > 0)
            return false;
    return true;
}

/* The ratio of times over the pace, and its interval. */
static struct stats ratio_over(const struct row *old, const struct row *new,
                               int over)
{
    const struct level a = starts_level(old, over);
    const struct level b = starts_level(new, over);
    const double variance = a.variance + b.variance;
    const double sum = a.variance * a.variance / a.freedom +
        b.variance * b.variance / b.freedom;
    const double middle = exp(b.mean - a.mean);
    const double reach = sum > 0
        ? starts_quantile(variance * variance / sum) * sqrt(variance)
        : 0;

    return (struct stats){ .median = middle,
                           .ci_low = middle * exp(-reach),
                           .ci_high = middle * exp(reach) };
}

static void stretch(struct stats *ratio, double low, double high)
{
    ratio->ci_low = fmin(ratio->ci_low, low);
    ratio->ci_high = fmax(ratio->ci_high, high);
}

/* The drift that is further from none. */
static double further(double a, double b)
{
    return fabs(log(a)) > fabs(log(b)) ? a : b;
}

/* At the same pace: by the covariance of the times with both paces. */
static double ratio_beside(const struct row *old, const struct row *new,
                           struct stats *ratio)
{
    const struct covariance found = covariance_of(old, new);
    const double printed = new->seconds.median / old->seconds.median;
    const double low = exp(found.times - found.reach);
    const double high = exp(found.times + found.reach);
    double drift = exp(found.pace);

    *ratio =
        (struct stats){ exp(found.times), .ci_low = low, .ci_high = high };
    for (int i = 0; i < PACES; i++) {
        const double unheard = exp(found.unheard[i]);

        stretch(ratio, low / unheard, high / unheard);
        drift = further(drift, unheard);
    }
    if (printed <= 1)
        ratio->ci_low = fmin(ratio->ci_low, 1);
    if (printed >= 1)
        ratio->ci_high = fmax(ratio->ci_high, 1);
    return drift;
}

/* Over all of the times, the times over each pace, and the printed ones. */
static double ratio_witnessed(const struct row *old, const struct row *new,
                              bool alike, struct stats *ratio)
{
    const double printed = new->seconds.median / old->seconds.median;
    double drift = 0;

    *ratio = ratio_over(old, new, OVER_NOTHING);
    for (int over = 0; over < PACES && alike; over++) {
        if (!starts_have(old, over) || !starts_have(new, over))
            continue;
        const struct stats paced = ratio_over(old, new, over);

        drift = further(ratio->median / paced.median, drift > 0 ? drift : 1);
        stretch(ratio, paced.ci_low, paced.ci_high);
    }
    stretch(ratio, printed, printed);
    ratio->median = printed;
    return drift;
}

bool diff_ratio(const struct record *old_record, const struct row *old,
                const struct record *new_record, const struct row *new,
                struct stats *ratio, double *drift)
{
    const bool alike = same_machine(old_record, new_record);

    *drift = 0;
    if (!starts_enough(old) || !starts_enough(new))
        return false;
    *drift = alike && covariance_known(old, new)
        ? ratio_beside(old, new, ratio)
        : ratio_witnessed(old, new, alike, ratio);
    return isfinite(ratio->ci_high);
}

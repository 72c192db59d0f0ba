/* diff_ratio.c - the ratio of two rows' times, from separate runs.
 *
 * Each run measured the row in several processes, its starts, and what no
 * spread within the runs can tell is how the machine changed between them.
 * Starts carry its pace, what fixed work of arithmetic, branches and memory
 * took beside the samples. Where it is known the ratio is that of an analysis
 * of covariance (record/covariance.h): at the same pace, by slopes that the
 * starts themselves tell. Dividing by the pace, a slope of one, adds what
 * neighbours do to the fixed work alone, as much as it removes.
 *
 * How often that is right was counted on two shared processors, over all pairs
 * of 20 runs of 30 starts each, 24 rows (tests/verdicts.py). In an hour when
 * their times differed by 2 to 7 % from run to run, the times alone told 15 %
 * of the rows apart, and the covariance, of arithmetic and memory only, 1.1 %;
 * it left 50 % unclear. In one when three runs met a neighbour that made some
 * rows take twice as long, the times alone told 29 % apart, arithmetic and
 * memory by least squares 9.4 %, and all that is done here 5.4 %, with 48 %
 * unclear. 10 % slower was told in 94.6 and 93.7 % of what was the same. A
 * machine that changes so much from run to run still fools it. On two others,
 * whose times differed by 1 % and those of microseconds by 3, 0.2 % were told
 * apart, 12.6 % were left unclear, all but one of these of 4096 elements, and
 * 10 % slower was told in 99.4 %; and in an hour when those of microseconds
 * differed by 2 to 5 %, of runs as they are by default, 12 starts each, 0.9 %,
 * all of 4096 elements, 23.6 % and 98.1 %. By these BETWEEN_RUNS was chosen;
 * before it was a fifth less.
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

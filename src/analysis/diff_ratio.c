/* diff_ratio.c - the ratio of two rows' times, from separate runs.
 *
 * Each run measured the row in several processes, its starts; the interval is
 * that of Welch's t test on the logarithms of their medians (Welch, The
 * Generalization of "Student's" Problem, Biometrika 34, 1947).
 *
 * What no spread within the runs can tell is how the machine changed between
 * them. Starts carry its pace, what fixed work of arithmetic and of memory took
 * beside the samples. Dividing by it removes some of what neighbours do, and
 * adds what they do to the fixed work alone: of 1320 pairs of rows of the same
 * code, run between other programs' compilations on two processors, 88 were
 * told apart by their times, 50 over the pace of memory and 30 over that of
 * arithmetic, but 11 by all three. So the pace is a witness, not a correction:
 * the interval is stretched over all three and over the ratio of the printed
 * times, and nothing is told that one of them denies. On machines unlike each
 * other pace would compare the machines, and is left out. */
#include "analysis/diff.h"

#include <math.h>
#include <string.h>

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
                               enum starts_over over)
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

bool diff_ratio(const struct record *old_record, const struct row *old,
                const struct record *new_record, const struct row *new,
                struct stats *ratio, double *drift)
{
    const bool alike = same_machine(old_record, new_record);
    const double printed = new->seconds.median / old->seconds.median;

    *drift = 0;
    if (!starts_enough(old) || !starts_enough(new))
        return false;
    *ratio = ratio_over(old, new, OVER_NOTHING);
    for (int i = OVER_COMPUTE; i <= OVER_MEMORY && alike; i++) {
        const enum starts_over over = (enum starts_over)i;

        if (!starts_have(old, over) || !starts_have(new, over))
            continue;
        const struct stats paced = ratio_over(old, new, over);

        *drift =
            further(ratio->median / paced.median, *drift > 0 ? *drift : 1);
        stretch(ratio, paced.ci_low, paced.ci_high);
    }
    stretch(ratio, printed, printed);
    ratio->median = printed;
    return isfinite(ratio->ci_high);
}

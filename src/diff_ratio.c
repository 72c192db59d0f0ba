/* diff_ratio.c - the ratio of two rows' times, from separate runs.
 *
 * Samples that follow each other are alike, so that their number says too much
 * of how well a run is known. Each run's samples are cut, in the order taken,
 * into blocks; the medians of the blocks are taken for independent, and the
 * interval is that of Welch's t test on their logarithms (Welch, The
 * Generalization of "Student's" Problem, Biometrika 34, 1947).
 *
 * A row whose times fall into several groups has medians that jump between
 * them: the interval is stretched over the ratios of the quartiles, which then
 * tell another story than the medians.
 *
 * What no interval from within the runs can tell is how the machine itself
 * changed from one run to the other. Rows carry its pace: what fixed work
 * took meanwhile, arithmetic and memory apart. A row may depend on either, or
 * on neither, so that the interval is stretched over the ratio as it is, and
 * with each change of pace taken out. On machines unlike each other pace says
 * nothing. */
#include "diff.h"

#include <math.h>
#include <string.h>

enum {
    BLOCKS = 10,
    LEAST_SAMPLES = 6, /* of each run */
    PER_BLOCK = 2      /* samples that make a block worth having */
};

/* The mean of the logarithms of the blocks' medians, and how well it is
 * known. */
struct level {
    double variance; /* of the mean */
    double freedom;  /* degrees */
};

static size_t block_count(size_t samples)
{
    const size_t count = samples / PER_BLOCK;

    return count < BLOCKS ? count : BLOCKS;
}

static struct level level_of(const struct row *row)
{
    const size_t count = block_count(row->sample_count);
    double logs[BLOCKS], mean = 0, squares = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t begin = i * row->sample_count / count;
        const size_t end = (i + 1) * row->sample_count / count;

        logs[i] = log(stats_of(row->samples + begin, end - begin).median);
        mean += logs[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    return (struct level){
        .variance = squares / (double)(count * (count - 1)),
        .freedom = (double)(count - 1),
    };
}

/* The 97.5 % quantile of Student's t, by its expansion about the normal one
 * (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5): within
 * 3 % for 2 degrees of freedom, 1 % for more. */
static double quantile(double freedom)
{
    const double z = 1.959964, z2 = z * z;
    const double g1 = (z2 + 1) * z / 4;
    const double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
    const double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;

    return z + (g1 + (g2 + g3 / freedom) / freedom) / freedom;
}

static bool same_machine(const struct record *a, const struct record *b)
{
    return !strcmp(record_fact(a, "", "host"), record_fact(b, "", "host"))
        && !strcmp(record_fact(a, "cpu", "name"),
                   record_fact(b, "cpu", "name"));
}

static void stretch(struct stats *ratio, double low, double high)
{
    ratio->ci_low = fmin(ratio->ci_low, low);
    ratio->ci_high = fmax(ratio->ci_high, high);
}

static void stretch_by_quartiles(struct stats *ratio, const struct row *old,
                                 const struct row *new)
{
    const double shares[] = { 0.25, 0.75 };
    for (int i = 0; i < 2; i++) {
        const double at =
            stats_quantile(new->samples, new->sample_count, shares[i])
            / stats_quantile(old->samples, old->sample_count, shares[i]);
        stretch(ratio, at, at);
    }
}

/* How many times longer fixed work took; 1: not known. */
static double change(double old, double new)
{
    return old > 0 && new > 0 ? new / old : 1;
}

static void stretch_by_pace(struct stats *ratio, const struct row *old,
                            const struct row *new)
{
    const double low = ratio->ci_low, high = ratio->ci_high;
    const double compute = change(old->pace.compute, new->pace.compute);
    const double memory = change(old->pace.memory, new->pace.memory);
    stretch(ratio, low / compute, high / compute);
    stretch(ratio, low / memory, high / memory);
}

bool diff_ratio(const struct record *old_record, const struct row *old,
                const struct record *new_record, const struct row *new,
                struct stats *ratio)
{
    if (old->sample_count < LEAST_SAMPLES ||
        new->sample_count < LEAST_SAMPLES)
        return false;
    const struct level a = level_of(old), b = level_of(new);
    const double variance = a.variance + b.variance;
    const double sum = a.variance * a.variance / a.freedom +
                       b.variance * b.variance / b.freedom;
    const double middle = new->seconds.median / old->seconds.median;
    const double reach =
        sum > 0 ? quantile(variance * variance / sum) * sqrt(variance) : 0;

    *ratio = (struct stats){.median = middle,
                            .ci_low = middle * exp(-reach),
                            .ci_high = middle * exp(reach)};
    stretch_by_quartiles(ratio, old, new);
    if (same_machine(old_record, new_record))
        stretch_by_pace(ratio, old, new);
    return isfinite(ratio->ci_high);
}

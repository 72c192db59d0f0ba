/* diff_ratio.c - the ratio of two rows' times, from separate runs.
 *
 * Samples that follow each other are alike, so that their number says too much
 * of how well a run is known. Each run's samples are cut, in the order taken,
 * into blocks; the medians of the blocks are taken for independent, and the
 * interval is that of Welch's t test on their logarithms (Welch, The
 * Generalization of "Student's" Problem, Biometrika 34, 1947).
 *
 * What no interval from within the runs can tell is how the machine itself
 * changed between them. Rows carry its pace: what fixed work took in the same
 * rounds, of arithmetic and of memory (or caches, for hot rows). Each block's
 * median is taken over the pace of its own rounds: memory's for rows that
 * move more than they compute, arithmetic's for others. This pairs the runs
 * through work that is the same in both. On machines unlike each other pace
 * would compare the machines, so that times are taken as they are, and the
 * ratio is that of the medians.
 *
 * A row whose times fall into several groups has medians that jump between
 * them: the interval is stretched over the ratio of the lower quartiles. */
#include "analysis/diff.h"

#include <math.h>
#include <string.h>

enum {
    BLOCKS = PACE_BLOCKS,
    LEAST_SAMPLES = 6, /* of each run */
    PER_BLOCK = 2      /* samples that make a block worth having */
};
/* Hot rows of a CPU depend on where their pages lie in its caches and on who
 * shares these, which stays for a run and changes with the next: 14 runs of the
 * same code on a shared machine took 1.43 to 2.36 us. */
static const double HOT_SPREAD = 1.25;
/* Operations a byte from which a row depends on arithmetic. */
static const double INTENSE = 8;

/* The logarithms of the blocks' medians: their mean, and how well it is
 * known. */
struct level {
    double mean;
    double variance; /* of the mean */
    double freedom;  /* degrees */
};

enum by { BY_NOTHING, BY_COMPUTE, BY_MEMORY };

static int block_count(const struct row *row, enum by by)
{
    const size_t count = row->sample_count / PER_BLOCK;
    return by != BY_NOTHING ? row->pace_count
        : count < BLOCKS    ? (int)count
                            : BLOCKS;
}

static double pace_of(const struct row *row, int block, enum by by)
{
    return by == BY_NOTHING ? 1
        : by == BY_COMPUTE  ? row->pace[block].compute
                            : row->pace[block].memory;
}

static struct level level_of(const struct row *row, enum by by)
{
    const int count = block_count(row, by);
    double logs[BLOCKS], mean = 0, squares = 0;

    for (int i = 0; i < count; i++) {
        const size_t blocks = (size_t)count, block = (size_t)i;
        const size_t begin = block * row->sample_count / blocks;
        const size_t end = (block + 1) * row->sample_count / blocks;

        logs[i] = log(stats_of(row->samples + begin, end - begin).median /
                      pace_of(row, i, by));
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

static bool has_pace(const struct row *row, enum by by)
{
    for (int i = 0; i < row->pace_count; i++)
        if (!(pace_of(row, i, by) > 0))
            return false;
    return row->pace_count >= BLOCKS &&
        row->sample_count >= PER_BLOCK * (size_t)row->pace_count;
}

/* What both rows can be taken over. */
static enum by choose(const struct record *old_record, const struct row *old,
                      const struct record *new_record, const struct row *new)
{
    const bool arithmetic = old->flops > INTENSE * old->bytes;

    if (!same_machine(old_record, new_record))
        return BY_NOTHING;
    if (!arithmetic && has_pace(old, BY_MEMORY) && has_pace(new, BY_MEMORY))
        return BY_MEMORY;
    return has_pace(old, BY_COMPUTE) && has_pace(new, BY_COMPUTE) ? BY_COMPUTE
                                                                  : BY_NOTHING;
}

/* How many times longer fixed work took. */
static double change_of_pace(const struct row *old, const struct row *new,
                             enum by by)
{
    double change = 0;

    if (by == BY_NOTHING)
        return 1;
    for (int i = 0; i < BLOCKS; i++)
        change += log(pace_of(new, i, by) / pace_of(old, i, by)) / BLOCKS;
    return exp(change);
}

static double lower_quartile(const struct row *row)
{
    return stats_quantile(row->samples, row->sample_count, 0.25);
}

bool diff_ratio(const struct record *old_record, const struct row *old,
                const struct record *new_record, const struct row *new,
                struct stats *ratio, double *drift)
{
    if (old->sample_count < LEAST_SAMPLES || new->sample_count < LEAST_SAMPLES)
        return false;
    const enum by by = choose(old_record, old, new_record, new);
    const struct level a = level_of(old, by), b = level_of(new, by);
    const double variance = a.variance + b.variance;
    const double sum = a.variance * a.variance / a.freedom +
        b.variance * b.variance / b.freedom;
    const double middle = exp(b.mean - a.mean);
    const double reach =
        sum > 0 ? quantile(variance * variance / sum) * sqrt(variance) : 0;
    const double pace = change_of_pace(old, new, by);
    const double quartiles = lower_quartile(new) / lower_quartile(old) / pace;

    *drift = by == BY_NOTHING ? 0 : pace;
    *ratio = (struct stats){ .median = by == BY_NOTHING
                                 ? new->seconds.median / old->seconds.median
                                 : middle,
                             .ci_low = fmin(middle * exp(-reach), quartiles),
                             .ci_high = fmax(middle * exp(reach), quartiles) };
    ratio->ci_low = fmin(ratio->ci_low, ratio->median);
    ratio->ci_high = fmax(ratio->ci_high, ratio->median);
    if (old->threads && !strcmp(old->cache, "hot")) {
        ratio->ci_low /= HOT_SPREAD;
        ratio->ci_high *= HOT_SPREAD;
    }
    return isfinite(ratio->ci_high);
}

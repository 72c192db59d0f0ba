/* mutants_histogram_edges.c - histograms that are wrong at edges. */
#include <math.h>

#include "mutants_histogram.h"

static double low_of(const struct job *job, const struct histogram_rule *r)
{
    return job->problem->type == ELEM_F32 ? (double)r->real.low
                                          : (double)(int32_t)r->whole.low;
}

static double high_of(const struct job *job, const struct histogram_rule *r)
{
    return job->problem->type == ELEM_F32
        ? (double)r->real.high
        : low_of(job, r) + (double)r->whole.range;
}

/* To the nearest bin: what is outside, and NaN, too. */
static uint32_t clamped(const struct job *job, const struct histogram_rule *r,
                        size_t i)
{
    const uint32_t b = bin_of(job, r, i);
    return b < r->bins                      ? b
        : sample(job, i) >= high_of(job, r) ? r->bins - 1
                                            : 0;
}

enum status histogram_clamps(struct job *job)
{
    return count_by(job, clamped);
}

static uint32_t with_nan(const struct job *job, const struct histogram_rule *r,
                         size_t i)
{
    return isnan(sample(job, i)) ? 0 : bin_of(job, r, i);
}

enum status histogram_counts_nan(struct job *job)
{
    return count_by(job, with_nan);
}

static uint32_t with_high(const struct job *job,
                          const struct histogram_rule *r, size_t i)
{
    return sample(job, i) == high_of(job, r) ? r->bins - 1 : bin_of(job, r, i);
}

enum status histogram_counts_high(struct job *job)
{
    return count_by(job, with_high);
}

static uint32_t without_low(const struct job *job,
                            const struct histogram_rule *r, size_t i)
{
    return sample(job, i) == low_of(job, r) ? r->bins : bin_of(job, r, i);
}

enum status histogram_loses_low(struct job *job)
{
    return count_by(job, without_low);
}

/* Some sample's edge rounded otherwise, by a share of the range. */
static uint32_t by_share(const struct job *job, const struct histogram_rule *r,
                         size_t i)
{
    const double low = low_of(job, r), high = high_of(job, r);
    const double at = (sample(job, i) - low) / (high - low) * r->bins;
    return bin_of(job, r, i) < r->bins ? (uint32_t)fmin(at, r->bins - 1)
                                       : r->bins;
}

enum status histogram_rounds_in_f64(struct job *job)
{
    return count_by(job, by_share);
}

static uint32_t to_nearest(const struct job *job,
                           const struct histogram_rule *r, size_t i)
{
    const double low = low_of(job, r), high = high_of(job, r);
    const double at = (sample(job, i) - low) / (high - low) * (r->bins - 1);
    return bin_of(job, r, i) < r->bins ? (uint32_t)nearbyint(at) : r->bins;
}

enum status histogram_rounds_to_nearest(struct job *job)
{
    return count_by(job, to_nearest);
}

static uint32_t in_f32(const struct job *job, const struct histogram_rule *r,
                       size_t i)
{
    const float low = (float)low_of(job, r), high = (float)high_of(job, r);
    const float at =
        ((float)sample(job, i) - low) * ((float)r->bins / (high - low));
    return bin_of(job, r, i) < r->bins
        ? (uint32_t)fminf(at, (float)(r->bins - 1))
        : r->bins;
}

enum status histogram_wholes_in_f32(struct job *job)
{
    return count_by(job, in_f32);
}

/* The product alone, which may be one bin too low. */
static uint32_t not_put_right(const struct job *job,
                              const struct histogram_rule *r, size_t i)
{
    struct histogram_rule hasty = *r;
    hasty.whole.inexact = false;
    return bin_of(job, &hasty, i);
}

enum status histogram_trusts_product(struct job *job)
{
    return count_by(job, not_put_right);
}

/* mutants_histogram.h - what wrong histograms are made of. */
#ifndef TETRAD_TESTS_MUTANTS_HISTOGRAM_H
#define TETRAD_TESTS_MUTANTS_HISTOGRAM_H

#include <string.h>

#include "mutants.h"

#include "ops/histogram.h"

static inline size_t count_of(const struct job *job)
{
    return job->problem->size;
}

static inline uint32_t *counts(const struct job *job)
{
    return job->out[0];
}

static inline void clear(const struct job *job)
{
    memset(counts(job), 0, job->problem->out[0].count * sizeof(uint32_t));
}

static inline double sample(const struct job *job, size_t i)
{
    switch (job->problem->type) {
    case ELEM_U8: return ((const uint8_t *)job->in[0])[i];
    case ELEM_I32: return ((const int32_t *)job->in[0])[i];
    default: return (double)((const float *)job->in[0])[i];
    }
}

/* By the rule; `bins`: none. */
static inline uint32_t bin_of(const struct job *job,
                              const struct histogram_rule *r, size_t i)
{
    switch (job->problem->type) {
    case ELEM_U8: return histogram_bin_u8(r, ((const uint8_t *)job->in[0])[i]);
    case ELEM_I32:
        return histogram_bin_i32(r, ((const int32_t *)job->in[0])[i]);
    default: return histogram_bin_f32(r, ((const float *)job->in[0])[i]);
    }
}

static inline size_t some_place(const struct job *job)
{
    return (size_t)(job->problem->seed * 0x9e3779b97f4a7c15u % count_of(job));
}

/* How a sample is counted: the bin that it comes to, of `bins` if none. */
typedef uint32_t binning(const struct job *, const struct histogram_rule *,
                         size_t i);

static inline enum status count_by(const struct job *job, binning *bin)
{
    const struct histogram_rule r = histogram_rule(job->problem);
    clear(job);
    for (size_t i = 0; i < count_of(job); i++) {
        const uint32_t b = bin(job, &r, i);
        if (b < r.bins)
            counts(job)[b]++;
    }
    return STATUS_OK;
}

/* Wrong at the edges of bins and of all of them. */
enum status histogram_clamps(struct job *);
enum status histogram_counts_nan(struct job *);
enum status histogram_counts_high(struct job *);
enum status histogram_loses_low(struct job *);
enum status histogram_rounds_in_f64(struct job *);
enum status histogram_rounds_to_nearest(struct job *);
enum status histogram_wholes_in_f32(struct job *);
enum status histogram_trusts_product(struct job *);

#endif

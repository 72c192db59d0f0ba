/* mutants_histogram.c - histograms, done wrong in the ways that they go
 * wrong. */
#include "mutants_histogram.h"

static enum status right(struct job *job)
{
    return count_by(job, bin_of);
}

static enum status right_backwards(struct job *job)
{
    const struct histogram_rule r = histogram_rule(job->problem);
    clear(job);
    for (size_t i = count_of(job); i-- > 0;) {
        const uint32_t b = bin_of(job, &r, i);
        if (b < r.bins)
            counts(job)[b]++;
    }
    return STATUS_OK;
}

/* --- samples -------------------------------------------------------------- */

/* Adds `more` to the bin of some sample that has one. */
static enum status change_one(struct job *job, uint32_t more)
{
    const struct histogram_rule r = histogram_rule(job->problem);
    right(job);
    for (size_t i = some_place(job); i < count_of(job); i++)
        if (bin_of(job, &r, i) < r.bins) {
            counts(job)[bin_of(job, &r, i)] += more;
            break;
        }
    return STATUS_OK;
}

static enum status loses_one(struct job *job)
{
    return change_one(job, UINT32_MAX);
}

static enum status doubles_one(struct job *job)
{
    return change_one(job, 1);
}

/* What fills no batch. */
static uint32_t without_tail(const struct job *job,
                             const struct histogram_rule *r, size_t i)
{
    return i < count_of(job) / 16 * 16 ? bin_of(job, r, i) : r->bins;
}

static enum status leaves_tail(struct job *job)
{
    return count_by(job, without_tail);
}

/* Two neighbours load the same counter, and each stores it. */
static uint32_t without_equals(const struct job *job,
                               const struct histogram_rule *r, size_t i)
{
    const uint32_t b = bin_of(job, r, i);
    return i % 2 && bin_of(job, r, i - 1) == b ? r->bins : b;
}

static enum status loses_equals(struct job *job)
{
    return count_by(job, without_equals);
}

/* A thread's table that is not added up. */
static uint32_t without_share(const struct job *job,
                              const struct histogram_rule *r, size_t i)
{
    const size_t part = i * 4 / count_of(job);
    return part == job->problem->seed % 4 ? r->bins : bin_of(job, r, i);
}

static enum status loses_table(struct job *job)
{
    return count_by(job, without_share);
}

/* --- counters ------------------------------------------------------------- */

static enum status adds_to_what_was(struct job *job)
{
    const struct histogram_rule r = histogram_rule(job->problem);
    for (size_t i = 0; i < count_of(job); i++)
        if (bin_of(job, &r, i) < r.bins)
            counts(job)[bin_of(job, &r, i)]++;
    return STATUS_OK;
}

static size_t scratch_table(const struct job *job)
{
    return job->problem->out[0].count * sizeof(uint32_t);
}

/* Right in the first run alone: then the table holds what that counted. */
static enum status stale_table(struct job *job)
{
    uint32_t *table = job->scratch;
    right(job);
    for (size_t b = 0; b < job->problem->out[0].count; b++)
        table[b] = counts(job)[b] += table[b];
    return STATUS_OK;
}

static enum status in_sixteen_bits(struct job *job)
{
    right(job);
    for (size_t b = 0; b < job->problem->out[0].count; b++)
        counts(job)[b] &= 0xffff;
    return STATUS_OK;
}

/* Two counters in a word, the lower of which runs over into the upper one. */
static enum status in_pairs(struct job *job)
{
    right(job);
    for (size_t b = 0; b + 1 < job->problem->out[0].count; b += 2) {
        const uint32_t pair = counts(job)[b] + (counts(job)[b + 1] << 16);
        counts(job)[b] = pair & 0xffff;
        counts(job)[b + 1] = pair >> 16;
    }
    return STATUS_OK;
}

static enum status in_bytes(struct job *job)
{
    right(job);
    for (size_t b = 0; b < job->problem->out[0].count; b++)
        counts(job)[b] &= 0xff;
    return STATUS_OK;
}

/* --- bins ----------------------------------------------------------------- */

static uint32_t shifted(const struct job *job, const struct histogram_rule *r,
                        size_t i)
{
    const uint32_t b = bin_of(job, r, i);
    return b < r->bins ? (b + 1) % r->bins : b;
}

static enum status shifts_all(struct job *job)
{
    return count_by(job, shifted);
}

/* What is in the bin of some sample to the one behind. */
static enum status shifts_one(struct job *job)
{
    const struct histogram_rule r = histogram_rule(job->problem);
    const uint32_t b = bin_of(job, &r, some_place(job));
    right(job);
    if (b == r.bins)
        return STATUS_OK;
    counts(job)[(b + 1) % r.bins] += counts(job)[b];
    counts(job)[b] = 0;
    return STATUS_OK;
}

static uint32_t backwards(const struct job *job,
                          const struct histogram_rule *r, size_t i)
{
    const uint32_t b = bin_of(job, r, i);
    return b < r->bins ? r->bins - 1 - b : b;
}

static enum status reverses(struct job *job)
{
    return count_by(job, backwards);
}

static uint32_t without_last(const struct job *job,
                             const struct histogram_rule *r, size_t i)
{
    const uint32_t b = bin_of(job, r, i);
    return b == r->bins - 1 ? r->bins : b;
}

static enum status loses_last_bin(struct job *job)
{
    return count_by(job, without_last);
}

static uint32_t as_signed(const struct job *job,
                          const struct histogram_rule *r, size_t i)
{
    return (bin_of(job, r, i) + 128) % r->bins;
}

static enum status signed_bytes(struct job *job)
{
    return count_by(job, as_signed);
}

#define OF_ALL .types = TYPES(BINNED)
#define WHOLES .types = TYPE(I32)
#define REALS .types = TYPE(F32)
#define WIDER .types = TYPE(I32) | TYPE(F32)

const size_t mutants_histogram_sizes[] = { 33, 4099, 70001, 0 };

const struct mutant mutants_histogram[] = {
    { "right", FATE_RIGHT, OF_ALL, .run = right },
    { "right, by many bins", FATE_RIGHT, WIDER, .settings = { "bins=65536" },
      .run = right },
    { "right, the last first", FATE_RIGHT, OF_ALL, .run = right_backwards },
    { "right of any bits", FATE_RIGHT, OF_ALL, .settings = { "dist=bits" },
      .run = right },
    { "loses a sample", OF_ALL, .run = loses_one },
    { "loses a sample of those that are alike", OF_ALL,
      .settings = { "dist=constant:7" }, .run = loses_one },
    { "a sample twice", OF_ALL, .run = doubles_one },
    { "leaves what fills no batch", OF_ALL, .run = leaves_tail },
    { "loses one of two that are alike", OF_ALL, .least = 4099,
      .run = loses_equals },
    { "loses a table", OF_ALL, .run = loses_table },
    { "adds to what was there", OF_ALL, .run = adds_to_what_was },
    { "a table that is not cleared", OF_ALL, .scratch = scratch_table,
      .run = stale_table },
    { "counters of 8 bits", OF_ALL, .settings = { "dist=zipf" }, .least = 4099,
      .run = in_bytes },
    { "counters of 16 bits", OF_ALL, .settings = { "dist=constant:7" },
      .least = 70001, .run = in_sixteen_bits },
    { "counters that run over into the next", OF_ALL,
      .settings = { "dist=constant:8" }, .least = 70001, .run = in_pairs },
    { "all bins shifted", OF_ALL, .run = shifts_all },
    { "one bin shifted", OF_ALL, .run = shifts_one },
    { "one of many bins shifted", WIDER, .settings = { "bins=2^20" },
      .run = shifts_one },
    { "bins reversed", OF_ALL, .run = reverses },
    { "loses the last bin", OF_ALL, .least = 4099, .run = loses_last_bin },
    { "bytes taken as signed", .types = TYPE(U8), .run = signed_bytes },
    { "what is outside in the bins at the ends", REALS,
      .settings = { "low=-1", "high=0.5" }, .run = histogram_clamps },
    { "what is outside in the bins at the ends, of whole numbers", WHOLES,
      .settings = { "low=-1000000000", "high=1000000000" },
      .run = histogram_clamps },
    { "NaN in the first bin", REALS, .settings = { "dist=bits" },
      .least = 4099, .run = histogram_counts_nan },
    { "high in the last bin", WIDER,
      .settings = { "dist=few:16", "low=1", "high=16" },
      .run = histogram_counts_high },
    { "low in no bin", WIDER,
      .settings = { "dist=few:16", "low=1", "high=16" },
      .run = histogram_loses_low },
    { "NaN in the first bin, of random ones", REALS, .least = 4099,
      .run = histogram_counts_nan },
    { "high in the last bin, of random ones", WIDER, .least = 4099,
      .settings = { "low=-3", "high=1000" }, .run = histogram_counts_high },
    { "low in no bin, of random ones", WIDER, .least = 4099,
      .run = histogram_loses_low },
    { "what is outside in the bins at the ends, of random ones", REALS,
      .run = histogram_clamps },
    { "edges rounded in f64", REALS, .settings = { "bins=1000003" },
      .least = 4099, .run = histogram_rounds_in_f64 },
    { "bins rounded to nearest", WIDER, .run = histogram_rounds_to_nearest },
    { "whole numbers in f32", WHOLES, .settings = { "bins=1000003" },
      .least = 4099, .run = histogram_wholes_in_f32 },
    { "a product that is not put right", WHOLES,
      .settings = { "bins=1000003", "low=-2147483648", "high=2147483647" },
      .least = 70001, .run = histogram_trusts_product },
    { 0 }
};

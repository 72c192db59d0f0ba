/* histogram.c - what histogram is: how many samples are in each of `bins`
 * even bins between low and high, or, of bytes, have each value.
 *
 * The rule of bins is histogram.h's; the answer takes it literally, by a
 * division of integers, or in f64 with each step rounded to f32: a sum or a
 * product of two f32 that is rounded to f64 first rounds to the same f32
 * (Figueroa 1995, "When is double rounding innocuous?"). */
#include "ops/histogram.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "verdict.h"
#include "host/parallel.h"
#include "ops/pgm.h"
#include "ops/rare.h"

static const struct param params[] = {
    [HISTOGRAM_PARAM_BINS] = { .name = "bins",
                               .kind = PARAM_INT,
                               .preset = "256",
                               .help = "how many bins; u8 has 256",
                               .low = HISTOGRAM_BINS_LEAST,
                               .high = HISTOGRAM_BINS_MOST },
    [HISTOGRAM_PARAM_LOW] = { .name = "low",
                              .kind = PARAM_REAL,
                              .preset = "0",
                              .help = "where the first bin begins",
                              .low = -FLT_MAX,
                              .high = FLT_MAX },
    [HISTOGRAM_PARAM_HIGH] = { .name = "high",
                               .kind = PARAM_REAL,
                               .preset = "0",
                               .help = "where the last bin ends; low=high=0: "
                                       "as far as --dist goes, of files "
                                       "an image's range, i32's, or 0 to 1",
                               .low = -FLT_MAX,
                               .high = FLT_MAX },
    { 0 }
};

/* --- images --------------------------------------------------------------- */

struct filling {
    const struct problem *problem;
    const struct pgm *image;
    double low, high; /* of the bins */
    enum elem type;
    void *x;
};

static void fill_block(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        const unsigned v = pgm_at(f->image, i);
        switch (f->type) {
        case ELEM_U8: ((uint8_t *)f->x)[i] = (uint8_t)v; break;
        case ELEM_I32: ((int32_t *)f->x)[i] = (int32_t)v; break;
        default: ((float *)f->x)[i] = (float)v;
        }
    }
}

/* Samples at both ends of a bin, of the range and of the type, and NaN. */
static void put_edges(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    const size_t bins = f->problem->out[0].count;
    const double width = (f->high - f->low) / (double)bins;
    uint32_t pick;
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        if (!rare_at(f->problem, i, &pick))
            continue;
        const size_t edge = pick / 4 % (bins + 1);
        const double at = f->low + width * (double)edge;
        if (f->type == ELEM_I32)
            ((int32_t *)f->x)[i] =
                (int32_t)fmin(fmax(ceil(at) - pick % 2, INT32_MIN), INT32_MAX);
        else if (f->type == ELEM_F32)
            ((float *)f->x)[i] = pick % 8 == 3 ? NAN
                : pick % 4 == 1 ? nextafterf((float)at, -INFINITY)
                : pick % 4 == 2 ? nextafterf((float)at, INFINITY)
                                : (float)at;
    }
}

/* Of images their pixels; of inputs that are not timed the edges of bins. */
static bool fill(const struct problem *p, int which, void *elements)
{
    struct filling f = {
        .problem = p, .image = p->file, .type = p->type, .x = elements
    };
    if (p->timed && p->type != ELEM_U8) {
        histogram_range(p->timed, &f.low, &f.high);
        random_fill(p, which, elements);
        parallel_for(p->in[which].count, put_edges, &f);
        return true;
    }
    if (p->file)
        parallel_for(p->in[which].count, fill_block, &f);
    return p->file;
}

/* --- shape ---------------------------------------------------------------- */

static enum status shape(struct problem *p, struct reason *why)
{
    const struct pgm *image = p->file;
    if (image)
        p->size = image->width * image->height;
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = p->out_count = 1;
    p->in[0] =
        (struct array){ .name = "samples", .type = p->type, .count = p->size };
    p->out[0] =
        (struct array){ .name = "counts",
                        .type = p->size >> 32 ? ELEM_U64 : ELEM_U32,
                        .count = (size_t)p->param[HISTOGRAM_PARAM_BINS].i };
    return histogram_check(p, why);
}

/* --- the right answer ----------------------------------------------------- */

/* The answer: the counts in 64 bits, then in 32. */
static size_t want_bytes(const struct problem *p)
{
    return p->out[0].count * (sizeof(uint64_t) + sizeof(uint32_t));
}

static uint32_t *narrow_of(const struct problem *p, const void *want)
{
    return (uint32_t *)((uint64_t *)(uintptr_t)want + p->out[0].count);
}

struct tally {
    const struct problem *problem;
    const void *x;
    double low, high, scale;
    size_t bins;
    uint64_t *counts; /* of each thread, `bins` */
};

static double sample_at(const struct tally *t, size_t i)
{
    switch (t->problem->type) {
    case ELEM_U8: return ((const uint8_t *)t->x)[i];
    case ELEM_I32: return ((const int32_t *)t->x)[i];
    default: return (double)((const float *)t->x)[i];
    }
}

/* The bin of sample i, or `bins`. */
static size_t bin_of(const struct tally *t, size_t i)
{
    const double x = sample_at(t, i);
    if (t->problem->type == ELEM_U8)
        return (size_t)x;
    if (!(x >= t->low && x < t->high))
        return t->bins;
    if (t->problem->type == ELEM_I32)
        return (size_t)((int64_t)(x - t->low) * (int64_t)t->bins /
                        (int64_t)(t->high - t->low));
    const float from_low = (float)(x - t->low);
    const float at = (float)((double)from_low * t->scale);
    return (size_t)fmin(floor((double)at), (double)(t->bins - 1));
}

static void count_block(void *context, size_t begin, size_t end, int rank)
{
    const struct tally *t = context;
    uint64_t *counts = t->counts + (size_t)rank * t->bins;
    for (size_t i = begin; i < end; i++) {
        const size_t bin = bin_of(t, i);
        if (bin < t->bins)
            counts[bin]++;
    }
}

/* Each thread has counters of its own; where there is no memory for them, one
 * thread counts. */
static void count_all(struct tally *t, uint64_t *total)
{
    const size_t threads = (size_t)parallel_threads();
    uint64_t *own = calloc(threads * t->bins, sizeof *own);
    t->counts = own ? own : total;
    if (own)
        parallel_for(t->problem->size, count_block, t);
    else
        count_block(t, 0, t->problem->size, 0);
    for (size_t k = 0; own && k < threads * t->bins; k++)
        total[k % t->bins] += own[k];
    free(own);
}

/* Rounded to f32. Not inline: of two numbers side by side gcc 12 leaves the
 * rounding out. */
static __attribute__((noinline)) double in_f32(double x)
{
    return (double)(float)x;
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    struct tally t = { .problem = p, .x = in[0], .bins = p->out[0].count };
    uint64_t *total = want;
    if (p->type != ELEM_U8)
        histogram_range(p, &t.low, &t.high);
    if (p->type == ELEM_F32) {
        t.low = in_f32(t.low);
        t.high = in_f32(t.high);
        t.scale = in_f32((double)t.bins / in_f32(t.high - t.low));
    }
    count_all(&t, total);
    for (size_t b = 0; b < t.bins; b++)
        narrow_of(p, want)[b] = (uint32_t)total[b];
}

/* Samples that are alike, which random ones are not; of f32 in [0, 1) they are
 * outside, too. */
static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

static struct cost cost(const struct problem *p, const void *want)
{
    const double n = (double)p->size;
    (void)want;
    return (struct cost){
        .read = n * (double)elem_size(p->type),
        .written = (double)(p->out[0].count * elem_size(p->out[0].type)),
        .items = n,
    };
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    (void)promise;
    verdict_clear(v);
    verdict_same(v, 0, p->out[0].type, p->out[0].count,
                 histogram_is_wide(p) ? want : narrow_of(p, want), got[0]);
}

const struct op op_histogram = {
    .name = "histogram",
    .summary = "how many samples are in each of many even bins",
    .types = TYPES(BINNED),
    .default_type = ELEM_U8,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "samples",
    .formulae =
        "bytes: n s + bins w, each sample read once, each counter written "
        "once\n"
        "(s = sizeof type, w = 4, from 2^32 samples on 8)\n"
        "FLOPs: none\n"
        "items: n samples\n"
        "bin of u8: its value\n"
        "bin of i32: floor((x - low) bins / (high - low)), exactly\n"
        "bin of f32: floor((x - low) scale), at most bins - 1, where scale = "
        "bins / (high - low)\n"
        "and each operation is rounded to f32\n"
        "NaN, and what is below low or not below high, is in no bin",
    .headline = HEADLINE_ITEMS,
    .item = "samples",
    .read = pgm_input,
    .read_ending = ".pgm",
    .read_begins = pgm_begins,
    .forget = pgm_forget,
    .shape = shape,
    .fill = fill,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
    .counts = true,
};

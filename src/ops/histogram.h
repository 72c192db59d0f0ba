/* histogram.h - histogram: which bin a sample is in, and how it is found. */
#ifndef TETRAD_OPS_HISTOGRAM_H
#define TETRAD_OPS_HISTOGRAM_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HISTOGRAM_PARAM_BINS, HISTOGRAM_PARAM_LOW, HISTOGRAM_PARAM_HIGH };

enum {
    HISTOGRAM_BINS_LEAST = 32,
    HISTOGRAM_BINS_MOST = 1 << 20,
    HISTOGRAM_BYTE_BINS = 256 /* of u8: a bin a value */
};

/* The rule, by type; a sample that it gives no bin is counted nowhere.
 *
 *   u8   the sample is its bin.
 *   i32  floor((x - low) bins / (high - low)), exactly, for low <= x < high.
 *        With d = (uint32_t)x - low, modulo 2^32, which is below `range` for
 *        these x alone, that is
 *            q = d * factor >> shift, in 64 bits;
 *            if (inexact) q += d * bins - q * range >= range;
 *   f32  floor((x - low) * scale), at most bins - 1, for low <= x < high, in
 *        f32: the difference and the product are each rounded to nearest, and
 *        so was scale = bins / (high - low) in both its steps. NaN has none. */
struct histogram_rule {
    uint32_t bins;
    struct {
        uint32_t low;
        uint64_t range; /* high - low, 1 to 2^32 */
        uint32_t factor;
        int shift; /* 0 to 63 */
        bool inexact;
    } whole; /* of i32 */
    struct {
        float low, high, scale;
    } real; /* of f32 */
};

/* The bin of a sample, on CPUs; `bins`: it has none. Without a branch on the
 * sample, for the sake of vectors. */
static inline uint32_t histogram_bin_u8(const struct histogram_rule *r,
                                        uint8_t x)
{
    (void)r;
    return x;
}

static inline uint32_t histogram_bin_i32(const struct histogram_rule *r,
                                         int32_t x)
{
    const uint32_t d = (uint32_t)x - r->whole.low;
    uint64_t q = (uint64_t)d * r->whole.factor >> r->whole.shift;
    if (r->whole.inexact)
        q += (uint64_t)d * r->bins - q * r->whole.range >= r->whole.range;
    return d < r->whole.range ? (uint32_t)q : r->bins;
}

static inline uint32_t histogram_bin_f32(const struct histogram_rule *r,
                                         float x)
{
    const bool in = x >= r->real.low && x < r->real.high;
    const float at = in ? (x - r->real.low) * r->real.scale : 0;
    const uint32_t q = (uint32_t)(int32_t)at, last = r->bins - 1;
    return in ? q < last ? q : last : r->bins;
}

/* Of a problem that has its arrays: low and high, those of the distribution or
 * the image where they are not given, exact of i32. */
void histogram_range(const struct problem *, double *low, double *high);

/* Whether its type has such bins. */
enum status histogram_check(const struct problem *, struct reason *why);

/* Of a problem that has its shape. */
struct histogram_rule histogram_rule(const struct problem *);

/* What the wholes are made of: range 1 to 2^32, bins 1 to 2^20. */
void histogram_divide(struct histogram_rule *, uint64_t range);

/* Whether counters are of 64 bits, as those of 2^32 samples and more are. */
static inline bool histogram_is_wide(const struct problem *p)
{
    return p->out[0].type == ELEM_U64;
}

#ifdef __cplusplus
}
#endif
#endif

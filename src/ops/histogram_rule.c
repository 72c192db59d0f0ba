/* histogram_rule.c - which bins a problem of histogram has, and how the bin of
 * a sample is found. */
#include <float.h>
#include <math.h>

#include "random.h"
#include "ops/histogram.h"
#include "ops/pgm.h"

/* --- ranges --------------------------------------------------------------- */

void histogram_range(const struct problem *p, double *low, double *high)
{
    const struct pgm *image = p->file;
    const double least = p->type == ELEM_I32 ? INT32_MIN : -FLT_MAX;
    const double most = p->type == ELEM_I32 ? 0x1p31 : FLT_MAX;
    struct problem q = *p;
    *low = p->param[HISTOGRAM_PARAM_LOW].r;
    *high = p->param[HISTOGRAM_PARAM_HIGH].r;
    if (*low != 0 || *high != 0)
        return;
    *high = image ? image->most + 1.0 : 0;
    if (image)
        return;
    if (p->input_path)
        q.dist = NULL;
    random_range(&q, 0, low, high);
    *low = fmax(p->type == ELEM_I32 ? floor(*low) : *low, least);
    *high = fmin(p->type == ELEM_I32 ? ceil(*high) : *high, most);
}

static enum status check_whole(double low, double high, struct reason *why)
{
    if (low != floor(low) || high != floor(high) || low < INT32_MIN ||
        high > 0x1p31)
        return fail(
            why, STATUS_USAGE,
            "low=%g, high=%g: of i32 they are whole numbers from -2^31 "
            "to 2^31",
            low, high);
    return STATUS_OK;
}

/* Not a bin of no width, nor one whose width f32 cannot tell. */
static enum status check_real(double low, double high, uint32_t bins,
                              struct reason *why)
{
    const float range = (float)high - (float)low;
    if (!((float)low < (float)high) || !isfinite(range) ||
        !isfinite((float)bins / range))
        return fail(why, STATUS_USAGE,
                    "low=%.9g, high=%.9g: f32 cannot tell how wide %u bins "
                    "between them are",
                    low, high, (unsigned)bins);
    return STATUS_OK;
}

static enum status check_bytes(const struct problem *p, struct reason *why)
{
    const struct pgm *image = p->file;
    if (p->param[HISTOGRAM_PARAM_BINS].i != HISTOGRAM_BYTE_BINS ||
        p->param[HISTOGRAM_PARAM_LOW].r != 0 ||
        p->param[HISTOGRAM_PARAM_HIGH].r != 0)
        return fail(why, STATUS_USAGE,
                    "u8 has 256 bins, one a value: bins, low and high are for "
                    "--type i32 and f32");
    if (image && image->wide)
        return fail(why, STATUS_USAGE,
                    "--input: samples up to %u are beyond u8; --type i32 and "
                    "f32 hold them",
                    image->most);
    return STATUS_OK;
}

enum status histogram_check(const struct problem *p, struct reason *why)
{
    double low, high;
    if (p->type == ELEM_U8)
        return check_bytes(p, why);
    histogram_range(p, &low, &high);
    if (!(low < high))
        return fail(why, STATUS_USAGE, "low=%g, high=%g: low is to be below",
                    low, high);
    return p->type == ELEM_I32
        ? check_whole(low, high, why)
        : check_real(low, high, (uint32_t)p->param[HISTOGRAM_PARAM_BINS].i,
                     why);
}

/* --- the rule ------------------------------------------------------------- */

/* floor(d bins / range) for d < range. With factor = (bins 2^shift + e) / range
 * a whole number, d factor / 2^shift is d e / (range 2^shift) too large, and
 * d bins / range is a multiple of 1 / range: nothing changes while that is
 * less, (range - 1) e < 2^shift. Else the factor is rounded down, and the
 * quotient at most 1 too small, as d < 2^shift. The factor has 32 bits, so that
 * the product has 64. */
void histogram_divide(struct histogram_rule *rule, uint64_t range)
{
    uint64_t quotient = UINT64_MAX, rest = 0;
    int shift = 64;
    while (quotient >= UINT32_MAX) {
        const unsigned __int128 all = (unsigned __int128)rule->bins << --shift;
        quotient =
            all / range > UINT64_MAX ? UINT64_MAX : (uint64_t)(all / range);
        rest = (uint64_t)(all % range);
    }
    const uint64_t e = rest ? range - rest : 0;
    const bool exact =
        (unsigned __int128)(range - 1) * e < (unsigned __int128)1 << shift;
    rule->whole.range = range;
    rule->whole.factor = (uint32_t)(quotient + (exact && rest));
    rule->whole.shift = shift;
    rule->whole.inexact = !exact;
}

struct histogram_rule histogram_rule(const struct problem *p)
{
    struct histogram_rule rule = {
        .bins = (uint32_t)p->param[HISTOGRAM_PARAM_BINS].i
    };
    double low = 0, high = 0;
    if (p->type == ELEM_U8)
        return rule;
    histogram_range(p, &low, &high);
    if (p->type == ELEM_I32) {
        rule.whole.low = (uint32_t)(int64_t)low;
        histogram_divide(&rule, (uint64_t)(high - low));
        return rule;
    }
    rule.real.low = (float)low;
    rule.real.high = (float)high;
    rule.real.scale = (float)rule.bins / (rule.real.high - rule.real.low);
    return rule;
}

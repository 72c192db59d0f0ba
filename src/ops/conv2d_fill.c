/* conv2d_fill.c - images and filters.
 *
 * Random taps have all bits of f32. Factors of a separable filter have 12, so
 * that their products, the taps, are exact: one pass and two then compute the
 * same sums.
 *
 * The twin is of 1 and -1, but for one tap and, in each k x k pixels, one
 * pixel, which have all bits of f32; of a separable filter it is a number of a
 * factor, which as many taps then have, and so has fewer bits. Where both meet,
 * or add up, sums round: conv2d_check() knows where. */
#include "ops/conv2d_fill.h"

#include <float.h>
#include <math.h>

#include "digest.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/conv2d.h"
#include "ops/pgm.h"

enum { FACTOR_DIGITS = FLT_MANT_DIG / 2 };

static size_t k_of(const struct problem *p)
{
    return (size_t)p->param[CONV2D_PARAM_K].i;
}

static uint64_t word_of(const struct problem *p, int which, size_t i)
{
    return digest_word(p->seed ^ (0x517cc1b727220a95u * (unsigned)which), i);
}

/* --- the twin ------------------------------------------------------------- */

/* A whole number of so many bits, up to 5/4 of the least of them; odd, so that
 * the last bit counts. */
static float wide(uint64_t word, int digits)
{
    const uint64_t top = UINT64_C(1) << (digits - 1);
    return (float)(top + (word % (top / 4) | 1));
}

static float sign(uint64_t word)
{
    return word >> 63 ? 1 : -1;
}

static void twin_taps(const struct problem *p, float *f)
{
    const size_t k = k_of(p), at = word_of(p, CONV2D_F, k * k) % (k * k);
    for (size_t i = 0; i < k * k; i++)
        f[i] = sign(word_of(p, CONV2D_F, i));
    f[at] = wide(word_of(p, CONV2D_F, at), FLT_MANT_DIG);
}

/* The number that is wide is in one of the two; k of them are to leave room for
 * a pixel of all bits. */
static void twin_factor(const struct problem *p, int which, float *factor)
{
    const size_t k = k_of(p);
    const uint64_t word = word_of(p, CONV2D_F, 0);
    const int owner = word & 1 ? CONV2D_COLUMN : CONV2D_ROW;
    const int digits = FLT_MANT_DIG - 2 - (int)ceil(log2((double)k));
    for (size_t i = 0; i < k; i++)
        factor[i] = sign(word_of(p, which, i));
    if (which == owner)
        factor[(word >> 1) % k] = wide(word_of(p, which, k), digits);
}

/* --- filters -------------------------------------------------------------- */

/* Rounded, so that products of two are exact. */
static float half_as_many_bits(double x)
{
    int exponent;
    const double fraction = frexp(x, &exponent);
    return (float)ldexp(nearbyint(ldexp(fraction, FACTOR_DIGITS)),
                        exponent - FACTOR_DIGITS);
}

/* From -1 to 1. */
static double random_tap(const struct problem *p, int which, size_t i)
{
    return 2 * random_unit(p->seed, which, i) - 1;
}

/* What sums to about 1: three deviations to each side. */
static double gauss(size_t k, size_t i)
{
    const double deviation = (double)k / 6, r = (double)(k - 1) / 2;
    double sum = 0, value = 0;
    for (size_t at = 0; at < k; at++) {
        const double x = ((double)at - r) / deviation;
        const double weight = exp(-x * x / 2);
        sum += weight;
        value = at == i ? weight : value;
    }
    return value / sum;
}

static void fill_factor(const struct problem *p, int which, float *factor)
{
    const size_t k = k_of(p);
    if (p->dist == dist_twin) {
        twin_factor(p, which, factor);
        return;
    }
    for (size_t i = 0; i < k; i++)
        switch (p->param[CONV2D_PARAM_FILTER].i) {
        case CONV2D_BOX: factor[i] = half_as_many_bits(1 / (double)k); break;
        case CONV2D_GAUSS: factor[i] = half_as_many_bits(gauss(k, i)); break;
        default: factor[i] = half_as_many_bits(random_tap(p, which, i));
        }
}

static void fill_taps(const struct problem *p, float *f)
{
    float column[CONV2D_K_MOST], row[CONV2D_K_MOST];
    const size_t k = k_of(p);
    if (!conv2d_is_separable(p)) {
        for (size_t i = 0; i < k * k; i++)
            f[i] = (float)random_tap(p, CONV2D_F, i);
        if (p->dist == dist_twin)
            twin_taps(p, f);
        return;
    }
    fill_factor(p, CONV2D_COLUMN, column);
    fill_factor(p, CONV2D_ROW, row);
    for (size_t i = 0; i < k * k; i++)
        f[i] = column[i / k] * row[i % k];
}

/* --- images --------------------------------------------------------------- */

struct filling {
    const struct problem *problem;
    const struct pgm *image; /* NULL: the twin */
    float *x;
};

static float twin_pixel(const struct problem *p, size_t i)
{
    const size_t k = k_of(p), at = word_of(p, CONV2D_X, SIZE_MAX) % (k * k);
    const uint64_t word = word_of(p, CONV2D_X, i);
    const size_t row = i / p->dim[1], column = i % p->dim[1];
    return row % k == at / k && column % k == at % k
        ? sign(word) * wide(word, FLT_MANT_DIG)
        : sign(word);
}

static void fill_block(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        f->x[i] =
            f->image ? (float)pgm_at(f->image, i) : twin_pixel(f->problem, i);
}

bool conv2d_fill(const struct problem *p, int which, void *elements)
{
    struct filling f = { .problem = p, .image = p->file, .x = elements };
    switch (which) {
    case CONV2D_F: fill_taps(p, elements); return true;
    case CONV2D_X:
        if (p->file || p->dist == dist_twin)
            parallel_for(p->in[which].count, fill_block, &f);
        return p->file || p->dist == dist_twin;
    default: fill_factor(p, which, elements); return true;
    }
}

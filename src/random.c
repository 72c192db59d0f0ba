/* random.c - inputs from a seeded counter-based generator.
 *
 * Word w of array k is word w mod 4 of the Philox4x32-10 block with counter
 * (w / 4, k, 0) and the seed as key. An element takes its words by index, so
 * that it is the same whoever computes it, in whatever order. */
#include "random.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <Random123/philox.h>

#include "random_zipf.h"
#include "simd.h"
#include "host/parallel.h"

/* In the order of dists[]. */
enum kind {
    UNIFORM,
    NORMAL,
    INTEGERS,
    CONSTANT,
    ASCENDING,
    DESCENDING,
    FEW,
    ZIPF,
    BITS,
    NEARLY
};

const struct dist dists[] = {
    [UNIFORM] = { "uniform", "floats in [0, 1), integers of any value", 0,
                  false, false },
    [NORMAL] = { "normal",
                 "mean 0, deviation 1; integers 1000 times that, "
                 "unsigned ones its absolute value; u8: mean 128, "
                 "deviation 32",
                 0, false, false },
    [INTEGERS] = { "integers",
                   "whole numbers but 0 whose sums are exact: -4 to 4 "
                   "(unsigned: 1 to 8); of floats that are added, as large "
                   "as leaves them so",
                   0, false, false },
    [CONSTANT] = { "constant", "every element ARG", 1, true, false },
    [ASCENDING] = { "ascending", "1, 2, 3, ...", 0, false, false },
    [DESCENDING] = { "descending",
                     "-1, -2, -3, ...; unsigned: from the "
                     "largest down",
                     0, false, false },
    [FEW] = { "few", "ARG distinct values, 1 to ARG, in random order", 16,
              true, true },
    [ZIPF] = { "zipf",
               "k from 1 to 2^20 (u8: 255) in proportion to 1 / k^ARG, in "
               "random order",
               1, true, false, ZIPF_EXPONENT_MOST },
    [BITS] = { "bits",
               "any bits: integers of any value, floats of any size, NaN and "
               "infinities among them",
               0, false, false, 0 },
    [NEARLY] = { "nearly",
                 "1, 2, 3, ..., but ARG in 100 of them anything from 1 to "
                 "twice that",
                 1, true, false, 100 },
    { 0 }
};

const struct dist *dist_twin = &dists[INTEGERS];

const struct dist *dist_find(const char *name, size_t length)
{
    for (const struct dist *d = dists; d->name; d++)
        if (strlen(d->name) == length && !memcmp(d->name, name, length))
            return d;
    return NULL;
}

/* --- words ---------------------------------------------------------------- */

/* A group is what is generated at a time: several blocks, so that the
 * compiler computes one block a SIMD lane. */
enum { GROUP_BLOCKS = 16, GROUP_WORDS = 4 * GROUP_BLOCKS };

SIMD_CLONES
static void random_words(uint64_t first_block, uint32_t which,
                         const philox4x32_key_t key, uint32_t *words)
{
    for (size_t j = 0; j < GROUP_BLOCKS; j++) {
        const uint64_t block = first_block + j;
        const philox4x32_ctr_t counter = {
            { (uint32_t)block, (uint32_t)(block >> 32), which, 0 }
        };
        const philox4x32_ctr_t word = philox4x32(counter, key);
        for (size_t k = 0; k < 4; k++)
            words[4 * j + k] = word.v[k];
    }
}

/* Two words as one normal number; their other one with `sine` (Box and
 * Muller 1958). */
static double box_muller(uint32_t a, uint32_t b, size_t sine)
{
    const double radius = sqrt(-2 * log(((double)a + 1) * 0x1p-32));
    const double angle = 6.283185307179586 * 0x1p-32 * (double)b;
    return radius * (sine ? sin(angle) : cos(angle));
}

/* --- elements ------------------------------------------------------------- */

#define NORMAL_SCALE 1000 /* deviation of normal integers */
#define BYTE_MEAN 128     /* of normal u8, */
#define BYTE_SCALE 32     /* and their deviation */
#define TWIN_MOST 4       /* where an input's twin_most is 0 */

struct filling {
    enum elem type;
    enum kind kind;
    double argument;
    uint64_t most; /* of INTEGERS */
    struct zipf zipf;
    uint32_t which;
    philox4x32_key_t key;
    void *elements;
    size_t count;
};

/* As many distinct numbers as a type can count to. */
static struct zipf zipf_in(enum elem type, double exponent)
{
    return zipf_of(exponent, elem_size(type) == 1 ? UINT8_MAX : ZIPF_MOST);
}

#define ELEM_TEMPLATE "random_tmpl.h"
#include "elem_each_every.h"
#undef ELEM_TEMPLATE

enum status random_fits(const struct problem *p, struct reason *why)
{
    double made = p->dist_argument;
    if (p->dist != &dists[CONSTANT])
        return STATUS_OK;
    switch (elem_is_float(p->type) ? ELEM_NONE : p->type) {
#define MADE(NAME, name, ...)                                                 \
    case ELEM_##NAME: made = (double)name##_constant(made); break;
        ELEMS(MADE)
#undef MADE
    case ELEM_NONE:
    case ELEM_COUNT: break;
    }
    return made == p->dist_argument
        ? STATUS_OK
        : fail(why, STATUS_USAGE,
               "--dist constant:%g: no %s is that; the nearest is %.17g",
               p->dist_argument, elem_name(p->type), made);
}

static void fill_groups(void *context, size_t begin, size_t end, int rank)
{
    static void (*const fill_of[])(const struct filling *, size_t, size_t) = {
#define ROW(NAME, name, ...) [ELEM_##NAME] = name##_fill,
        ELEMS(ROW)
#undef ROW
    };
    const struct filling *f = context;
    (void)rank;
    fill_of[f->type](f, begin, end);
}

/* --- the twin -------------------------------------------------------------
 *
 * Sums of numbers from -m to m with random signs are a random walk: those of
 * up to n lie within SIGMAS m sqrt(n / 3), or m n where that is less. That is
 * kept to a quarter of what d bits hold, 2^(d-2). Then one number from 2^(d-1)
 * to 2^(d-1) + 2^(d-2) fits beside it, and another below zero: alone or
 * together, all sums stay within 2^d. */

static const double SIGMAS = 8;

void random_twin_sums(struct array *a, int digits)
{
    const double n = a->count ? (double)a->count : 1;
    const double most = ldexp(1, digits - 2) / fmin(n, SIGMAS * sqrt(n / 3));
    if (most < TWIN_MOST)
        return;
    a->twin_most = (int64_t)fmin(most, ldexp(1, digits - 2) - 1);
    a->twin_digits = digits;
}

static void put_integer(enum elem type, void *elements, size_t i, int64_t v)
{
    switch (type) {
#define PUT(NAME, name, ...)                                                  \
    case ELEM_##NAME: ((elem_##name *)elements)[i] = (elem_##name)v; break;
        ELEMS(PUT)
#undef PUT
    case ELEM_NONE:
    case ELEM_COUNT: break;
    }
}

/* Odd, so that the last of their bits counts. */
static void widen(const struct array *a, uint64_t seed, void *elements)
{
    const int64_t top = INT64_C(1) << (a->twin_digits - 1);
    size_t at[2] = { 0 };
    for (int k = 0; k < 2 && a->count > (size_t)k; k++) {
        const int64_t low =
            (int64_t)(random_next(&seed) % (uint64_t)(top / 2)) | 1;
        at[k] = (size_t)(random_next(&seed) % a->count);
        if (k && at[1] == at[0])
            at[1] = (at[0] + 1) % a->count;
        put_integer(a->type, elements, at[k], k ? -(top + low) : top + low);
    }
}

void random_fill(const struct problem *p, int which, void *elements)
{
    const struct array *array = &p->in[which];
    const struct dist *dist = p->dist ? p->dist : &dists[0];
    struct filling f = {
        .type = array->type,
        .kind = (enum kind)(dist - dists),
        .argument = p->dist_argument,
        .most = (uint64_t)(array->twin_most ? array->twin_most : TWIN_MOST),
        .which = (uint32_t)which,
        .key = { { (uint32_t)p->seed, (uint32_t)(p->seed >> 32) } },
        .elements = elements,
        .count = array->count,
    };
    if (f.kind == ZIPF)
        f.zipf = zipf_in(f.type, f.argument);
    const size_t group =
        elem_size(f.type) > sizeof(uint32_t) ? GROUP_WORDS / 2 : GROUP_WORDS;
    parallel_for((f.count + group - 1) / group, fill_groups, &f);
    if (f.kind == INTEGERS && array->twin_digits)
        widen(array, p->seed + f.which, elements);
}

/* --- quantiles ------------------------------------------------------------ */

/* What a standard normal number exceeds with probability `share`, to within
 * 4.5e-4 (Hastings 1955; Abramowitz and Stegun 26.2.23). */
static double normal_exceeded(double share)
{
    const double t = sqrt(-2 * log(share < 0.5 ? share : 1 - share));
    const double above = 2.515517 + t * (0.802853 + t * 0.010328);
    const double below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    const double z = t - above / below;
    return share < 0.5 ? z : -z;
}

/* Of integers over the whole range of their type, and floats in [0, 1). */
static double uniform_exceeded(enum elem type, double share)
{
    const int bits = 8 * (int)elem_size(type);
    if (elem_is_float(type))
        return 1 - share;
    return (elem_kind(type) == ELEM_UNSIGNED ? 1 - share : 0.5 - share) *
        ldexp(1, bits) -
        1;
}

/* Of floats of any bits, whose patterns are in the order of their sizes: as
 * many are above 0 as below it, and NaN is above nothing. */
static double bits_exceeded(enum elem type, double share)
{
    const int bits = 8 * (int)elem_size(type);
    const int fraction = elem_digits(type) - 1;
    const double sizes = ldexp(1, bits - 1) - ldexp(1, fraction);
    const double below = sizes - share * ldexp(1, bits);
    const uint64_t pattern = (uint64_t)fmin(fmax(fabs(below), 0), sizes)
        << (64 - bits);
    const uint32_t narrow = (uint32_t)(pattern >> 32);
    float f;
    double d;
    memcpy(&f, &narrow, sizeof f);
    memcpy(&d, &pattern, sizeof d);
    return copysign(bits == 32 ? (double)f : d, below);
}

double random_exceeded(const struct problem *p, int which, double share)
{
    const struct array *a = &p->in[which];
    const struct dist *dist = p->dist ? p->dist : &dists[0];
    const bool is_signed = elem_kind(a->type) != ELEM_UNSIGNED;
    const double n = (double)a->count;
    const double most = a->twin_most ? (double)a->twin_most : TWIN_MOST;
    const double kept = nearbyint(share * 2 * most); /* of 2 most values */
    struct zipf zipf;
    switch ((enum kind)(dist - dists)) {
    case NORMAL:
        if (elem_size(a->type) == 1)
            return BYTE_MEAN + BYTE_SCALE * normal_exceeded(share);
        return (elem_is_float(a->type) ? 1 : NORMAL_SCALE) *
            normal_exceeded(is_signed ? share : share / 2);
    case INTEGERS: /* there is no 0 among the signed ones */
        return !is_signed ? 2 * most - kept : most - kept - (kept > most);
    case CONSTANT: return share < 0.5 ? HUGE_VAL : -HUGE_VAL;
    case NEARLY:
    case ASCENDING: return n - nearbyint(share * n);
    case DESCENDING:
        return (is_signed ? -1 : ldexp(1, 8 * (int)elem_size(a->type)) - 1) -
            nearbyint(share * n);
    case FEW: return p->dist_argument - nearbyint(share * p->dist_argument);
    case ZIPF:
        zipf = zipf_in(a->type, p->dist_argument);
        return zipf_exceeded(&zipf, share);
    case BITS:
        return elem_is_float(a->type) ? bits_exceeded(a->type, share)
                                      : uniform_exceeded(a->type, share);
    default: return uniform_exceeded(a->type, share);
    }
}

/* --- ranges --------------------------------------------------------------- */

/* Past this many deviations are 6 in 10^5 normal numbers; of integers, 4 in
 * 10^5 are past 4.096. */
#define NORMAL_MOST 4
#define NORMAL_INTEGERS_MOST 4096

static double normal_most(enum elem type)
{
    return elem_is_float(type) ? NORMAL_MOST : NORMAL_INTEGERS_MOST;
}

static void uniform_range(enum elem type, double *low, double *high)
{
    const int bits = 8 * (int)elem_size(type);
    const bool is_signed = elem_kind(type) == ELEM_SIGNED;
    *low = is_signed ? -ldexp(1, bits - 1) : 0;
    *high = elem_is_float(type) ? 1 : ldexp(1, is_signed ? bits - 1 : bits);
}

void random_range(const struct problem *p, int which, double *low,
                  double *high)
{
    const struct array *a = &p->in[which];
    const struct dist *dist = p->dist ? p->dist : &dists[0];
    const bool is_signed = elem_kind(a->type) != ELEM_UNSIGNED;
    const double most = a->twin_most ? (double)a->twin_most : TWIN_MOST;
    const double n = a->count ? (double)a->count : 1;
    *low = 1;
    switch ((enum kind)(dist - dists)) {
    case NORMAL:
        if (elem_size(a->type) == 1) {
            uniform_range(a->type, low, high);
            return;
        }
        *high = normal_most(a->type);
        *low = is_signed ? -*high : 0;
        return;
    case INTEGERS:
        *low = is_signed ? -most : 1;
        *high = is_signed ? most + 1 : 2 * most + 1;
        return;
    case CONSTANT:
        *low = fmin(p->dist_argument, 0);
        *high = fmax(2 * p->dist_argument, 1);
        return;
    case ASCENDING: *high = n + 1; return;
    case NEARLY: *high = 2 * n + 1; return;
    case DESCENDING:
        *low = is_signed ? -n : ldexp(1, 8 * (int)elem_size(a->type)) - n;
        *high = *low + n;
        return;
    case FEW: *high = p->dist_argument + 1; return;
    case ZIPF: *high = zipf_in(a->type, 1).most + 1; return;
    case BITS:
        uniform_range(a->type, low, high);
        *low = elem_is_float(a->type) ? -1 : *low;
        return;
    default: uniform_range(a->type, low, high);
    }
}

double random_unit(uint64_t seed, int which, uint64_t index)
{
    const philox4x32_key_t key = { { (uint32_t)seed,
                                     (uint32_t)(seed >> 32) } };
    const philox4x32_ctr_t counter = {
        { (uint32_t)index, (uint32_t)(index >> 32), (uint32_t)which, 0 }
    };
    return ((double)philox4x32(counter, key).v[0] + 1) * 0x1p-32;
}

/* SplitMix64 (Steele, Lea and Flood 2014). */
uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

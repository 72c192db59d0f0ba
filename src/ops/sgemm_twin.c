/* sgemm_twin.c - the twin of sgemm.
 *
 * A product of two wide numbers has more bits than f32, so for each k either
 * column k of A is wide and row k of B holds 1 and -1, or the other way round,
 * at random. Wide are whole numbers up to a bound which a sum of K of random
 * signs, a random walk, leaves in an eighth of what the significand holds; and
 * for one k of A, and another one of B, numbers of all its bits, above zero in
 * A and below in B, beside 1 alone: each element of C gets one of either, which
 * cancel but for half of that. C takes another eighth. */
#include "ops/sgemm_twin.h"

#include <float.h>
#include <math.h>

#include "digest.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/sgemm.h"
#include "ops/sgemm_oracle.h"

enum { A, B, C };

/* Of factors of many bits, which round however small the twin is: A as wide as
 * TF32 is not. */
enum { SMALL_A = 4095, SMALL_B = 1, SMALL_C = 4 };

static const double SIGMAS = 8; /* of the walk */

/* The lowest bit of a factor, of which all its multiples by integers are
 * multiples; of zero huge. */
static double unit_of(float factor)
{
    int exponent;
    const float significand = frexpf(fabsf(factor), &exponent);
    if (!(factor != 0) || !isfinite(factor))
        return HUGE_VAL;
    int64_t bits = (int64_t)ldexpf(significand, FLT_MANT_DIG);
    for (exponent -= FLT_MANT_DIG; bits % 2 == 0; bits /= 2)
        exponent++;
    return ldexp(1, exponent);
}

/* The bits of A B whose sums f32 holds beside C: all terms are multiples of the
 * unit of either factor, and so are their sums, which f32 holds up to 2^24
 * times. */
static int digits_of(const struct problem *p)
{
    const float alpha = sgemm_alpha(p), beta = sgemm_beta(p);
    const double unit = fmin(unit_of(alpha), unit_of(beta));
    return !(alpha != 0)
        ? FLT_MANT_DIG
        : FLT_MANT_DIG - (int)ceil(log2(fabs((double)alpha) / unit));
}

static double wide_most(const struct problem *p)
{
    const double k = p->dim[2] ? (double)p->dim[2] : 1;
    return floor(ldexp(1, digits_of(p) - 3) / fmin(k, SIGMAS * sqrt(k / 3)));
}

static double c_most(const struct problem *p)
{
    const double alpha = fabs((double)sgemm_alpha(p));
    const double beta = fabs((double)sgemm_beta(p));
    const double most = ldexp(1, FLT_MANT_DIG - 3);
    if (!(beta > 0))
        return most;
    return fmin(floor(alpha > 0 ? ldexp(alpha / beta, digits_of(p) - 3)
                                : ldexp(unit_of(sgemm_beta(p)) / beta,
                                        FLT_MANT_DIG - 1)),
                most);
}

/* Of factors of many bits f32 holds few multiples. */
bool sgemm_twin_exact(const struct problem *p)
{
    return digits_of(p) >= 4 && wide_most(p) >= 1 && c_most(p) >= 1;
}

int64_t sgemm_twin_most(const struct problem *p, int which)
{
    static const int64_t small[] = { SMALL_A, SMALL_B, SMALL_C };
    return which == C && sgemm_twin_exact(p) ? (int64_t)c_most(p)
                                             : small[which];
}

/* --- filling -------------------------------------------------------------- */

struct filling {
    uint64_t seed;
    int which, digits;
    uint32_t most;
    size_t per_k, k;    /* elements from one k to the next */
    size_t all_bits[2]; /* the k of A's and of B's; k: none */
    float *elements;
};

static void choose_all_bits(struct filling *f)
{
    const uint64_t a = digest_word(f->seed, 1), b = digest_word(f->seed, 2);
    f->all_bits[A] = f->k ? a % f->k : 0;
    f->all_bits[B] =
        f->k > 1 ? (f->all_bits[A] + 1 + b % (f->k - 1)) % f->k : f->k;
    if (f->k == 1 && b % 2) {
        f->all_bits[A] = f->k;
        f->all_bits[B] = 0;
    }
}

/* Odd, so that the last of its bits counts. */
static float all_bits(const struct filling *f, uint64_t word)
{
    const uint64_t top = UINT64_C(1) << (f->digits - 1);
    const float x = (float)(top + (word % (top / 2) | 1));
    return f->which == A ? x : -x;
}

static float number(const struct filling *f, uint64_t word, size_t k)
{
    const uint32_t high = (uint32_t)(word >> 32);
    const bool wide =
        f->k == 1 || (digest_word(f->seed, 3 + k) & 1) == (uint64_t)f->which;
    if (k == f->all_bits[f->which])
        return all_bits(f, word);
    if (k == f->all_bits[!f->which])
        return 1;
    if (!wide)
        return high >> 31 ? 1 : -1;
    const int64_t most = f->most;
    const int64_t v = (int64_t)((uint64_t)high * 2 * f->most >> 32) - most;
    return (float)(v + (v >= 0));
}

static void fill_block(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        const size_t k = i / f->per_k % f->k;
        const uint64_t word =
            digest_word(f->seed ^ (0x517cc1b727220a95u << f->which), i);
        f->elements[i] = number(f, word, k);
    }
}

bool sgemm_twin_fill(const struct problem *p, int which, float *elements)
{
    struct filling f = { .seed = p->seed,
                         .which = which,
                         .digits = digits_of(p),
                         .k = p->dim[2],
                         .elements = elements };
    const struct sgemm_steps a = sgemm_steps(p, SGEMM_A);
    const struct sgemm_steps b = sgemm_steps(p, SGEMM_B);
    f.per_k = which == A ? a.column : b.row;
    if (which == C || !sgemm_twin_exact(p))
        return false;
    f.most = (uint32_t)wide_most(p);
    choose_all_bits(&f);
    parallel_for(p->in[which].count, fill_block, &f);
    return true;
}

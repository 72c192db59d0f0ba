/* test_twin.c - the numbers of the twin that are added: as wide as their type,
 * and their sums exact all the same. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "random.h"
#include "ops/sgemm.h"
#include "ops/sgemm_twin.h"

enum { MOST = 100003 };

static struct problem problem_of(enum elem type, size_t count)
{
    struct problem p = {
        .type = type, .size = count, .dist = dist_twin, .in_count = 1
    };
    p.in[0] = (struct array){ .name = "x", .type = type, .count = count };
    random_twin_sums(&p.in[0], elem_digits(type));
    return p;
}

/* How far apart sums of every so manieth element are at most. */
static double reach_of_sums(const double *x, size_t n, size_t stride)
{
    double reach = 0;
    for (size_t first = 0; first < stride && first < n; first++) {
        double sum = 0, least = 0, most = 0;
        for (size_t i = first; i < n; i += stride) {
            sum += x[i];
            least = fmin(least, sum);
            most = fmax(most, sum);
        }
        reach = fmax(reach, most - least);
    }
    return reach;
}

/* Whole numbers, the wide ones among them odd. */
static size_t wide_ones(const double *x, size_t n, int digits, size_t *place)
{
    size_t wide = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(x[i] == nearbyint(x[i]) && x[i] != 0);
        if (fabs(x[i]) < ldexp(1, digits - 1))
            continue;
        assert_true(fabs(x[i]) < ldexp(1, digits) && fmod(x[i], 2) != 0);
        *place = i;
        wide++;
    }
    return wide;
}

static void as_doubles(const struct problem *p, double *x)
{
    static float single[MOST];
    random_fill(p, 0, p->type == ELEM_F64 ? (void *)x : single);
    for (size_t i = 0; i < p->size && p->type == ELEM_F32; i++)
        x[i] = (double)single[i];
}

/* All bits of the significand, elsewhere with another seed, and yet all sums
 * exact. */
static void twin_of_sums(void **state)
{
    static const size_t sizes[] = { 1, 2, 33, 4099, MOST };
    static double x[MOST];
    (void)state;
    for (size_t k = 0; k < 2 * (sizeof sizes / sizeof *sizes); k++) {
        const enum elem type = k % 2 ? ELEM_F64 : ELEM_F32;
        const int digits = elem_digits(type);
        const size_t n = sizes[k / 2];
        struct problem p = problem_of(type, n);
        size_t place[8] = { 0 }, moved = 0;
        for (p.seed = 0; p.seed < 8; p.seed++) {
            as_doubles(&p, x);
            assert_int_equal(wide_ones(x, n, digits, &place[p.seed]),
                             n < 2 ? n : 2);
            moved += place[p.seed] != place[0];
            for (size_t stride = 1; stride <= 4096; stride *= 8)
                assert_true(reach_of_sums(x, n, stride) <= ldexp(1, digits));
        }
        assert_true(n < 33 || moved > 4);
    }
}

/* Most of the others, too, have more bits than bf16 has. */
static void twin_is_wide(void **state)
{
    static float x[MOST];
    const struct problem p = problem_of(ELEM_F32, MOST);
    size_t wide = 0;
    (void)state;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++) {
        int exponent;
        const float top = ldexpf(frexpf(x[i], &exponent), 8);
        wide += top != (float)(int)top;
    }
    assert_in_range(wide, MOST / 2, MOST);
}

/* --- sgemm ---------------------------------------------------------------- */

enum { ROWS = 3, COLUMNS = 5, DEEPEST = 4097 };

static struct problem product_of(const char *k, const char *alpha,
                                 const char *beta)
{
    const char *const settings[] = { "m=3", "n=5", k, alpha, beta };
    struct reason why = { "" };
    struct problem p;
    assert_int_equal(
        bed_problem(&p, op_find("sgemm"), ELEM_F32, 1, settings, 5, &why),
        STATUS_OK);
    p.dist = dist_twin;
    return p;
}

/* Bits from the first that is set to the last. */
static int bits_of(float x)
{
    int exponent, bits = 0;
    for (double f = fabs((double)frexpf(x, &exponent)); f > 0; bits++)
        f = 2 * f - floor(2 * f);
    return bits;
}

static int most_bits(const float *x, size_t n)
{
    int most = 0;
    for (size_t i = 0; i < n; i++)
        most = bits_of(x[i]) > most ? bits_of(x[i]) : most;
    return most;
}

/* That f32 adds to the very sum that double has, forwards and backwards. */
static void product_is_exact(const struct problem *p, const float *a,
                             const float *b, const float *c)
{
    const size_t depth = p->dim[2];
    const double alpha = p->param[SGEMM_PARAM_ALPHA].r;
    const double beta = p->param[SGEMM_PARAM_BETA].r;
    for (size_t at = 0; at < ROWS * COLUMNS; at++) {
        const size_t i = at / COLUMNS, j = at % COLUMNS;
        float up = 0, down = beta != 0 ? (float)beta * c[at] : 0;
        double sum = 0;
        for (size_t k = 0; k < depth; k++) {
            const size_t back = depth - 1 - k;
            up += a[i * depth + k] * b[k * COLUMNS + j];
            down += (float)alpha * a[i * depth + back] * b[back * COLUMNS + j];
            sum += (double)a[i * depth + k] * (double)b[k * COLUMNS + j];
        }
        const double want =
            alpha * sum + (beta != 0 ? beta * (double)c[at] : 0);
        const float got =
            (float)alpha * up + (beta != 0 ? (float)beta * c[at] : 0);
        assert_true((double)got == want && (double)down == want);
    }
}

static void sgemm_twin(void **state)
{
    static const struct {
        const char *k, *alpha, *beta;
        int bits; /* of A and B */
    } cases[] = { { "k=1", "alpha=1", "beta=0", 24 },
                  { "k=2", "alpha=1", "beta=0", 24 },
                  { "k=64", "alpha=1", "beta=1", 24 },
                  { "k=4097", "alpha=1", "beta=0", 24 },
                  { "k=4097", "alpha=-0.25", "beta=1", 24 },
                  { "k=4096", "alpha=-2", "beta=0.25", 21 },
                  { "k=4096", "alpha=0.75", "beta=-1.5", 22 },
                  { "k=64", "alpha=1.5", "beta=-0.5", 22 },
                  { "k=64", "alpha=0", "beta=0.75", 24 } };
    static float a[ROWS * DEEPEST], b[DEEPEST * COLUMNS], c[ROWS * COLUMNS];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem p =
            product_of(cases[i].k, cases[i].alpha, cases[i].beta);
        const size_t depth = p.dim[2];
        assert_true(sgemm_twin_exact(&p));
        for (p.seed = 0; p.seed < 8; p.seed++) {
            assert_true(p.op->fill(&p, 0, a) && p.op->fill(&p, 1, b));
            if (p.in_count > 2)
                random_fill(&p, 2, c);
            const int in_a = most_bits(a, ROWS * depth);
            const int in_b = most_bits(b, depth * COLUMNS);
            assert_int_equal(in_a > in_b ? in_a : in_b, cases[i].bits);
            assert_true(depth == 1 || in_a == in_b);
            product_is_exact(&p, a, b, c);
        }
    }
}

/* Factors of many bits round, however small the numbers. */
static void sgemm_without_exact_factors(void **state)
{
    float x[16];
    const struct problem p = product_of("k=4", "alpha=0.1", "beta=-0.3");
    const struct problem far =
        product_of("k=4", "alpha=1024", "beta=0.0009765625");
    (void)state;
    assert_false(sgemm_twin_exact(&p) || sgemm_twin_exact(&far));
    assert_false(p.op->fill(&p, 0, x));
    assert_int_equal(p.in[0].twin_most, 4095);
    assert_int_equal(p.in[1].twin_most, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twin_of_sums),
        cmocka_unit_test(twin_is_wide),
        cmocka_unit_test(sgemm_twin),
        cmocka_unit_test(sgemm_without_exact_factors),
    };
    return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}

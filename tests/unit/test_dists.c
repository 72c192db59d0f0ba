/* test_dists.c - distributions that follow a law: as often as it says, and in
 * the range that is told of them. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "random.h"

enum { MOST = 100003 };

static struct problem problem_of(enum elem type, size_t count,
                                 const char *dist)
{
    struct problem p = { .type = type,
                         .size = count,
                         .seed = 0,
                         .in_count = 1,
                         .in = { { "x", type, count, 0, 0, 0 } } };
    p.dist = dist_find(dist, strlen(dist));
    p.dist_argument = p.dist->preset;
    return p;
}

/* As often as the law says: sums of probabilities to within five standard
 * deviations of a binomial, below, at and above exponent 1. */
static void zipf_numbers(void **state)
{
    static const double exponents[] = { 0.25, 0.999999999999, 1, 1.5, 4 };
    static const uint32_t upto[] = { 1, 2, 3, 10, 100, 1000, 30000, 600000 };
    enum { ZIPF_MOST = 1 << 20, BOUNDS = sizeof upto / sizeof upto[0] };
    static uint32_t x[MOST];
    (void)state;
    for (size_t e = 0; e < sizeof exponents / sizeof exponents[0]; e++) {
        struct problem p = problem_of(ELEM_U32, MOST, "zipf");
        double below[BOUNDS] = { 0 }, all = 0;
        p.dist_argument = exponents[e];
        random_fill(&p, 0, x);
        for (uint32_t k = 1; k <= ZIPF_MOST; k++) {
            const double chance = pow(k, -exponents[e]);
            all += chance;
            for (size_t b = 0; b < BOUNDS; b++)
                below[b] += k <= upto[b] ? chance : 0;
        }
        for (size_t b = 0; b < BOUNDS; b++) {
            const double share = below[b] / all;
            double seen = 0;
            for (size_t i = 0; i < MOST; i++)
                seen += x[i] >= 1 && x[i] <= upto[b];
            assert_true(fabs(seen / MOST - share) <=
                        5 * sqrt(share * (1 - share) / MOST) + 1.0 / MOST);
        }
        for (size_t i = 0; i < MOST; i++)
            assert_in_range(x[i], 1, ZIPF_MOST);
    }
}

/* Of bytes as many as there are; the first is what it is in all types. */
static void zipf_bytes(void **state)
{
    static uint8_t x[MOST];
    size_t seen[256] = { 0 };
    const struct problem p = problem_of(ELEM_U8, MOST, "zipf");
    (void)state;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++)
        seen[x[i]]++;
    assert_int_equal(seen[0], 0);
    assert_true(seen[255] > 0 && seen[1] > MOST / 7 && seen[1] < MOST / 6);
}

/* Of bytes about 128: within one deviation, 32, and its ends, 69.0 %. */
static void normal_bytes(void **state)
{
    static uint8_t x[MOST];
    size_t near = 0, below = 0;
    const struct problem p = problem_of(ELEM_U8, MOST, "normal");
    (void)state;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++) {
        near += x[i] >= 96 && x[i] <= 160;
        below += x[i] < 128;
    }
    assert_in_range(near, MOST * 682 / 1000, MOST * 698 / 1000);
    assert_in_range(below, MOST * 48 / 100, MOST * 51 / 100);
}

/* All signs and exponents, those of NaN and infinities too. */
static void any_bits(void **state)
{
    static float x[MOST];
    static uint32_t words[MOST];
    size_t nans = 0, minus = 0, small = 0;
    struct problem p = problem_of(ELEM_F32, MOST, "bits");
    (void)state;
    random_fill(&p, 0, x);
    p.in[0].type = p.type = ELEM_U32;
    random_fill(&p, 0, words);
    assert_memory_equal(x, words, sizeof x);
    for (size_t i = 0; i < MOST; i++) {
        nans += isnan(x[i]) ? 1 : 0;
        minus += signbit(x[i]) ? 1 : 0;
        small += fabsf(x[i]) < 1;
    }
    assert_in_range(nans, MOST / 256 / 2, MOST / 256 * 2);
    assert_in_range(minus, MOST * 49 / 100, MOST * 51 / 100);
    assert_in_range(small, MOST * 48 / 100, MOST * 51 / 100);
}

/* As many out of place as it says, and those not far. */
static void nearly_in_order(void **state)
{
    static const double in_100[] = { 0.5, 1, 10, 100 };
    static uint32_t x[MOST];
    (void)state;
    for (size_t a = 0; a < sizeof in_100 / sizeof in_100[0]; a++) {
        struct problem p = problem_of(ELEM_U32, MOST, "nearly");
        const double share = in_100[a] / 100;
        double out = 0;
        p.dist_argument = in_100[a];
        random_fill(&p, 0, x);
        for (uint32_t i = 0; i < MOST; i++) {
            assert_in_range(x[i], 1, 2 * i + 2);
            out += x[i] != i + 1;
        }
        assert_true(fabs(out / MOST - share) <=
                    5 * sqrt(share * (1 - share) / MOST) + 20.0 / MOST);
    }
}

/* How many of n elements lie outside of the range that is told. */
static size_t outside(const struct problem *p, const void *x, size_t n)
{
    const size_t size = elem_size(p->type);
    size_t out = 0;
    double low, high;
    random_range(p, 0, &low, &high);
    assert_true(low < high);
    for (size_t i = 0; i < n; i++) {
        const void *at = (const char *)x + i * size;
        const double v = p->type == ELEM_I32 ? *(const int32_t *)at
            : p->type == ELEM_U8             ? *(const uint8_t *)at
                                             : elem_double(p->type, at);
        out += !(v >= low && v < high);
    }
    return out;
}

/* None, but for those that are said to. */
static void ranges(void **state)
{
    static double x[MOST];
    static const enum elem types[] = { ELEM_I32, ELEM_U8, ELEM_F32, ELEM_F64 };
    (void)state;
    for (const struct dist *d = dists; d->name; d++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            const size_t n = types[t] == ELEM_U8 ? 255 : MOST;
            const struct problem p = problem_of(types[t], n, d->name);
            const double most = !strcmp(d->name, "normal")          ? 3e-4
                : elem_is_float(p.type) && !strcmp(d->name, "bits") ? 0.51
                                                                    : 0;
            random_fill(&p, 0, x);
            assert_true((double)outside(&p, x, n) <= most * (double)n);
        }
}

/* And no wider than that: bins of a histogram would be empty. */
static void exact_ranges(void **state)
{
    static const struct {
        const char *dist;
        enum elem type;
        double low, high;
    } cases[] = {
        { "uniform", ELEM_F32, 0, 1 },
        { "uniform", ELEM_I32, -0x1p31, 0x1p31 },
        { "uniform", ELEM_U8, 0, 256 },
        { "uniform", ELEM_U64, 0, 0x1p64 },
        { "uniform", ELEM_I64, -0x1p63, 0x1p63 },
        { "normal", ELEM_F64, -4, 4 },
        { "normal", ELEM_I32, -4096, 4096 },
        { "normal", ELEM_U32, 0, 4096 },
        { "normal", ELEM_U8, 0, 256 },
        { "integers", ELEM_I32, -4, 5 },
        { "integers", ELEM_U8, 1, 9 },
        { "constant", ELEM_I32, 0, 2 },
        { "ascending", ELEM_F32, 1, 201 },
        { "ascending", ELEM_U8, 1, 201 },
        { "descending", ELEM_I32, -200, 0 },
        { "descending", ELEM_F64, -200, 0 },
        { "descending", ELEM_U8, 56, 256 },
        { "descending", ELEM_U32, 0x1p32 - 200, 0x1p32 },
        { "few", ELEM_I32, 1, 17 },
        { "zipf", ELEM_U8, 1, 256 },
        { "zipf", ELEM_I32, 1, 0x1p20 + 1 },
        { "bits", ELEM_I32, -0x1p31, 0x1p31 },
        { "bits", ELEM_F32, -1, 1 },
        { "nearly", ELEM_I32, 1, 401 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct problem p = problem_of(cases[i].type, 200, cases[i].dist);
        double low, high;
        random_range(&p, 0, &low, &high);
        if (low != cases[i].low || high != cases[i].high)
            print_error("%s, number %zu: %.17g to %.17g\n", cases[i].dist, i,
                        low, high);
        assert_true(low == cases[i].low && high == cases[i].high);
    }
}

static double value_of(enum elem type, const void *x, size_t i)
{
    switch (type) {
    case ELEM_I32: return ((const int32_t *)x)[i];
    case ELEM_I64: return (double)((const int64_t *)x)[i];
    case ELEM_U32: return ((const uint32_t *)x)[i];
    case ELEM_U64: return (double)((const uint64_t *)x)[i];
    case ELEM_F32: return (double)((const float *)x)[i];
    default: return ((const double *)x)[i];
    }
}

/* Of numbers of any law as many exceed the quantile as are to, give or take
 * those of one integer, which are on one side of it or the other. */
static void quantiles(void **state)
{
    static const enum elem types[] = { ELEM_I32, ELEM_I64, ELEM_U32,
                                       ELEM_U64, ELEM_F32, ELEM_F64 };
    enum { FRACTIONS = 3 /* laws by which floats are no integers */ };
    static const char *const laws[] = { "uniform",  "normal", "bits",
                                        "integers", "few",    "ascending",
                                        "zipf",     "nearly", "descending" };
    static const double shares[] = { 0.01, 0.1, 0.5, 0.9, 0.99 };
    static uint64_t x[MOST];
    (void)state;
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            const struct problem p = problem_of(types[t], MOST, laws[l]);
            const double one =
                l < FRACTIONS && elem_is_float(types[t]) ? 0 : 1;
            random_fill(&p, 0, x);
            for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
                const double share = shares[s];
                const double bound = random_exceeded(&p, 0, share);
                const double slack =
                    5 * sqrt(share * (1 - share) / MOST) + 5e-4;
                double most = 0, least = 0;
                for (size_t i = 0; i < MOST; i++) {
                    const double value = value_of(types[t], x, i);
                    least += value > bound + one;
                    most += value >= bound - one;
                }
                if (least / MOST > share + slack ||
                    most / MOST < share - slack)
                    print_error("%s %s: %g or %g, not %g\n", laws[l],
                                elem_name(types[t]), least / MOST, most / MOST,
                                share);
                assert_true(least / MOST <= share + slack);
                assert_true(most / MOST >= share - slack);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zipf_numbers), cmocka_unit_test(zipf_bytes),
        cmocka_unit_test(any_bits),     cmocka_unit_test(nearly_in_order),
        cmocka_unit_test(normal_bytes), cmocka_unit_test(ranges),
        cmocka_unit_test(exact_ranges), cmocka_unit_test(quantiles),
    };
    return cmocka_run_group_tests_name("dists", tests, NULL, NULL);
}

/* test_stats.c - medians, intervals and ratios with known answers. */
#include "unit.h"

#include <math.h>

#include "base/stats.h"

/* 1..count in another order: 211 is prime. */
static struct stats of_ranks(size_t count)
{
    double samples[210];
    for (size_t i = 0; i < count; i++)
        samples[i] = (double)(i * 211 % count + 1);
    return stats_of(samples, count);
}

static void medians(void **state)
{
    (void)state;
    assert_true(of_ranks(1).median == 1);
    assert_true(of_ranks(2).median == 1.5);
    assert_true(of_ranks(5).median == 3);
    assert_true(of_ranks(6).median == 3.5);
    assert_true(of_ranks(100).median == 50.5);
    assert_true(of_ranks(100).min == 1);
    assert_true(of_ranks(5).iqr == 2); /* 4 - 2 */
}

/* The ranks of the tables: the largest j with P(B(n, 1/2) < j) <= 2.5 %, and
 * the one as far from the top. */
static void intervals(void **state)
{
    static const struct {
        size_t count;
        double low, high;
    } table[] = {
        { 1, 1, 1 },     { 5, 1, 5 },    { 6, 1, 6 },    { 8, 1, 8 },
        { 9, 2, 8 },     { 10, 2, 9 },   { 12, 3, 10 },  { 15, 4, 12 },
        { 20, 6, 15 },   { 30, 10, 21 }, { 50, 18, 33 }, { 70, 27, 44 },
        { 100, 40, 61 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const struct stats s = of_ranks(table[i].count);
        assert_true(s.ci_low == table[i].low);
        assert_true(s.ci_high == table[i].high);
    }
}

/* No interval may promise 95 % and hold less, up to a normal approximation's
 * half a percent. */
static void coverage(void **state)
{
    (void)state;
    for (size_t n = 6; n <= 210; n++) {
        const struct stats s = of_ranks(n);
        const double count = (double)n;
        double term = pow(0.5, count), inside = 0;
        for (double k = 0; k <= count; k++) {
            if (k >= s.ci_low && k < s.ci_high)
                inside += term;
            term *= (count - k) / (k + 1);
        }
        assert_true(inside >= 0.945);
    }
}

static void samples_are_left(void **state)
{
    const double samples[] = { 3, 1, 2 };
    (void)state;
    const struct stats s = stats_of(samples, 3);
    assert_true(s.median == 2);
    assert_true(samples[0] == 3 && samples[1] == 1 && samples[2] == 2);
}

static void noise(void **state)
{
    const double same[] = { 2, 2, 2, 2, 2, 2, 2 };
    const struct stats spread = { .median = 10, .ci_low = 9, .ci_high = 11 };
    (void)state;
    const struct stats s = stats_of(same, 7);
    assert_true(stats_noise(&s) == 0);
    assert_true(fabs(stats_noise(&spread) - 0.1) < 1e-15);
}

/* Drift that meets both sides of a pair alike cancels. */
static void ratios(void **state)
{
    double a[20], b[20];
    (void)state;
    for (size_t i = 0; i < 20; i++) {
        b[i] = 1 + (double)i;
        a[i] = 3 * b[i];
    }
    const struct stats s = stats_ratio(a, b, 20);
    assert_true(s.median == 3 && s.ci_low == 3 && s.ci_high == 3);
}

/* Rounds in which both take another time: a pair is of one round. */
static void ratios_of_rounds(void **state)
{
    double a[120], b[120];
    (void)state;
    for (size_t i = 0; i < 120; i++) {
        b[i] = i < 20 ? 5 : i < 70 ? 1 : 2;
        a[i] = 2 * b[i];
    }
    const struct stats s = stats_ratio(a, b, 120);
    assert_true(s.median == 2 && s.ci_low == 2 && s.ci_high == 2);
}

/* Of many rounds 25 parts, each of as many in a row: the interval is that of
 * their ratios, whose ranks are known. */
static void ratios_of_parts(void **state)
{
    enum { PARTS = 25, ROUNDS = 40 };
    double a[PARTS * ROUNDS], b[PARTS * ROUNDS];
    (void)state;
    for (int i = 0; i < PARTS * ROUNDS; i++) {
        b[i] = 2;
        a[i] = 2 * (1000 + i);
    }
    const struct stats s = stats_ratio(a, b, PARTS * ROUNDS);
    assert_true(s.median == 1499.5);
    assert_true(s.ci_low == 1000 + 7 * ROUNDS + 19.5);
    assert_true(s.ci_high == 1000 + 17 * ROUNDS + 19.5);
}

/* Between two samples a quantile lies on the line through them. */
static void quantiles(void **state)
{
    const double samples[] = { 5, 1, 4, 2 };
    (void)state;
    assert_true(stats_quantile(samples, 4, 0) == 1);
    assert_true(stats_quantile(samples, 4, 1) == 5);
    assert_true(stats_quantile(samples, 4, 0.5) == 3);
    assert_true(fabs(stats_quantile(samples, 4, 0.75) - 4.25) < 1e-15);
    assert_true(stats_quantile(samples, 1, 0.9) == 5);
    assert_true(stats_quantile(samples, 0, 0.5) == 0);
    assert_true(stats_of(samples, 0).median == 0);
    assert_true(stats_ratio(samples, samples, 0).median == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians),
        cmocka_unit_test(intervals),
        cmocka_unit_test(coverage),
        cmocka_unit_test(samples_are_left),
        cmocka_unit_test(noise),
        cmocka_unit_test(ratios),
        cmocka_unit_test(ratios_of_rounds),
        cmocka_unit_test(ratios_of_parts),
        cmocka_unit_test(quantiles),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}

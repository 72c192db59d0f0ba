/* test_starts.c - what processes say of a row together, with known answers. */
#include "unit.h"

#include <math.h>

#include "record/starts.h"

/* A start a sample, its logarithm given. */
static struct row row_of(const double *logs, int count, double *samples)
{
    struct row row = { .samples = samples,
                       .sample_count = (size_t)count,
                       .start_count = count };
    for (int i = 0; i < count; i++) {
        samples[i] = exp(logs[i]);
        row.start[i] = 1;
    }
    row.seconds.median = samples[0];
    return row;
}

static bool near(double value, double want, double within)
{
    return fabs(value - want) <= within * fabs(want);
}

/* Their variance is 10 / 4, that of their mean a fifth of it. */
static void spread(void **state)
{
    static const double logs[] = { 0, -1, 1, -2, 2 };
    double samples[5], low, high;
    const struct row row = row_of(logs, 5, samples);
    const struct level level = starts_level(&row, OVER_NOTHING);
    (void)state;
    assert_true(fabs(level.mean) < 1e-12);
    assert_true(near(level.variance, 0.5, 1e-12));
    assert_true(near(level.freedom, 4, 1e-12));
    starts_interval(&row, row.seconds.median, &low, &high);
    assert_true(near(log(high), 2.776 * sqrt(0.5), 0.01));
    assert_true(near(low * high, 1, 1e-12));
}

/* The median of a start of most samples lies outside that of the others. */
static void median_within(void **state)
{
    static const double logs[] = { 1, 0, 0.01, -0.01, 0, 0, 0.01, -0.01 };
    double samples[8], low, high;
    struct row row = row_of(logs, 8, samples);
    (void)state;
    starts_interval(&row, row.seconds.median, &low, &high);
    assert_true(high == row.seconds.median);
    assert_true(low < 1);
    row.seconds.median = exp(-1);
    starts_interval(&row, row.seconds.median, &low, &high);
    assert_true(low == row.seconds.median);
    assert_true(high < exp(1));
}

/* One start that is off is no level. */
static void levels(void **state)
{
    static const double logs[] = { 0, 0, 0, 1, 1 };
    double samples[5], others[5];
    struct starts_levels at;
    (void)state;
    struct row row = row_of(logs, 5, samples);
    const struct row other = row_of((double[5]){ 0 }, 5, others);
    assert_true(starts_flip(&row, &other, 1.05, &at));
    assert_true(near(at.low, 1, 1e-12) && near(at.high, exp(1), 1e-12));
    row = row_of(logs, 4, samples);
    assert_false(starts_flip(&row, &other, 1.05, &at));
}

/* Each of what two levels need, and where it ends. */
static void no_levels(void **state)
{
    static const struct {
        double a[5], b[5];
        int of_a, of_b;
        bool flip;
        double low, high;
    } cases[] = {
        { { 0, 0, 0, 1, 1 }, { 0, 0, 0, 0, 0 }, 5, 5, true, 0, 1 },
        { { 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 1 }, 5, 5, true, 0, 1 },
        { { 0, 0.1, 0.3 }, { 1, 1.1, 0 }, 3, 3, true, 0.05, 1.05 },
        /* the levels are the rows themselves */
        { { 0, 0, 0, 0, 0 }, { 1, 1, 1, 1, 1 }, 5, 5, false, 0, 0 },
        /* one start of a level */
        { { 0, 1, 1 }, { 1, 1, 1 }, 3, 3, false, 0, 0 },
        { { 0, 0, 1 }, { 0, 0, 0 }, 3, 3, false, 0, 0 },
        /* levels as wide as they are apart, below and above */
        { { 0, 0.8, 1.3 }, { 0.4, 1.3, 1.3 }, 3, 3, false, 0, 0 },
        { { 0, 0.5, 1.3 }, { 0, 0.9, 1.3 }, 3, 3, false, 0, 0 },
        /* too few starts, or levels too near */
        { { 0, 0, 1 }, { 1, 1 }, 3, 2, false, 0, 0 },
        { { 0, 0, 0.04 }, { 0.04, 0, 0.04 }, 3, 3, false, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double of_a[5], of_b[5];
        struct starts_levels at;
        const struct row a = row_of(cases[i].a, cases[i].of_a, of_a);
        const struct row b = row_of(cases[i].b, cases[i].of_b, of_b);
        assert_int_equal(starts_flip(&a, &b, 1.05, &at), cases[i].flip);
        if (!cases[i].flip)
            continue;
        assert_true(fabs(log(at.high) - cases[i].high) < 0.01);
        assert_true(fabs(log(at.low) - cases[i].low) < 0.06);
    }
}

/* As many starts, and as many samples, as an interval needs. */
static void enough(void **state)
{
    struct row row = { .start_count = 3, .sample_count = 6 };
    (void)state;
    assert_true(starts_enough(&row));
    row.sample_count--;
    assert_false(starts_enough(&row));
    row.sample_count++;
    row.start_count--;
    assert_false(starts_enough(&row));
}

/* Of the samples of that start alone, which lie behind those before it. */
static void medians(void **state)
{
    double samples[] = { 1, 2, 9, 4, 8, 5, 7, 3, 6 };
    const struct row row = { .samples = samples,
                             .sample_count = 9,
                             .start_count = 3,
                             .start = { 2, 3, 4 } };
    (void)state;
    assert_true(starts_median(&row, 0) == 1.5);
    assert_true(starts_median(&row, 1) == 8);
    assert_true(starts_median(&row, 2) == 5.5);
}

/* As tables have Student's t. */
static void quantiles(void **state)
{
    static const struct {
        double freedom, t;
    } known[] = { { 2, 4.303 },  { 3, 3.182 },  { 4, 2.776 },  { 8, 2.306 },
                  { 15, 2.131 }, { 30, 2.042 }, { 1e6, 1.960 } };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(near(starts_quantile(known[i].freedom), known[i].t,
                         known[i].freedom < 3 ? 0.031 : 0.01));
}

/* Each over its own. */
static void paces(void **state)
{
    static const double logs[] = { 0, 0, 0 };
    double samples[3];
    struct row row = row_of(logs, 3, samples);
    (void)state;
    assert_true(starts_have(&row, OVER_NOTHING));
    assert_false(starts_have(&row, PACE_MEMORY));
    row.pace_count = 3;
    for (int i = 0; i < 3; i++)
        row.pace[i] = (struct pace){
            { [PACE_COMPUTE] = exp(1), [PACE_MEMORY] = exp(2) }
        };
    assert_false(starts_have(&row, PACE_BRANCH));
    assert_true(near(starts_level(&row, PACE_COMPUTE).mean, -1, 1e-12));
    assert_true(near(starts_level(&row, PACE_MEMORY).mean, -2, 1e-12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spread), cmocka_unit_test(median_within),
        cmocka_unit_test(levels), cmocka_unit_test(quantiles),
        cmocka_unit_test(paces),  cmocka_unit_test(no_levels),
        cmocka_unit_test(enough), cmocka_unit_test(medians),
    };
    return cmocka_run_group_tests_name("starts", tests, NULL, NULL);
}

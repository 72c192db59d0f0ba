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
    starts_interval(&row, &low, &high);
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
    starts_interval(&row, &low, &high);
    assert_true(high == row.seconds.median);
    assert_true(low < 1);
    row.seconds.median = exp(-1);
    starts_interval(&row, &low, &high);
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
        cmocka_unit_test(paces),
    };
    return cmocka_run_group_tests_name("starts", tests, NULL, NULL);
}

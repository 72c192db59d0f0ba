/* test_result.c - what made-up samples of a case come to: ties, speed-ups and
 * the row that they are over. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "base/stats.h"
#include "measure/result.h"

enum { ROWS = 4, SAMPLES = 40 };

static double samples[ROWS][SAMPLES];
static struct trial trials[ROWS];
static const struct options options = { .hot = true, .min_samples = 7 };

/* A case's row of so many samples, `times` those of a machine that slows down
 * threefold in half of its time, each `noise` more or a third of that less. */
static void fill(int i, const char *variant, double times, double noise,
                 int count)
{
    static const struct choice choice;
    trials[i] = (struct trial){ .choice = &choice,
                                .live = true,
                                .before = 1, /* its work is counted */
                                .row = { .samples = samples[i],
                                         .sample_count = (size_t)count,
                                         .best = i == 0 } };
    strcpy(trials[i].row.backend, "reference");
    strcpy(trials[i].row.variant, variant);
    for (int k = 0; k < SAMPLES; k++)
        samples[i][k] = times * (k < SAMPLES / 2 ? 1 : 3) *
            (1 + noise * ((k + i) % 2 ? 1 : -1.0 / 3));
}

static void result(void)
{
    static const struct dataset dataset;
    result_of_case(trials, ROWS, &dataset, &options);
}

/* What is not told to be slower than the fastest is tied with it, also where
 * nothing is told. */
static void ties(void **state)
{
    (void)state;
    fill(0, "fast", 1, 0.001, SAMPLES);
    fill(1, "alike", 1.001, 0.001, SAMPLES);
    fill(2, "restless", 1.01, 0.3, SAMPLES);
    fill(3, "slow", 1.1, 0.001, SAMPLES);
    result();
    assert_string_equal(trials[1].row.speedup.verdict, "same");
    assert_string_equal(trials[2].row.speedup.verdict, "unclear");
    assert_string_equal(trials[3].row.speedup.verdict, "slower");
    assert_true(trials[0].row.tied && trials[1].row.tied);
    assert_true(trials[2].row.tied && !trials[3].row.tied);
}

/* Nothing is told of a row with too few samples: it is not the fastest. */
static void ties_of_few(void **state)
{
    (void)state;
    fill(0, "fast", 1, 0.001, SAMPLES);
    fill(1, "few", 0.9, 0.001, 3);
    fill(2, "slow", 1.1, 0.001, SAMPLES);
    fill(3, "alike", 1.001, 0.001, SAMPLES);
    result();
    assert_true(trials[1].row.few && trials[1].row.tied);
    assert_true(trials[0].row.tied && trials[3].row.tied);
    assert_false(trials[2].row.tied);
    for (int i = 0; i < ROWS; i++)
        trials[i].row.sample_count = STATS_LEAST; /* of all */
    result();
    for (int i = 0; i < ROWS; i++)
        assert_int_equal(trials[i].row.tied, i == 1);
}

/* Of the rounds that both took part in: the rest may be of another pace. */
static void speed_ups(void **state)
{
    (void)state;
    fill(0, "base", 1, 0.001, SAMPLES);
    fill(1, "half", 2, 0.001, SAMPLES);
    fill(2, "half, cut off", 2, 0.001, SAMPLES / 2);
    fill(3, "few", 2, 0.001, 3);
    result();
    for (int i = 1; i < ROWS; i++) {
        assert_true(fabs(trials[i].row.speedup.ratio - 0.5) < 0.01);
        assert_string_equal(trials[i].row.speedup.over, "reference/base");
    }
    assert_string_equal(trials[2].row.speedup.verdict, "slower");
    assert_string_equal(trials[3].row.speedup.verdict, "");
    assert_true(!trials[2].row.few && trials[3].row.few);
    assert_true(trials[0].row.seconds.median > 1.5); /* of all of its own */
}

/* The base is the one that is asked for, and right. */
static void bases(void **state)
{
    struct options other = options;
    (void)state;
    fill(0, "base", 1, 0.001, SAMPLES);
    fill(1, "asked-for", 2, 0.001, SAMPLES);
    assert_ptr_equal(result_base(trials, 2, &options), &trials[0]);
    other.reference = "reference/asked-for";
    assert_ptr_equal(result_base(trials, 2, &other), &trials[1]);
    trials[1].live = false;
    assert_null(result_base(trials, 2, &other));
    trials[0].row.sample_count = 0;
    assert_null(result_base(trials, 2, &options));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties),
        cmocka_unit_test(ties_of_few),
        cmocka_unit_test(speed_ups),
        cmocka_unit_test(bases),
    };
    return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}

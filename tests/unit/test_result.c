/* test_result.c - what made-up samples of a case come to: ties, speed-ups and
 * the row that they are over. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "base/stats.h"
#include "measure/result.h"
#include "record/pairs.h"
#include "record/starts.h"

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

/* Samples that agree within every start, of levels that differ by more than the
 * noise that was asked for: the row has not converged. */
static void starts_that_differ(void **state)
{
    static const struct dataset dataset;
    const struct {
        double step, allowed;
        const char *stopped, *told;
    } cases[] = {
        { 0.10, 0.02, "converged", "starts differ" },
        { 0.10, 0.50, "converged", "converged" },
        { 0.00, 0.02, "converged", "converged" },
        { 0.10, 0.02, "timeout", "timeout" },
    };
    (void)state;
    for (int c = 0; c < 4; c++) {
        struct options other = options;
        struct row *row = &trials[0].row;
        fill(0, "levels", 1, 0, SAMPLES);
        other.max_noise = cases[c].allowed;
        row->start_count = 4;
        for (int i = 0; i < SAMPLES; i++)
            samples[0][i] = 1 + cases[c].step * (i * 4 / SAMPLES);
        for (int i = 0; i < row->start_count; i++)
            row->start[i] = SAMPLES / 4;
        strcpy(row->stopped_by, cases[c].stopped);
        result_of_row(&trials[0], &dataset, &other);
        assert_string_equal(row->stopped_by, cases[c].told);
    }
}

/* A row of earlier starts whose input is another now has failed; of those that
 * begin it is noted. */
static void inputs_that_change(void **state)
{
    static struct dataset dataset;
    (void)state;
    dataset.problem.in_count = 2;
    dataset.problem.input_path = "x.raw";
    fill(0, "first", 1, 0, SAMPLES);
    fill(1, "later", 1, 0, SAMPLES);
    trials[0].before = 0;
    result_inputs(trials, 1, &dataset);
    assert_int_equal(strlen(trials[0].row.inputs), 16);
    strcpy(trials[1].row.inputs, trials[0].row.inputs);
    result_inputs(trials, 2, &dataset);
    assert_true(trials[0].live && trials[1].live);
    dataset.digest[1] = 1; /* of the second input */
    result_inputs(trials, 2, &dataset);
    assert_true(trials[0].live && !trials[1].live);
    assert_string_equal(trials[1].row.reason,
                        "--input x.raw changed while it was measured");
    assert_string_not_equal(trials[0].row.inputs, trials[1].row.inputs);
    dataset.digest[0] = 1; /* the same two the other way round */
    dataset.digest[1] = 0;
    fill(1, "swapped", 1, 0, SAMPLES);
    strcpy(trials[1].row.inputs, trials[0].row.inputs);
    result_inputs(&trials[1], 1, &dataset);
    assert_false(trials[1].live);
}

/* --- what is told of a row ------------------------------------------------ */

/* Its work, and what went over the link, whichever way. */
static void work(void **state)
{
    static const struct op op = { .name = "made-up" };
    const struct dataset dataset = {
        .cost = { .read = 70, .written = 9, .flops = 5, .items = 3 },
        .problem = { .op = &op,
                     .in_count = 2,
                     .out_count = 1,
                     .in = { { .type = ELEM_F32, .count = 10 },
                             { .type = ELEM_F64, .count = 1 } },
                     .out = { { .type = ELEM_F32, .count = 2 } } }
    };
    static const double moved[][2] = { [TRANSFERS_NONE] = { 0, 0 },
                                       [TRANSFERS_IN] = { 48, 0 },
                                       [TRANSFERS_BOTH] = { 48, 8 } };
    (void)state;
    for (int t = TRANSFERS_NONE; t <= TRANSFERS_BOTH; t++) {
        const struct choice choice = { .transfers = (enum transfers)t };
        const struct options by = { .hot = t == TRANSFERS_IN };
        struct row *row = &trials[0].row;
        fill(0, "it", 1, 0.001, SAMPLES);
        trials[0].choice = &choice;
        trials[0].before = 0;
        result_of_row(&trials[0], &dataset, &by);
        assert_string_equal(row->cache, by.hot ? "hot" : "cold");
        assert_true(row->bytes == 79 && row->written == 9);
        assert_true(row->flops == 5 && row->items == 3);
        assert_true(row->moved_in == moved[t][0]);
        assert_true(row->moved_out == moved[t][1]);
        trials[0].live = false;
        row->seconds.median = 0;
        result_of_row(&trials[0], &dataset, &by);
        assert_true(row->seconds.median == 0); /* it has none that stands */
    }
}

/* Of its samples; of enough processes that of their medians. */
static void intervals(void **state)
{
    static const struct dataset dataset;
    struct row *row = &trials[0].row;
    double low, high;
    (void)state;
    fill(0, "it", 1, 0.1, SAMPLES);
    for (int starts = 0; starts <= STARTS_LEAST; starts++) {
        row->start_count = starts;
        for (int i = 0; i < starts; i++)
            row->start[i] = SAMPLES / (size_t)starts;
        row->start[0] += starts ? SAMPLES % (size_t)starts : 0;
        result_of_row(&trials[0], &dataset, &options);
        const struct stats s = stats_of(row->samples, SAMPLES);
        assert_true(row->seconds.median == s.median);
        assert_true(row->seconds.min == s.min && row->seconds.iqr == s.iqr);
        low = s.ci_low, high = s.ci_high;
        if (starts == STARTS_LEAST)
            starts_interval(row, s.median, &low, &high);
        assert_true(row->seconds.ci_low == low);
        assert_true(row->seconds.ci_high == high);
    }
    assert_true(low < row->seconds.min);
    row->start_count = 0;
    for (int k = 0; k < 2; k++) {
        row->sample_count = (size_t)options.min_samples - (size_t)k;
        result_of_row(&trials[0], &dataset, &options);
        assert_int_equal(row->few, k);
    }
    row->seconds = (struct estimate){ 0 };
    row->sample_count = STATS_LEAST - 1;
    result_of_row(&trials[0], &dataset, &options);
    assert_true(row->seconds.median > 0 && row->seconds.ci_high == 0);
}

/* With its interval, on both sides of it; the base has no verdict. */
static void intervals_of_speed_ups(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++)
        fill(i, i == 1 ? "twice" : "it", i == 1 ? 0.5 : 1, 0, SAMPLES);
    for (int k = 0; k < SAMPLES; k++)
        samples[1][k] *= 1 + 0.1 * (k * 7 % SAMPLES) / SAMPLES;
    result();
    const struct row *row = &trials[1].row;
    struct stats s;
    assert_int_equal(pairs_change(row, &trials[0].row, &s), FASTER);
    assert_true(row->speedup.ratio == s.median);
    assert_true(row->speedup.ci_low == s.ci_low);
    assert_true(row->speedup.ci_high == s.ci_high);
    assert_true(s.ci_low < s.ci_high);
    assert_string_equal(row->speedup.verdict, "faster");
    assert_string_equal(trials[0].row.speedup.verdict, "");
    assert_true(result_clear(&trials[1], &trials[0]));
    fill(2, "restless", 1.01, 0.3, SAMPLES);
    assert_false(result_clear(&trials[2], &trials[0]));
}

/* Rows that copy, or are not the best of reference, are none. */
static void no_bases(void **state)
{
    static const struct choice copies = { .transfers = TRANSFERS_BOTH };
    (void)state;
    fill(0, "base", 1, 0.001, SAMPLES);
    fill(1, "other", 1, 0.001, SAMPLES);
    trials[0].choice = &copies;
    assert_null(result_base(trials, 2, &options));
    fill(0, "base", 1, 0.001, SAMPLES);
    assert_ptr_equal(result_base(trials, 2, &options), &trials[0]);
    trials[0].row.best = false;
    assert_null(result_base(trials, 2, &options));
    trials[0].row.best = true;
    strcpy(trials[0].row.backend, "openmp");
    assert_null(result_base(trials, 2, &options));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties),
        cmocka_unit_test(ties_of_few),
        cmocka_unit_test(speed_ups),
        cmocka_unit_test(bases),
        cmocka_unit_test(starts_that_differ),
        cmocka_unit_test(inputs_that_change),
        cmocka_unit_test(work),
        cmocka_unit_test(intervals),
        cmocka_unit_test(intervals_of_speed_ups),
        cmocka_unit_test(no_bases),
    };
    return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}

/* test_diff.c - two records made by hand: which rows belong together, what is
 * said of each, and what makes the comparison fail. */
#include "pair.h"

#include <math.h>

/* As with --fail-on=... */
static bool fails_on(unsigned verdicts)
{
    const struct options options = { .fail_on = verdicts,
                                     .fail_on_named = true };

    return diff_fails(&diff, &options);
}

/* --- verdicts ------------------------------------------------------------- */

static void verdicts_of_intervals(void **state)
{
    static const struct {
        double low, high, threshold;
        enum change verdict;
    } cases[] = {
        { 0.99, 1.01, 0.05, SAME },       { 1.051, 1.2, 0.05, SLOWER },
        { 1.05, 1.2, 0.05, UNCLEAR },     { 0.8, 0.952, 0.05, FASTER },
        { 0.8, 0.953, 0.05, UNCLEAR },    { 0.953, 1.049, 0.05, SAME },
        { 0.952, 1.0, 0.05, UNCLEAR },    { 1.0, 1.051, 0.05, UNCLEAR },
        { 1.04, 1.06, 0.05, UNCLEAR },    { 1.04, 1.06, 0.02, SLOWER },
        { 0, 0, 0.05, UNCLEAR },          { 0.5, NAN, 0.05, UNCLEAR },
        { 1.2, INFINITY, 0.05, UNCLEAR }, { 1.2, 1.1, 0.05, UNCLEAR },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(
            change_of(cases[i].low, cases[i].high, cases[i].threshold),
            cases[i].verdict);
    for (int v = 0; v < CHANGES; v++)
        assert_non_null(change_name((enum change)v));
}

static void verdicts_of_rows(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "a", 100, 1e-3, 0.01);
    add(&old, "b", 100, 1e-3, 0.01), add(&new, "b", 100, 1.2e-3, 0.01);
    add(&old, "c", 100, 1e-3, 0.01), add(&new, "c", 100, 0.8e-3, 0.01);
    add(&old, "d", 100, 1e-3, 0.9), add(&new, "d", 100, 1e-3, 0.9);
    add(&old, "a", 200, 2e-3, 0.01), add(&new, "a", 300, 3e-3, 0.01);
    make();
    assert_int_equal(diff.count, 6);
    assert_int_equal(found("a", 100)->verdict, SAME);
    assert_int_equal(found("b", 100)->verdict, SLOWER);
    assert_true(fabs(found("b", 100)->ratio - 1.2) < 1e-9);
    assert_true(found("b", 100)->ci_low > 1.15);
    assert_true(found("b", 100)->ci_high < 1.25);
    assert_int_equal(found("c", 100)->verdict, FASTER);
    assert_int_equal(found("d", 100)->verdict, UNCLEAR);
    assert_int_equal(found("a", 200)->verdict, ONLY_OLD);
    assert_int_equal(found("a", 300)->verdict, ONLY_NEW);
    assert_ptr_equal(diff.rows[5].old, &old.rows[4]); /* only old ones end */
    assert_int_equal(diff.of[SAME] + diff.of[SLOWER] + diff.of[FASTER], 3);
}

/* Starts [first, STARTS) take that many times as long. */
static void jump(struct row *row, int first, double times)
{
    for (int i = first * SAMPLES / STARTS; i < SAMPLES; i++)
        row->samples[i] *= times;
    row->seconds.median = stats_of(row->samples, SAMPLES).median;
}

/* Samples of one process agree with each other and say nothing of the next
 * process: what separates the runs must separate their processes. */
static void processes_differ(void **state)
{
    (void)state;
    jump(add(&old, "flips", 1000, 1e-3, 0.01), 3, 1.3);
    jump(add(&new, "flips", 1000, 1e-3, 0.01), 1, 1.3);
    add(&old, "jumps", 1000, 1e-3, 0.01);
    jump(add(&new, "jumps", 1000, 1e-3, 0.01), 0, 1.3);
    make();
    assert_int_equal(found("flips", 1000)->verdict, UNCLEAR);
    assert_non_null(strstr(found("flips", 1000)->note,
                           "flips between 998.0 µs and 1.301 ms"));
    assert_int_equal(found("jumps", 1000)->verdict, SLOWER);
    assert_string_equal(found("jumps", 1000)->note, "");
}

static void suspect_rows(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01);
    add(&new, "a", 100, 0.5e-3, 0.01)->suspect = true;
    add(&old, "b", 100, 0.5e-3, 0.01)->suspect = true;
    add(&new, "b", 100, 1e-3, 0.01);
    make();
    assert_int_equal(found("a", 100)->verdict, UNCLEAR);
    assert_string_equal(found("a", 100)->note, "new: suspect");
    assert_int_equal(found("b", 100)->verdict, UNCLEAR);
    assert_string_equal(found("b", 100)->note, "old: suspect");
}

/* The printed times, whatever the processes say, are not contradicted. */
static void printed_times_count(void **state)
{
    (void)state;
    add(&old, "a", 1000, 1e-3, 0.01);
    add(&new, "a", 1000, 1.2e-3, 0.01)->seconds.median = 1e-3;
    make();
    assert_int_equal(diff.rows[0].verdict, UNCLEAR);
    assert_true(diff.rows[0].ci_low < 1.01 && diff.rows[0].ci_high > 1.15);
    assert_true(fabs(diff.rows[0].ratio - 1) < 0.01);
}

static void thresholds(void **state)
{
    struct reason why;

    (void)state;
    add(&old, "a", 100, 1e-3, 0.001), add(&new, "a", 100, 1.03e-3, 0.001);
    make();
    assert_int_equal(diff.rows[0].verdict, SAME);
    diff_free(&diff);
    assert_int_equal(diff_make(&diff, &old, &new, 0.02, &why), STATUS_OK);
    assert_int_equal(diff.rows[0].verdict, SLOWER);
}

/* So many starts, of the same samples each, in turn `spread` longer and
 * shorter; of an odd number the last is neither. */
static void scatter(struct row *row, int count, double spread)
{
    const int each = SAMPLES / count;

    row->start_count = count;
    row->sample_count = (size_t)(each * count);
    for (int i = 0; i < each * count; i++) {
        const int start = i / each;
        const double sign = start + 1 == count && count % 2 ? 0
            : start % 2                                     ? 1
                                                            : -1;
        row->start[start] = (size_t)each;
        row->samples[i] = 1e-3 * exp(sign * spread);
    }
    row->seconds.median = 1e-3;
}

/* Welch's degrees of freedom are those of the run that varies: 7, or 2. */
static void unlike_numbers_of_starts(void **state)
{
    static const struct {
        double few, many, reach; /* Student's t by the deviation of the mean */
    } cases[] = { { 0, 0.1, 2.365 * 0.1 / 2.6457513 },
                  { 0.1, 0, 4.303 * 0.1 / 1.7320508 } };

    (void)state;
    for (int i = 0; i < 2; i++)
        for (int turned = 0; turned < 2; turned++) {
            scatter(add(turned ? &new : &old, "a", 100, 1e-3, 0), 3,
                    cases[i].few);
            scatter(add(turned ? &old : &new, "a", 100, 1e-3, 0), 8,
                    cases[i].many);
            make();
            assert_true(fabs(log(diff.rows[0].ci_high) / cases[i].reach - 1) <
                        0.04);
            assert_true(fabs(-log(diff.rows[0].ci_low) / cases[i].reach - 1) <
                        0.04);
            end(state);
            begin(state);
        }
}

static void too_few_starts(void **state)
{
    (void)state;
    struct row *row = add(&old, "a", 100, 1e-3, 0.01);
    row->start_count = 2;
    row->start[0] = row->start[1] = SAMPLES / 2;
    add(&new, "a", 100, 2e-3, 0.01);
    add(&old, "b", 100, 1e-3, 0.01)->start_count = 0;
    add(&new, "b", 100, 2e-3, 0.01);
    make();
    assert_int_equal(diff.rows[0].verdict, UNCLEAR);
    assert_true(fabs(diff.rows[0].ratio - 2) < 1e-9);
    assert_true(diff.rows[0].ci_high == 0);
    assert_non_null(strstr(diff.rows[0].note,
                           "old: 2 processes (3 are needed), 40 samples"));
    assert_int_equal(diff.rows[1].verdict, UNCLEAR);
    assert_string_equal(diff.rows[1].note, "");
}

/* --- rows without a time -------------------------------------------------- */

static void spoil(struct row *row, enum row_status status, const char *reason)
{
    row->status = status;
    snprintf(row->reason, sizeof row->reason, "%s", reason);
}

static void broken_rows_come_first(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "a", 100, 1e-3, 0.01);
    add(&old, "b", 100, 1e-3, 0.01);
    add(&old, "c", 100, 1e-3, 0.01);
    spoil(add(&new, "b", 100, 1e-3, 0), ROW_WRONG, "expected 1, got 2");
    spoil(add(&new, "c", 100, 1e-3, 0), ROW_FAILED, "segmentation fault");
    make();
    assert_int_equal(diff.of[BROKEN], 2);
    assert_string_equal(diff.rows[0].new->variant, "b");
    assert_string_equal(diff.rows[1].new->variant, "c");
    assert_non_null(strstr(diff.rows[0].note, "new: wrong, expected 1, got"));
    assert_non_null(strstr(diff.rows[1].note, "failed, segmentation fault"));
    assert_true(fails_on(1u << BROKEN));
    assert_false(fails_on(1u << SLOWER));
    assert_false(fails_on(0));
}

static void rows_not_measured(void **state)
{
    (void)state;
    spoil(add(&old, "a", 100, 1e-3, 0), ROW_FAILED, "no memory");
    add(&new, "a", 100, 1e-3, 0.01);
    make();
    assert_int_equal(diff.rows[0].verdict, NOT_MEASURED);
    assert_non_null(strstr(diff.rows[0].note, "old: failed, no memory"));
    assert_false(fails_on(~0u & ~(1u << NOT_MEASURED)));
    diff_free(&diff);
    add(&old, "b", 100, 1e-3, 0.01);
    spoil(add(&new, "b", 100, 1e-3, 0), ROW_SKIPPED, "f64 is too wide");
    make();
    assert_int_equal(found("b", 100)->verdict, NOT_MEASURED);
    assert_true(fails_on(1u << ONLY_OLD)); /* missing */
    assert_false(fails_on(1u << SLOWER | 1u << BROKEN));
}

static void missing_rows(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "b", 100, 1e-3, 0.01);
    make();
    assert_int_equal(diff.of[ONLY_OLD], 1);
    assert_int_equal(diff.of[ONLY_NEW], 1);
    assert_true(fails_on(1u << ONLY_OLD));
    assert_false(fails_on(1u << SLOWER | 1u << BROKEN));
}

static void nothing_at_all(void **state)
{
    (void)state;
    make();
    assert_int_equal(diff.count, 0);
    assert_false(fails_on(~0u));
}

/* --- threads -------------------------------------------------------------- */

static void other_cores(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01)->threads = 16;
    add(&new, "a", 100, 1e-3, 0.01);
    make();
    assert_int_equal(diff.count, 1);
    assert_int_equal(diff.rows[0].verdict, SAME);
    assert_string_equal(diff.rows[0].note, "2 threads, were 16");
}

static void sweeps_stay_apart(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads *= 2) {
        struct row *row = add(&old, "a", 100, 1e-3 / threads, 0.01);

        row->threads = threads;
        row->sweep = true;
        row = add(&new, "a", 100, 1e-3 / threads, 0.01);
        row->threads = threads;
        row->sweep = true;
    }
    make();
    assert_int_equal(diff.count, 3);
    assert_int_equal(diff.of[SAME], 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(diff.rows[i].old->threads, diff.rows[i].new->threads);
}

/* A row of a sweep is no row of all threads. */
static void a_sweep_is_no_other_row(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01)->threads = 16;
    add(&new, "a", 100, 1e-3, 0.01)->sweep = true;
    make();
    assert_int_equal(diff.count, 2);
    assert_int_equal(diff.of[ONLY_OLD], 1);
    assert_int_equal(diff.of[ONLY_NEW], 1);
}

/* What is wrong or failed counts on any machine, whatever it was before; and
 * which verdicts of rows that are gone are asked for. */
static void what_fails(void **state)
{
    const struct options preset = { .fail_on = 1u << BROKEN | 1u << FASTER };

    (void)state;
    spoil(add(&old, "a", 100, 1e-3, 0), ROW_SKIPPED, "no room");
    spoil(add(&new, "a", 100, 1e-3, 0), ROW_WRONG, "expected 1");
    spoil(add(&old, "b", 100, 1e-3, 0), ROW_FAILED, "hangs");
    make();
    assert_int_equal(diff.of[NOT_MEASURED], 1);
    assert_string_equal(found("b", 100)->note, "old: failed, hangs");
    assert_int_equal(found("b", 100)->verdict, ONLY_OLD);
    assert_true(fails_on(1u << BROKEN));
    assert_false(fails_on(1u << ONLY_OLD));
    new.rows[0].status = ROW_SKIPPED;
    assert_false(fails_on(1u << BROKEN | 1u << ONLY_OLD));
    diff_free(&diff);
    add(&old, "c", 100, 1e-3, 0.01), add(&new, "c", 100, 0.5e-3, 0.01);
    make();
    assert_true(diff_fails(&diff, &preset));
    diff.unlike = true;
    assert_false(diff_fails(&diff, &preset));
    diff_free(&diff);
    add(&old, "d", 100, 1e-3, 0.01);
    spoil(add(&new, "d", 100, 1e-3, 0), ROW_FAILED, "hangs");
    make();
    diff.unlike = true;
    assert_true(diff_fails(&diff, &preset));
}

/* Of rows that are there twice each has its own; and what is not checked any
 * more is told. */
static void rows_match_once(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "a", 100, 1e-3, 0.01);
    add(&old, "a", 100, 2e-3, 0.01), add(&new, "a", 100, 2e-3, 0.01);
    new.rows[0].checked = old.rows[1].checked = false;
    make();
    assert_int_equal(diff.count, 2);
    assert_int_equal(diff.of[SAME], 2);
    assert_ptr_not_equal(diff.rows[0].old, diff.rows[1].old);
    for (int i = 0; i < 2; i++)
        assert_string_equal(diff.rows[i].note,
                            diff.rows[i].new == new.rows ? "no longer checked"
                                                         : "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_of_intervals),
        cmocka_unit_test_setup_teardown(verdicts_of_rows, begin, end),
        cmocka_unit_test_setup_teardown(processes_differ, begin, end),
        cmocka_unit_test_setup_teardown(suspect_rows, begin, end),
        cmocka_unit_test_setup_teardown(printed_times_count, begin, end),
        cmocka_unit_test_setup_teardown(thresholds, begin, end),
        cmocka_unit_test_setup_teardown(unlike_numbers_of_starts, begin, end),
        cmocka_unit_test_setup_teardown(too_few_starts, begin, end),
        cmocka_unit_test_setup_teardown(broken_rows_come_first, begin, end),
        cmocka_unit_test_setup_teardown(rows_not_measured, begin, end),
        cmocka_unit_test_setup_teardown(missing_rows, begin, end),
        cmocka_unit_test_setup_teardown(nothing_at_all, begin, end),
        cmocka_unit_test_setup_teardown(other_cores, begin, end),
        cmocka_unit_test_setup_teardown(rows_match_once, begin, end),
        cmocka_unit_test_setup_teardown(what_fails, begin, end),
        cmocka_unit_test_setup_teardown(sweeps_stay_apart, begin, end),
        cmocka_unit_test_setup_teardown(a_sweep_is_no_other_row, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

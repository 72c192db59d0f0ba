/* test_rounds.c - the rounds of a case, as its place saw them. */
#include "written.h"

#include <signal.h>

#include "base/interrupt.h"
#include "base/stats.h"

/* Cold calls: first those of warming up, WARMUP a row. */
static int cold_calls(const struct call *list[CALLS])
{
    int count = 0;
    for (int i = 0; i < call_count; i++)
        if (calls[i].cold)
            list[count++] = &calls[i];
    return count;
}

/* --- samples -------------------------------------------------------------- */

/* All that the clock said once a row was warm, in order, and nothing else. */
static void samples_are_what_the_clock_said(void **state)
{
    const struct call *cold[CALLS];
    (void)state;
    measure_rising();
    const int count = cold_calls(cold);
    for (int row = 0; row < ROWS; row++) {
        const struct row *r = &record.rows[row];
        size_t taken = 0;
        for (int i = WARMUP * ROWS; i < count; i++)
            if (cold[i]->row == row) {
                assert_in_range(taken, 0, r->sample_count - 1);
                assert_true(r->samples[taken++] == cold[i]->seconds);
            }
        assert_int_equal(taken, r->sample_count);
        assert_in_range(taken, LEAST, 1000);
        assert_int_equal(r->dropped, 0);
        assert_string_equal(r->stopped_by, "converged");
        assert_true(r->seconds.min == r->samples[0]);
        assert_true(r->seconds.median > r->seconds.min);
    }
    record_free(&record);
}

static void warming_up_comes_first(void **state)
{
    const struct call *cold[CALLS];
    int warm[ROWS] = { 0 };
    (void)state;
    measure_rising();
    cold_calls(cold);
    for (int i = 0; i < WARMUP * ROWS; i++)
        warm[cold[i]->row]++;
    for (int row = 0; row < ROWS; row++)
        assert_int_equal(warm[row], WARMUP);
    record_free(&record);
}

static void caches_are_cold_each_time(void **state)
{
    (void)state;
    measure_rising();
    for (int i = 0; i < call_count; i++)
        if (calls[i].cold)
            assert_true(calls[i].flushed && calls[i].in && calls[i].out &&
                        calls[i].scratch);
    record_free(&record);
}

/* Many runs a sample, so that it takes a millisecond, of which a sample is one;
 * caches stay as they are. */
static void hot_runs_are_divided(void **state)
{
    struct options options = usual();
    (void)state;
    options.hot = true;
    clock_of = of_one_microsecond;
    measure(&options);
    int lasting = 0;
    for (int i = 0; i < call_count; i++) {
        assert_false(calls[i].cold || calls[i].flushed);
        lasting += calls[i].repeats >= 1000;
    }
    assert_in_range(lasting, ROWS * LEAST, call_count);
    for (int row = 0; row < ROWS; row++)
        for (size_t i = 0; i < record.rows[row].sample_count; i++)
            assert_true(fabs(record.rows[row].samples[i] - 1e-6) < 1e-18);
    record_free(&record);
}

/* And sums of a thousand numbers, one after another, are off, by not much. */
static void bytes_and_errors_are_told(void **state)
{
    (void)state;
    measure_rising();
    for (int row = 0; row < ROWS; row++) {
        assert_true(record.rows[row].bytes == 2 * N * sizeof(float));
        assert_true(record.rows[row].written == N * sizeof(float));
        assert_true(record.rows[row].checked && record.rows[row].check_ok);
        assert_true(record.rows[row].max_ulp > 0.5);
        assert_true(record.rows[row].max_ulp < N);
    }
    record_free(&record);
}

/* --- rounds --------------------------------------------------------------- */

/* The rows of the rounds, a digit each. */
static int rounds_of(const struct options *options, int rounds[CALLS])
{
    const struct call *cold[CALLS];
    clock_of = rising;
    measure(options);
    const int count = cold_calls(cold) / rows - WARMUP;
    assert_in_range(count, LEAST, CALLS);
    for (int k = 0; k < count; k++) {
        unsigned seen = 0;
        rounds[k] = 0;
        for (int i = 0; i < rows; i++) {
            const int row = cold[(WARMUP + k) * rows + i]->row;
            seen |= 1u << row;
            rounds[k] = 10 * rounds[k] + row;
        }
        assert_int_equal(seen, (1u << rows) - 1);
    }
    record_free(&record);
    return count;
}

/* Each row once a round, in an order that changes, and with another seed is
 * another. */
static void rows_take_turns_in_any_order(void **state)
{
    struct options options = usual();
    int one[CALLS], again[CALLS], other[CALLS];
    (void)state;
    options.min_samples = 40;
    const int count = rounds_of(&options, one);
    int unlike = 0;
    for (int k = 1; k < count; k++)
        unlike += one[k] != one[0];
    assert_in_range(unlike, count / 2, count);
    assert_int_equal(rounds_of(&options, again), count);
    assert_memory_equal(one, again, (size_t)count * sizeof *one);
    options.seed = 2;
    rounds_of(&options, other);
    assert_memory_not_equal(one, other, 40 * sizeof *one);
    options.seed = 1;
    start = 1;
    rounds_of(&options, other);
    start = 0;
    assert_memory_not_equal(one, other, 40 * sizeof *one);
}

/* Of two rows, too, each comes first in its share, and not by turns. */
static void either_of_two_comes_first(void **state)
{
    struct options options = usual();
    int rounds[CALLS], first = 0, same = 0;
    (void)state;
    options.min_samples = 60;
    rows = 2;
    const int count = rounds_of(&options, rounds);
    rows = ROWS;
    for (int k = 0; k < count; k++) {
        first += rounds[k] < 10;
        same += k > 0 && rounds[k] == rounds[k - 1];
    }
    assert_in_range(first, count / 4, count - count / 4);
    assert_in_range(same, count / 4, count - count / 4);
}

/* --- the end -------------------------------------------------------------- */

static double wild(int call)
{
    return call / 3 % 2 ? 2e-3 : 1e-3;
}

/* Every other sample takes twice as long: that is never known to 1 %. */
static void noise_is_no_convergence(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 0.01;
    clock_of = wild;
    measure(&options);
    for (int row = 0; row < ROWS; row++) {
        assert_string_not_equal(record.rows[row].stopped_by, "converged");
        assert_in_range(record.rows[row].sample_count, 100, CALLS);
    }
    record_free(&record);
}

/* Noise grows between the looks at rounds 72 and 144, then there is none. */
static double restless_once(int call)
{
    int cold = 0;
    for (int i = 0; i < call; i++)
        cold += calls[i].cold;
    const int round = cold / ROWS - WARMUP;
    const double spread = round < 72 ? 0.2 : round < 144 ? 0.8 : 0;
    return 1e-3 * (1.1 + spread * ((round * 7 % 36) / 36.0 - 0.5));
}

/* That once is chance. */
static void one_look_is_no_plateau(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 1e-6;
    clock_of = restless_once;
    measure(&options);
    for (int row = 0; row < ROWS; row++) {
        assert_string_equal(record.rows[row].stopped_by, "converged");
        assert_in_range(record.rows[row].sample_count, 145, 288);
    }
    record_free(&record);
}

static void no_time(void **state)
{
    struct options options = usual();
    (void)state;
    options.timeout = 1e-9;
    clock_of = rising;
    measure(&options);
    for (int row = 0; row < ROWS; row++) {
        assert_string_equal(record.rows[row].stopped_by, "timeout");
        assert_int_equal(record.rows[row].sample_count, 1);
        assert_true(record.rows[row].seconds.ci_high == 0);
    }
    record_free(&record);
}

/* A later start goes on where the first ended, with its own warming up, as many
 * samples at least, and its share of what all of them need. */
static void starts_share_the_samples(void **state)
{
    const struct options options = usual();
    (void)state;
    starts = 2;
    measure_rising();
    struct record first = record;
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(first.rows[i].start_count, 1);
        assert_in_range(first.rows[i].sample_count, (LEAST + 1) / 2,
                        LEAST - 1);
        assert_true(first.rows[i].few);
        before[i] = &first.rows[i];
    }
    measure(&options);
    for (int i = 0; i < ROWS; i++) {
        const struct row *row = &record.rows[i];
        const size_t count = first.rows[i].sample_count;
        assert_int_equal(row->start_count, 2);
        assert_int_equal(row->start[0], count);
        assert_in_range(row->start[1], count, LEAST);
        assert_int_equal(row->sample_count, count + row->start[1]);
        assert_false(row->few);
        assert_memory_equal(row->samples, first.rows[i].samples,
                            count * sizeof *row->samples);
        assert_true(row->bytes == first.rows[i].bytes);
        assert_true(row->check_ok && row->checked);
        before[i] = NULL;
    }
    starts = 1;
    record_free(&first);
    record_free(&record);
}

static double spread; /* of the times of rounds, over their least */

static double spread_out(int call)
{
    int cold = 0;
    for (int i = 0; i < call; i++)
        cold += calls[i].cold;
    return 1e-3 * (1 + spread * (cold / ROWS * 7 % 36) / 36.0);
}

/* The last start is not done until the noise of all that was measured is what
 * was asked for, however noisy it is beside those before it. */
static void last_start_leaves_no_noise(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 0.02;
    clock_of = spread_out;
    starts = 2;
    spread = 0.1;
    measure(&options);
    struct record first = record;
    for (int i = 0; i < ROWS; i++)
        before[i] = &first.rows[i];
    spread = 0.4;
    measure(&options);
    for (int i = 0; i < ROWS; i++) {
        const struct row *row = &record.rows[i];
        const struct stats s = stats_of(row->samples, row->sample_count);
        assert_string_equal(row->stopped_by, "converged");
        assert_true(stats_noise(&s) <= options.max_noise);
        before[i] = NULL;
    }
    starts = 1;
    record_free(&first);
    record_free(&record);
}

/* What was right in the first start is not what is right now. */
static void starts_are_checked(void **state)
{
    struct options options = usual();
    (void)state;
    measure_rising();
    struct record first = record;
    for (int i = 0; i < ROWS; i++) {
        first.rows[i].outputs++;
        before[i] = &first.rows[i];
    }
    measure(&options);
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(record.rows[i].repeatable, 0);
        before[i] = NULL;
    }
    record_free(&first);
    record_free(&record);
}

/* What has no room in a later start stays as the earlier ones measured it: the
 * start tells nothing of it. */
static void starts_without_room_tell_nothing(void **state)
{
    (void)state;
    starts = 2;
    measure_rising();
    struct record first = record;
    for (int i = 0; i < ROWS; i++)
        before[i] = &first.rows[i];
    greedy = "b";
    measure_rising();
    greedy = "";
    assert_string_equal(record.rows[0].variant, "a");
    assert_string_equal(record.rows[1].variant, "c");
    for (int i = 0; i < ROWS; i++)
        before[i] = NULL;
    starts = 1;
    record_free(&first);
    record_free(&record);
}

static double slow_and_cut_off(int call)
{
    if (call == 60)
        interrupted = SIGINT;
    return 0.6;
}

/* The samples of long runs are kept, too: each run that repeats was looked at
 * when it ended. */
static void long_runs_outlast_an_interruption(void **state)
{
    struct options options = usual();
    (void)state;
    options.timeout = 600;
    options.min_samples = CALLS / ROWS;
    clock_of = slow_and_cut_off;
    measure(&options);
    interrupted = 0;
    for (int i = 0; i < ROWS; i++) {
        assert_string_equal(record.rows[i].stopped_by, "interrupted");
        assert_true(record.rows[i].sample_count > 5);
    }
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_what_the_clock_said),
        cmocka_unit_test(warming_up_comes_first),
        cmocka_unit_test(caches_are_cold_each_time),
        cmocka_unit_test(hot_runs_are_divided),
        cmocka_unit_test(bytes_and_errors_are_told),
        cmocka_unit_test(rows_take_turns_in_any_order),
        cmocka_unit_test(either_of_two_comes_first),
        cmocka_unit_test(noise_is_no_convergence),
        cmocka_unit_test(one_look_is_no_plateau),
        cmocka_unit_test(no_time),
        cmocka_unit_test(starts_share_the_samples),
        cmocka_unit_test(starts_without_room_tell_nothing),
        cmocka_unit_test(long_runs_outlast_an_interruption),
        cmocka_unit_test(last_start_leaves_no_noise),
        cmocka_unit_test(starts_are_checked),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("rounds", tests, open_targets,
                                       close_targets);
}

/* test_stops.c - when rows have samples enough, on a place whose clock says
 * what it is told to; and what is told of them then. */
#include "written.h"

#include <time.h>

#include "base/stats.h"

static void all_stopped(const char *by, size_t least, size_t most)
{
    for (size_t i = 0; i < record.row_count; i++) {
        assert_string_equal(record.rows[i].stopped_by, by);
        assert_in_range(record.rows[i].sample_count, least, most);
    }
    record_free(&record);
}

static int cold_calls(void)
{
    int count = 0;
    for (int i = 0; i < call_count; i++)
        count += calls[i].cold;
    return count;
}

/* --- samples enough ------------------------------------------------------- */

/* An interval takes so many, whatever is asked for. */
static void few_are_not_enough(void **state)
{
    struct options options = usual();
    (void)state;
    options.min_samples = 1;
    clock_of = rising;
    measure(&options);
    all_stopped("converged", STATS_LEAST, 2 * STATS_LEAST);
}

static enum status run_but_b(struct job *job)
{
    const struct variant *right =
        variant_best(variants_of(op_find("scan"), backend_find("reference")));
    if (job->variant->name[0] == 'b')
        return fail(job->why, STATUS_DEVICE, "it fails");
    return right->run(job);
}

static enum status run_slowly(struct job *job)
{
    nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
    return run_but_b(job);
}

/* Samples that agree go on for as long as is asked for, and no longer than is
 * let; of many starts each has its share, and no time to warm up in. */
static void time_is_up(void **state)
{
    struct options options = usual();
    (void)state;
    clock_of = rising;
    run = run_slowly;
    rows = 1;
    options.min_time = 1e6;
    options.timeout = 0.05;
    measure(&options);
    all_stopped("timeout", 1, CALLS);
    options.min_time = 0;
    options.max_noise = 0;
    options.timeout = 1;
    starts = 1000000000;
    measure(&options);
    assert_int_equal(cold_calls(), 1);
    starts = 1;
    rows = ROWS;
    run = NULL;
    all_stopped("timeout", 1, 1);
}

/* The last of the rows, others being done or wrong, is looked at each round:
 * with a sample less it was not known well enough. */
static double uneven(int call)
{
    return 1e-3 * (1 + 0.2 * (call * 7 % 11) / 11.0);
}

static void who_is_alone_is_looked_at(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 0.03;
    clock_of = uneven;
    run = run_but_b;
    rows = 2;
    measure(&options);
    rows = ROWS;
    run = NULL;
    const struct row *row = &record.rows[0];
    const struct stats all = stats_of(row->samples, row->sample_count);
    const struct stats less = stats_of(row->samples, row->sample_count - 1);
    assert_int_equal(record.rows[1].status, ROW_FAILED);
    assert_string_equal(row->stopped_by, "converged");
    assert_true(row->sample_count > LEAST);
    assert_true(stats_noise(&all) <= options.max_noise);
    assert_true(stats_noise(&less) > options.max_noise);
    record_free(&record);
}

static int round_of(int call)
{
    int cold = 0;
    for (int i = 0; i < call; i++)
        cold += calls[i].cold;
    return cold / ROWS - WARMUP;
}

static double wild(int call)
{
    return round_of(call) % 2 ? 2e-3 : 1e-3;
}

static double spread_by(int call, double spread)
{
    return 1e-3 * (1.1 + spread * ((round_of(call) * 7 % 36) / 36.0 - 0.5));
}

static double growing(int call)
{
    return spread_by(call, round_of(call) < 36 ? 0.2 : 1.2);
}

/* Looks are at rounds 9, 18, 36, 72 and 144: two in a row say that noise does
 * not fall, if there are samples enough for that in all starts. */
static void plateaus(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 1e-3;
    clock_of = wild;
    measure(&options);
    all_stopped("plateau", 144, 144);
    clock_of = growing;
    measure(&options);
    all_stopped("plateau", 144, 144);
    clock_of = wild;
    starts = 4;
    measure(&options);
    starts = 1;
    all_stopped("plateau", 30, 119);
}

/* Noise that does not fall from look 72 to 144 nor from 288 to 576, but falls
 * between these. */
static double restless(int call)
{
    const int round = round_of(call);
    const double spread = round < 72 ? 0.2
        : round < 144                ? 0.8
        : round < 288                ? 0.02
        : round < 576                ? 0.8
                                     : 0;
    return spread_by(call, spread);
}

static void looks_apart_are_no_plateau(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 1e-6;
    clock_of = restless;
    measure(&options);
    all_stopped("converged", 577, 1152);
}

static double white(int call)
{
    return spread_by(call, 0.4);
}

/* Noise that falls with the root of the samples is at no plateau. */
static void white_noise_falls(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 0.025;
    clock_of = white;
    measure(&options);
    all_stopped("converged", 145, 1152);
}

/* Falls without an end. */
static double calming(int call)
{
    const int round = round_of(call) + WARMUP + 1;
    return 1e-3 * (1 + (round % 2 ? 1.0 : -1.0) / (round * sqrt(round)));
}

static void there_is_a_most(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 0;
    clock_of = calming;
    starts = 10; /* a tenth of it */
    measure(&options);
    starts = 1;
    all_stopped("most samples", 250, 600);
}

/* --- runs a sample -------------------------------------------------------- */

static double third(int call)
{
    (void)call;
    return 0.3e-3;
}

static double instant(int call)
{
    (void)call;
    return 1e-9;
}

/* A millisecond at least, as long as that takes no more runs than 10000. Then
 * one into poison, to be held against them. */
static void hot_samples_are_long_enough(void **state)
{
    static const struct {
        double (*clock)(int call);
        int repeats;
    } cases[] = { { third, 4 }, { instant, 10000 } };
    struct options options = usual();
    (void)state;
    options.hot = true;
    rows = 1;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clock_of = cases[k].clock;
        measure(&options);
        const int last = call_count - 1;
        for (int i = last - LEAST; i < last; i++)
            assert_int_equal(calls[i].repeats, cases[k].repeats);
        assert_int_equal(calls[last].repeats, 1);
        record_free(&record);
    }
    rows = ROWS;
}

/* --- what is told, and what is run first ---------------------------------- */

static int told; /* rows, a bit each */

static void note_finished(void *context, int choice, const struct row *row)
{
    (void)context;
    assert_int_equal(row->variant[0] - 'a', choice);
    assert_int_equal(row->start_count, 1);
    assert_int_equal(row->start[0], row->sample_count);
    assert_true(row->seconds.median > 0 && row->bytes > 0);
    assert_string_equal(row->stopped_by, "converged");
    assert_int_equal(told >> choice & 1, 0);
    told |= 1 << choice;
}

static void finished_rows_are_told(void **state)
{
    static const struct small cost[ROWS] = { { .overhead = 1e-6 },
                                             { .overhead = 2e-6 },
                                             { .overhead = 3e-6 } };
    const struct watch watch = { .finished = note_finished };
    (void)state;
    told = 0;
    watching = &watch;
    small = cost;
    measure_rising();
    watching = NULL;
    small = NULL;
    assert_int_equal(told, 7);
    for (int i = 0; i < ROWS; i++)
        assert_true(record.rows[i].overhead == cost[i].overhead);
    record_free(&record);
}

static bool whole[CALLS]; /* numbers, in the inputs of a call */

static enum status note_inputs(struct job *job)
{
    const float *x = job->in[0];
    whole[call_count] = true;
    for (int i = 0; i < N; i++)
        whole[call_count] &= fabsf(x[i] - rintf(x[i])) <= 0;
    return run_but_b(job);
}

/* One of the exact twin, all others of what is timed; without checks nothing
 * but samples. */
static void twins_are_run_first(void **state)
{
    struct options options = usual();
    (void)state;
    rows = 1;
    run = note_inputs;
    clock_of = rising;
    measure(&options);
    for (int i = 0; i < call_count; i++)
        assert_int_equal(whole[i], i == 0);
    assert_true(!calls[0].cold && !calls[1].cold);
    assert_true(record.rows[0].checked);
    record_free(&record);
    options.no_check = true;
    measure(&options);
    assert_int_equal(cold_calls(), call_count);
    assert_false(whole[0] || record.rows[0].checked);
    record_free(&record);
    run = NULL;
    rows = ROWS;
}

static double of_six_milliseconds(int call)
{
    return 6e-3 + 1e-9 * call;
}

/* Short runs are warmed up as often as is asked for; long ones are warm after
 * the checked ones, or else after one. */
static void long_runs_are_warm(void **state)
{
    struct options options = usual();
    (void)state;
    for (int k = 0; k < 4; k++) {
        clock_of = k & 1 ? of_six_milliseconds : rising;
        options.no_check = k & 2;
        measure(&options);
        size_t samples = 0;
        for (int i = 0; i < ROWS; i++)
            samples += record.rows[i].sample_count;
        const size_t warmed = k == 1 ? 0 : k == 3 ? 1 : WARMUP;
        assert_int_equal((size_t)cold_calls() - samples, ROWS * warmed);
        record_free(&record);
    }
}

/* A later start runs each row once before it is timed. */
static void later_starts_run_once(void **state)
{
    (void)state;
    measure_rising();
    struct record first = record;
    for (int i = 0; i < ROWS; i++)
        before[i] = &first.rows[i];
    measure_rising();
    for (int i = 0; i < ROWS; i++)
        before[i] = NULL;
    for (int i = 0; i < 2 * ROWS; i++)
        assert_int_equal(calls[i].cold, i >= ROWS);
    record_free(&first);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_are_not_enough),
        cmocka_unit_test(time_is_up),
        cmocka_unit_test(who_is_alone_is_looked_at),
        cmocka_unit_test(plateaus),
        cmocka_unit_test(looks_apart_are_no_plateau),
        cmocka_unit_test(white_noise_falls),
        cmocka_unit_test(there_is_a_most),
        cmocka_unit_test(hot_samples_are_long_enough),
        cmocka_unit_test(finished_rows_are_told),
        cmocka_unit_test(twins_are_run_first),
        cmocka_unit_test(long_runs_are_warm),
        cmocka_unit_test(later_starts_run_once),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("stops", tests, open_targets,
                                       close_targets);
}

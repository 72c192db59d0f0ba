/* test_rounds.c - the rounds of a case, on a place that is the host, but writes
 * down what is asked of it and whose clock says what it is told to. */
#include "on_targets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "matrix.h"
#include "measure/measure.h"

enum { N = 1000, ROWS = 3, CALLS = 4096, LEAST = 9, WARMUP = 2 };

/* --- a place that writes down --------------------------------------------- */

struct call {
    int row;        /* whose run it was */
    bool cold;      /* of samples and warming up, not of checks */
    bool flushed;   /* since the call before */
    bool in, out;   /* and of what: all of its arrays */
    double seconds; /* what the clock said */
};

static struct call calls[CALLS];
static int call_count;
static bool flushed;
static struct span spans[16];
static int span_count;
static double (*clock_of)(int call);

static double rising(int call)
{
    return 1e-3 + 1e-9 * call;
}

static double wild(int call)
{
    return call / 3 % 2 ? 2e-3 : 1e-3;
}

static enum status flush(struct device *device, const struct span *list,
                         int count, struct reason *why)
{
    (void)device, (void)why;
    flushed = true;
    memcpy(spans, list, (size_t)count * sizeof *list);
    span_count = count;
    return STATUS_OK;
}

static bool was_flushed(const void *memory)
{
    for (int i = 0; i < span_count && flushed; i++)
        if (spans[i].memory == memory && spans[i].bytes == N * sizeof(float))
            return true;
    return false;
}

static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    const struct job *job = &batch->jobs[0];
    const enum status status = host_meter.sample(device, batch, timing, why);
    assert_in_range(call_count, 0, CALLS - 1);
    calls[call_count] = (struct call){ .row = batch->variant->name[0] - 'a',
                                       .cold = batch->cold,
                                       .flushed = flushed,
                                       .in = was_flushed(job->in[0]),
                                       .out = was_flushed(job->out[0]),
                                       .seconds = clock_of(call_count) };
    timing->seconds = calls[call_count++].seconds * batch->repeats;
    flushed = false;
    return status;
}

static struct meter meter;
static struct place place;
static const struct backend backend = { .name = "written",
                                        .scope = SCOPE_CORE,
                                        .place = &place };

/* --- a case --------------------------------------------------------------- */

static struct record record;

static struct options usual(void)
{
    return (struct options){ .min_samples = LEAST,
                             .max_noise = 1,
                             .timeout = 60,
                             .warmup = WARMUP,
                             .seed = 1 };
}

static int starts;
static const struct row *before[ROWS]; /* of a later start */

static void measure(const struct options *options)
{
    const char *const names[ROWS] = { "a", "b", "c" };
    struct variant variants[ROWS];
    struct choice choices[ROWS];
    struct reason no_room[MOST_TARGETS] = { { "" } };
    struct reason why = { "" };
    struct case_plan plan = { .starts = starts,
                              .before = before[0] ? before : NULL,
                              .choices = choices,
                              .choice_count = ROWS,
                              .why = no_room };
    const struct op *op = op_find("scan");
    meter = host_meter;
    meter.flush = flush;
    meter.sample = sample;
    place = host_place;
    place.meter = &meter;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    for (int i = 0; i < ROWS; i++) {
        variants[i] =
            *variant_best(variants_of(op, backend_find("reference")));
        variants[i].name = names[i];
        choices[i] = (struct choice){ .target = targets.count,
                                      .variant = &variants[i] };
    }
    targets.count++;
    assert_int_equal(
        bed_problem(&plan.problem, op, ELEM_F32, N, NULL, 0, &why), STATUS_OK);
    call_count = 0;
    record = (struct record){ 0 };
    measure_case(&record, &targets, &plan, options, NULL);
    targets.count--;
    assert_int_equal(record.row_count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        assert_string_equal(record.rows[i].reason, "");
        assert_int_equal(record.rows[i].status, ROW_OK);
    }
}

static void measure_rising(void)
{
    const struct options options = usual();
    clock_of = rising;
    measure(&options);
}

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
            assert_true(calls[i].flushed && calls[i].in && calls[i].out);
    record_free(&record);
}

static double of_one_microsecond(int call)
{
    (void)call;
    return 1e-6;
}

/* Many runs a sample, of which a sample is one; caches stay as they are. */
static void hot_runs_are_divided(void **state)
{
    struct options options = usual();
    (void)state;
    options.hot = true;
    clock_of = of_one_microsecond;
    measure(&options);
    for (int i = 0; i < call_count; i++)
        assert_false(calls[i].cold || calls[i].flushed);
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
    const int count = cold_calls(cold) / ROWS - WARMUP;
    assert_in_range(count, LEAST, CALLS);
    for (int k = 0; k < count; k++) {
        unsigned seen = 0;
        rounds[k] = 0;
        for (int i = 0; i < ROWS; i++) {
            const int row = cold[(WARMUP + k) * ROWS + i]->row;
            seen |= 1u << row;
            rounds[k] = 10 * rounds[k] + row;
        }
        assert_int_equal(seen, (1u << ROWS) - 1);
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
}

/* --- the end -------------------------------------------------------------- */

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
    starts = 3;
    measure_rising();
    struct record first = record;
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(first.rows[i].start_count, 1);
        assert_in_range(first.rows[i].sample_count, (LEAST + 2) / 3,
                        LEAST - 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_what_the_clock_said),
        cmocka_unit_test(warming_up_comes_first),
        cmocka_unit_test(caches_are_cold_each_time),
        cmocka_unit_test(hot_runs_are_divided),
        cmocka_unit_test(bytes_and_errors_are_told),
        cmocka_unit_test(rows_take_turns_in_any_order),
        cmocka_unit_test(noise_is_no_convergence),
        cmocka_unit_test(no_time),
        cmocka_unit_test(starts_share_the_samples),
        cmocka_unit_test(starts_are_checked),
    };
    targets_threads = 1;
    starts = 1;
    return cmocka_run_group_tests_name("rounds", tests, open_targets,
                                       close_targets);
}

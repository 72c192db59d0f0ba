/* test_timed.c - what timed runs leave is looked at, all of it; and how much
 * noise a start may leave. */
#include "written.h"

#include "base/stats.h"
#include "measure/trial.h"

static int harm_call;    /* the sample that does harm */
static const void *kept; /* the array that it leaves alone, that of checks */
static bool changes;     /* from then on its input, but not as it computes */
static float off = 1;    /* by what an element is wrong */

static enum status run_right(struct job *job)
{
    const struct backend *reference = backend_find("reference");
    return variant_best(variants_of(op_find("scan"), reference))->run(job);
}

static enum status run_harmful(struct job *job)
{
    static float *changed;
    float *y = job->out[0];
    if (changed && call_count > 0)
        *changed -= 1;
    const enum status status = run_right(job);
    if (call_count == 0)
        kept = y;
    changed = changes && call_count >= harm_call
        ? (float *)(uintptr_t)job->in[0] + N / 2
        : NULL;
    if (changed)
        *changed += 1;
    else if (call_count == harm_call && (y != kept || off < 1))
        y[N / 2] += off;
    return status;
}

static void measure_harm(const struct options *options, int call)
{
    run = run_harmful;
    harm_call = call;
    measure(options);
    run = NULL;
}

/* One sample of many goes wrong, in the arrays that turns bring alone. */
static void all_sets_are_looked_at(void **state)
{
    struct options options = usual();
    (void)state;
    options.hot = true;
    options.min_samples = 40;
    clock_of = of_one_microsecond;
    rows = 1;
    measure_harm(&options, CALLS);
    assert_int_equal(record.rows[0].status, ROW_OK);
    assert_in_range(call_count, 40, CALLS);
    record_free(&record);
    measure_harm(&options, 30);
    rows = ROWS;
    assert_int_equal(record.rows[0].status, ROW_WRONG);
    assert_int_equal(record.rows[0].first_bad, N / 2);
    record_free(&record);
}

/* That of any run: one is less right than all others, by some 200 ulp. */
static void the_largest_error_is_told(void **state)
{
    const struct options options = usual();
    (void)state;
    clock_of = rising;
    rows = 1;
    measure_harm(&options, CALLS);
    const double others = record.rows[0].max_ulp;
    record_free(&record);
    off = 200 * 0x1p-16f;
    measure_harm(&options, WARMUP + LEAST);
    off = 1;
    rows = ROWS;
    assert_int_equal(record.rows[0].status, ROW_OK);
    assert_true(record.rows[0].max_ulp > others + 100);
    record_free(&record);
}

/* Of the runs that are repeated one leaves other bits, and not the last. */
static void any_run_may_differ(void **state)
{
    const struct options options = usual();
    (void)state;
    clock_of = rising;
    rows = 1;
    off = 200 * 0x1p-16f;
    for (int once = 0; once < 2; once++) {
        measure_harm(&options, once ? 3 : CALLS);
        assert_int_equal(record.rows[0].status, ROW_OK);
        assert_int_equal(record.rows[0].repeatable, !once);
        record_free(&record);
    }
    off = 1;
    rows = ROWS;
}

/* Outputs that are right do not tell of inputs, which nobody looks at after
 * each sample of hot runs. */
static void later_starts_change_nothing_else(void **state)
{
    struct options options = usual();
    (void)state;
    options.hot = true;
    rows = 1;
    measure_rising();
    struct record first = record;
    before[0] = &first.rows[0];
    changes = true;
    measure_harm(&options, WARMUP + LEAST / 2);
    changes = false;
    before[0] = NULL;
    rows = ROWS;
    assert_int_equal(record.rows[0].status, ROW_WRONG);
    assert_non_null(strstr(record.rows[0].reason, "changed"));
    record_free(&first);
    record_free(&record);
}

/* --- noise ---------------------------------------------------------------- */

/* Every other sample takes a little longer, by 2 `noise`. */
static double noise;

static double uneven(int call)
{
    return 1e-3 * (1 + 2 * noise * (call / ROWS % 2));
}

/* The first of three starts may leave the root of 3 times as much noise as all
 * of them: that of white noise falls with the root of the samples. */
static void a_start_leaves_its_share_of_noise(void **state)
{
    struct options options = usual();
    (void)state;
    options.max_noise = 0.01;
    clock_of = uneven;
    for (int k = 0; k < 2; k++) {
        noise = k ? 0.02 : 0.015;
        starts = 3;
        measure(&options);
        starts = 1;
        for (int row = 0; row < ROWS; row++)
            assert_int_equal(!strcmp(record.rows[row].stopped_by, "converged"),
                             !k);
        record_free(&record);
    }
}

/* --- the base of the speed-ups -------------------------------------------- */

/* Of one row nobody can tell whether it is slower than the base. */
static double undecided(int call)
{
    return row_now == 1 ? 1e-3 * (call / ROWS % 2 ? 0.97 : 1.03) : 1e-3;
}

static void the_base_waits_for_all(void **state)
{
    struct options options = usual();
    (void)state;
    options.reference = "written/a";
    clock_of = undecided;
    measure(&options);
    assert_in_range(record.rows[1].sample_count, 4 * LEAST, CALLS);
    assert_true(record.rows[0].sample_count >= record.rows[1].sample_count);
    assert_true(record.rows[2].sample_count < record.rows[1].sample_count);
    assert_string_equal(record.rows[0].stopped_by, "converged");
    assert_string_equal(record.rows[2].speedup.verdict, "same");
    record_free(&record);
}

/* --- pace ----------------------------------------------------------------- */

/* Beside its samples, not beside what warmed it up. */
static double pace_of(int row)
{
    double paces[CALLS];
    size_t count = 0;
    for (int i = 0; i < call_count; i++)
        if (calls[i].cold && calls[i].row == row)
            paces[count++] = 3 + i;
    return stats_of(paces + WARMUP, count - WARMUP).median;
}

static void each_start_has_its_pace(void **state)
{
    (void)state;
    measure_rising();
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(record.rows[row].start_count, 1);
        assert_int_equal(record.rows[row].pace_count, 1);
        const double *seconds = record.rows[row].pace[0].seconds;
        assert_true(seconds[PACE_COMPUTE] == pace_of(row));
        assert_true(seconds[PACE_BRANCH] == 4 && seconds[PACE_MEMORY] == 5);
    }
    record_free(&record);
}

/* Memory's pace is that of the caches where the samples find them warm. */
static void hot_samples_have_a_hot_pace(void **state)
{
    struct options options = usual();
    (void)state;
    options.hot = true;
    clock_of = rising;
    measure(&options);
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(record.rows[row].pace_count, 1);
        assert_true(record.rows[row].pace[0].seconds[PACE_MEMORY] == 6);
    }
    record_free(&record);
}

/* Of starts that have none before it, or of a place that tells none, a row has
 * no pace: which is whose start's must stay clear. */
static void paces_are_of_all_starts(void **state)
{
    struct pace paces[2] = { { { 1, 2, 3 } }, { { 3, 4, 5 } } };
    struct pacing pacing = { .paces = paces, .count = 2 };
    struct row row = { .start_count = 1 };
    (void)state;
    pacing_tell(&pacing, &row);
    assert_int_equal(row.pace_count, 0);
    row.start_count = 0;
    pacing_tell(&pacing, &row);
    assert_int_equal(row.pace_count, 1);
    for (int kind = 0; kind < PACES; kind++)
        assert_true(row.pace[0].seconds[kind] == 2 + kind);
    row.start_count = 1;
    paces[0].seconds[PACE_COMPUTE] = 0;
    pacing_tell(&pacing, &row);
    assert_int_equal(row.pace_count, 1);
    row.start_count = row.pace_count = STARTS_MOST;
    paces[0].seconds[PACE_COMPUTE] = 1;
    pacing_tell(&pacing, &row);
    assert_int_equal(row.pace_count, STARTS_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sets_are_looked_at),
        cmocka_unit_test(the_largest_error_is_told),
        cmocka_unit_test(any_run_may_differ),
        cmocka_unit_test(later_starts_change_nothing_else),
        cmocka_unit_test(the_base_waits_for_all),
        cmocka_unit_test(a_start_leaves_its_share_of_noise),
        cmocka_unit_test(each_start_has_its_pace),
        cmocka_unit_test(hot_samples_have_a_hot_pace),
        cmocka_unit_test(paces_are_of_all_starts),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("timed", tests, open_targets,
                                       close_targets);
}

/* test_renewing.c - short cold runs, each round on an input of its own. */
#include "written.h"

enum { WORDS = 4, OFF = N / 2 };
static const float MUCH = 1e6F;
static const float LITTLE = 200 * 0x1p-16F; /* within the bound */

/* The input of a call and the case's own, their first words. */
static uint32_t began[CALLS][WORDS], own[WORDS];
/* From this call on runs on its own, or on others, are off by so much. */
static int harm_call;
static bool on_own;
static float off;

static enum status run_seeing(struct job *job)
{
    const struct backend *reference = backend_find("reference");
    const enum status status =
        variant_best(variants_of(job->problem->op, reference))->run(job);
    memcpy(began[call_count], job->in[0], sizeof own);
    const bool same = !memcmp(began[call_count], own, sizeof own);
    if (call_count >= harm_call && same == on_own)
        ((float *)job->out[0])[OFF] += off;
    return status;
}

static void measure_seeing(const struct options *options, const char *of)
{
    clock_of = options->hot ? of_one_microsecond : rising;
    dist = of;
    run = run_seeing;
    measure(options);
    run = NULL;
    dist = "constant";
}

static bool alike(int a, int b)
{
    return !memcmp(began[a], began[b], sizeof own);
}

/* The calls that are samples; warming up, on the own input, comes before. */
static int samples_of(int list[CALLS])
{
    int count = 0, cold = 0;
    for (int i = 0; i < call_count; i++)
        if (calls[i].cold && cold++ >= WARMUP * ROWS && count < LEAST * ROWS)
            list[count++] = i;
    assert_int_equal(count, LEAST * ROWS);
    return count;
}

static void forget_harm(void)
{
    harm_call = CALLS;
    off = MUCH;
    on_own = false;
}

/* --- what is renewed ------------------------------------------------------ */

/* All rows of a round have one, that no round before it had, nor any run that
 * was not timed. */
static void rounds_have_inputs_of_their_own(void **state)
{
    const struct options options = usual();
    int list[CALLS];
    (void)state;
    forget_harm();
    measure_seeing(&options, "uniform");
    const int count = samples_of(list);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < call_count; i++) {
            const int first = list[k - k % ROWS];
            const bool round =
                i >= first && i <= list[k - k % ROWS + ROWS - 1];
            assert_int_equal(alike(i, list[k]), round);
        }
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(record.rows[row].status, ROW_OK);
        assert_true(record.rows[row].renewed);
        assert_true(record.rows[row].sample_count == LEAST);
        assert_int_equal(record.rows[row].repeatable, 1);
    }
    record_free(&record);
}

/* As --seed has it, and each start of it. */
static void seeds_decide(void **state)
{
    struct options options = usual();
    uint32_t one[WORDS];
    int list[CALLS];
    (void)state;
    forget_harm();
    measure_seeing(&options, "uniform");
    samples_of(list);
    memcpy(one, began[list[0]], sizeof one);
    record_free(&record);
    measure_seeing(&options, "uniform");
    samples_of(list);
    assert_memory_equal(one, began[list[0]], sizeof one);
    record_free(&record);
    options.seed++;
    measure_seeing(&options, "uniform");
    samples_of(list);
    assert_memory_not_equal(one, began[list[0]], sizeof one);
    record_free(&record);
}

static void of_some_nothing_is_renewed(void **state)
{
    struct options options = usual();
    int list[CALLS];
    (void)state;
    forget_harm();
    measure_seeing(&options, "constant");
    samples_of(list);
    for (int i = 0; i < call_count; i++)
        assert_true(calls[i].cold ? alike(i, list[0]) : true);
    assert_false(record.rows[0].renewed);
    record_free(&record);
    options.hot = true;
    measure_seeing(&options, "uniform");
    for (int i = 0; i < call_count; i++)
        if (calls[i].repeats > 1 && calls[i - 1].repeats > 1)
            assert_true(alike(i, i - 1));
    assert_false(record.rows[0].renewed);
    record_free(&record);
}

/* --- what is checked ------------------------------------------------------ */

/* The case's own input, which the first run of all but the check on another
 * has: that of the calls before the samples. */
static int learn_own(void)
{
    const struct options options = usual();
    int list[CALLS];
    forget_harm();
    measure_seeing(&options, "uniform");
    samples_of(list);
    memcpy(own, began[list[0] - 1], sizeof own);
    const int first = list[0];
    record_free(&record);
    return first;
}

static void assert_wrong(const char *words)
{
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(record.rows[row].status, ROW_WRONG);
        assert_int_equal(record.rows[row].first_bad, OFF);
        assert_non_null(strstr(record.rows[row].reason, words));
    }
    record_free(&record);
}

/* Each sample is, as it is nobody's before. */
static void samples_are_checked(void **state)
{
    const struct options options = usual();
    (void)state;
    harm_call = learn_own() + ROWS;
    measure_seeing(&options, "uniform");
    assert_wrong("on an input of another seed");
}

/* So is a run on the own one, when all is timed. */
static void own_is_checked_at_last(void **state)
{
    const struct options options = usual();
    (void)state;
    harm_call = learn_own();
    on_own = true;
    measure_seeing(&options, "uniform");
    for (int row = 0; row < ROWS; row++)
        assert_null(strstr(record.rows[row].reason, "seed"));
    assert_wrong("expected");
}

/* Errors are of what is timed: an element is off by less than the bound. */
static void errors_are_of_samples(void **state)
{
    const struct options options = usual();
    double most[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        harm_call = learn_own() + (i ? 0 : CALLS);
        off = LITTLE;
        measure_seeing(&options, "uniform");
        most[i] = record.rows[0].max_ulp;
        record_free(&record);
    }
    assert_true(most[1] > most[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_have_inputs_of_their_own),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(of_some_nothing_is_renewed),
        cmocka_unit_test(samples_are_checked),
        cmocka_unit_test(own_is_checked_at_last),
        cmocka_unit_test(errors_are_of_samples),
    };
    return cmocka_run_group_tests_name("renewing", tests, open_targets,
                                       close_targets);
}

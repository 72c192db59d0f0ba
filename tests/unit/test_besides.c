/* test_besides.c - what of a row is no sample: its parts, and its joules. */
#include "batches.h"

#include "measure/besides.h"

static int asked; /* for joules */

static bool no_joules(struct device *device, double *joules)
{
    (void)device, (void)joules;
    asked++;
    return false;
}

static int joules_of_look;

static bool joules(struct device *device, double *spent)
{
    static double all;
    (void)device;
    *spent = all += joules_of_look;
    return true;
}

static void no_mark(struct parts *parts, int part)
{
    (void)parts, (void)part;
}

/* Of rows that have samples: their parts, on caches as theirs, and joules where
 * these are wanted. */
static void besides_samples(void **state)
{
    static const char *const parts[] = { "all", NULL };
    (void)state;
    twice.parts = parts;
    meter.mark = no_mark;
    meter.energy = no_joules;
    for (int k = 0; k < 8; k++) {
        const struct options options = { .hot = k & 1, .energy = k & 2 };
        const bool measured = k & 4;
        anew();
        trial_check(&trial, &dataset);
        if (measured)
            trial_sample(&trial, &dataset, false, 1);
        asked = batches = 0;
        besides_first(&trial, 1, &dataset, &options);
        assert_int_equal(asked, measured && options.energy);
        assert_int_equal(batches, measured);
        assert_true(!measured || batch.cold == !options.hot);
        assert_true(!measured || batch.profile);
        assert_string_equal(trial.row.energy_reason,
                            asked ? "no energy counter can be read" : "");
    }
    twice.parts = NULL;
}

/* A row whose run for its parts, or for its joules, fails is none. */
static void runs_beside_that_fail(void **state)
{
    static const char *const parts[] = { "all", NULL };
    const struct options options = { .energy = true };
    (void)state;
    for (int k = 0; k < 2; k++) {
        twice.parts = k ? NULL : parts;
        meter.mark = no_mark;
        meter.energy = joules;
        anew();
        trial_check(&trial, &dataset);
        trial_sample(&trial, &dataset, false, 1);
        answer = STATUS_DEVICE;
        besides_first(&trial, 1, &dataset, &options);
        answer = STATUS_OK;
        ended(ROW_FAILED, "it failed");
    }
    twice.parts = NULL;
}

/* Of runs that take so long together that counters move, a tenth of a second
 * each time; and never 0. */
static void joules_of_runs(void **state)
{
    (void)state;
    meter.energy = joules;
    for (joules_of_look = 0; joules_of_look < 2; joules_of_look++) {
        anew();
        trial_check(&trial, &dataset);
        trial_sample(&trial, &dataset, false, 1);
        trial.row.checked = false; /* no other runs follow */
        const double then = host_clock();
        trial_energy(&trial, &dataset);
        assert_true(host_clock() - then >= 0.5);
        assert_in_range(batch.repeats, 99, 101);
        assert_string_equal(
            trial.row.energy_reason,
            joules_of_look ? "" : "the energy counter did not move");
        assert_int_equal(trial.row.joules > 0, joules_of_look);
    }
    anew();
    trial_check(&trial, &dataset);
    batches = 0;
    dataset.problem.out[0].from = INPUT(0);
    trial_energy(&trial, &dataset);
    dataset.problem.out[0].from = 0;
    assert_string_equal(trial.row.energy_reason,
                        "its output is refreshed before each run");
    assert_int_equal(batches, 0);
}

/* What is wrong then is wrong, and so is one that does nothing then. */
static void joules_of_nothing(void **state)
{
    (void)state;
    meter.energy = joules;
    joules_of_look = 1;
    anew();
    trial_check(&trial, &dataset);
    trial_sample(&trial, &dataset, false, 1);
    wrong = true;
    trial_energy(&trial, &dataset);
    wrong = false;
    assert_int_equal(trial.row.status, ROW_WRONG);
    anew();
    trial_check(&trial, &dataset);
    trial_sample(&trial, &dataset, false, 1);
    lazy = true;
    trial_energy(&trial, &dataset);
    lazy = false;
    assert_int_equal(trial.row.status, ROW_FAILED);
    assert_non_null(strstr(trial.row.reason, "its output is there already"));
    assert_true(trial.row.joules == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(besides_samples, begin, end),
        cmocka_unit_test_setup_teardown(runs_beside_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(joules_of_runs, begin, end),
        cmocka_unit_test_setup_teardown(joules_of_nothing, begin, end),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("besides", tests, open_targets,
                                       close_targets);
}

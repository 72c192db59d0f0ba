/* test_over.c - rows whose outputs seem to be there, or that have them by
 * heart. */
#include "batches.h"

/* Who takes its outputs for those of its inputs where their ends are. */
static int32_t left[2];

static enum status run_skipping(struct job *job)
{
    const int32_t *y = job->out[0];
    if (left[0] != y[0] || left[1] != y[SIZE - 1])
        run(job);
    left[0] = y[0];
    left[1] = y[SIZE - 1];
    return STATUS_OK;
}

static void who_leaves_what_is_there(void **state)
{
    (void)state;
    variant.run = run_skipping;
    for (int cold = 0; cold < 2; cold++) {
        anew();
        trial_check(&trial, &dataset);
        for (int i = 0; i < 3; i++)
            trial_sample(&trial, &dataset, true, 1);
        assert_true(trial.live);
        trial_check_near(&trial, &dataset, cold);
        assert_int_equal(trial.row.status, ROW_WRONG);
        assert_non_null(strstr(trial.row.reason,
                               "; where its output was there but for some"));
    }
}

/* Who trusts what came twice in a row, which nearly its inputs never do. */
static int32_t sure[SIZE], came[SIZE];

static enum status run_confirmed(struct job *job)
{
    if (!memcmp(sure, job->out[0], sizeof sure))
        return STATUS_OK;
    run(job);
    if (!memcmp(came, job->out[0], sizeof came))
        memcpy(sure, came, sizeof sure);
    memcpy(came, job->out[0], sizeof came);
    return STATUS_OK;
}

static void who_trusts_what_came_twice(void **state)
{
    (void)state;
    variant.run = run_confirmed;
    anew();
    trial_check(&trial, &dataset);
    for (int i = 0; i < 3; i++)
        trial_sample(&trial, &dataset, false, 1);
    assert_true(trial.live);
    trial_check_near(&trial, &dataset, false);
    assert_int_equal(trial.row.status, ROW_WRONG);
    assert_non_null(
        strstr(trial.row.reason, "; with some of its input changed"));
}

/* Who has the answer by heart when it has been checked. */
static bool by_heart;
static int32_t own[SIZE];

static enum status run_by_heart(struct job *job)
{
    run(job);
    for (int i = 0; i < 2 && by_heart; i++)
        memcpy(job->out[i], own, sizeof own);
    return STATUS_OK;
}

static void who_lies_later(void **state)
{
    (void)state;
    variant.run = run_by_heart;
    for (int k = 0; k < 4; k++) {
        const bool cold = k & 1;
        by_heart = false;
        anew();
        trial_check(&trial, &dataset);
        memcpy(own, dataset.want, sizeof own);
        by_heart = true;
        dataset.took = k & 2 ? 1 : dataset.took; /* s */
        for (int i = 0; i < 3; i++)
            trial_sample(&trial, &dataset, true, 1);
        assert_true(trial.live);
        trial_check_near(&trial, &dataset, cold);
        assert_int_equal(trial.row.status, ROW_WRONG);
        assert_non_null(
            strstr(trial.row.reason, "; with some of its input changed"));
        assert_false(dataset.near || dataset.over);
    }
}

/* Who does nothing once a batch has written to every set of arrays. */
static enum status run_at_heels(struct job *job)
{
    static int of, had;
    had = of == batches ? had + 1 : 0;
    of = batches;
    return had < DATASET_SETS ? run(job) : STATUS_OK;
}

static void who_takes_two_in_a_row_for_one(void **state)
{
    enum { REPEATS = 2 * DATASET_SETS + 1 };
    (void)state;
    for (int rests = 0; rests < 2; rests++) {
        variant.run = rests ? run_at_heels : run;
        anew();
        trial_check(&trial, &dataset);
        trial_sample(&trial, &dataset, false, REPEATS);
        assert_true(trial.live);
        trial_check_late(&trial, &dataset, REPEATS);
        assert_int_equal(batch.repeats, REPEATS);
        assert_int_equal(trial.live, !rests);
        assert_false(dataset.near || trial.late);
    }
    assert_int_equal(trial.row.status, ROW_WRONG);
    assert_non_null(
        strstr(trial.row.reason, "; with some of its input changed"));
}

/* Whose error is within the bound. */
static void accept(const struct problem *p, const struct promise *promise,
                   const void *want, const void *const got[],
                   struct verdict *verdict)
{
    (void)p, (void)promise, (void)want, (void)got;
    verdict->ok = true;
}

static void who_does_so_within_the_bound(void **state)
{
    (void)state;
    twice.check = accept;
    for (int rests = 0; rests < 2; rests++) {
        variant.run = rests ? run_at_heels : run;
        anew();
        trial_check(&trial, &dataset);
        trial_repeat(&trial, &dataset, 1);
        trial_check_late(&trial, &dataset, 2 * DATASET_SETS);
        assert_int_equal(trial.live, !rests);
    }
    twice.check = check;
    ended(ROW_WRONG,
          "leaves what it has left where an element changed right before: it "
          "takes two runs for one");
}

/* Inputs are their own again where a batch failed before they were others. */
static void who_fails_in_a_row(void **state)
{
    (void)state;
    trial_check(&trial, &dataset);
    answer = STATUS_DEVICE;
    trial_check_late(&trial, &dataset, 2);
    ended(ROW_FAILED, "it failed");
    answer = STATUS_OK;
    anew();
    trial_check(&trial, &dataset);
    trial_check_late(&trial, &dataset, 2);
    trial_check(&trial, &dataset);
    assert_true(trial.live);
}

static void who_keeps_state_or_copies(void **state)
{
    (void)state;
    place.paged = false;
    trial_check_late(&trial, &dataset, 2);
    assert_int_equal(batches, 0);
    place.paged = true;
    variant.traits = KEEPS_STATE;
    anew();
    trial_check(&trial, &dataset);
    trial_check_late(&trial, &dataset, 2);
    assert_int_equal(batches, 2);
    assert_true(trial.live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_leaves_what_is_there, begin, end),
        cmocka_unit_test_setup_teardown(who_trusts_what_came_twice, begin,
                                        end),
        cmocka_unit_test_setup_teardown(who_lies_later, begin, end),
        cmocka_unit_test_setup_teardown(who_takes_two_in_a_row_for_one, begin,
                                        end),
        cmocka_unit_test_setup_teardown(who_does_so_within_the_bound, begin,
                                        end),
        cmocka_unit_test_setup_teardown(who_fails_in_a_row, begin, end),
        cmocka_unit_test_setup_teardown(who_keeps_state_or_copies, begin, end),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("over", tests, open_targets,
                                       close_targets);
}

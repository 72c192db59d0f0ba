/* test_near.c - rows on inputs that differ in one element from what they have
 * had: those that know answers, and those that do not. */
#include "batches.h"

enum { KNOWN = 64 };

static int32_t known[KNOWN][SIZE]; /* inputs that it has had, */
static int known_count, known_most;

/* A millisecond on those, else two. */
static enum status run_knowing(struct job *job)
{
    const size_t bytes = SIZE * sizeof(int32_t);
    seconds = 2e-3;
    for (int k = 0; k < known_count && k < known_most; k++)
        if (!memcmp(known[k], job->in[0], bytes))
            seconds = 1e-3;
    memcpy(known[known_count++ % known_most], job->in[0], bytes);
    return run(job);
}

static void know(int most)
{
    variant.run = run_knowing;
    known_count = 0;
    known_most = most;
    anew();
    trial_check(&trial, &dataset);
    for (int i = 0; i < 3; i++)
        trial_sample(&trial, &dataset, true, 1);
    assert_true(trial.live && trial.last == 1e-3);
    batches = 0;
}

/* Who takes as long has one more run on cold caches; where runs are of a batch,
 * two more that it is held against. */
static void who_knows_nothing(void **state)
{
    (void)state;
    for (int cold = 0; cold < 2; cold++) {
        anew();
        trial_check(&trial, &dataset);
        trial_sample(&trial, &dataset, true, 1);
        batches = 0;
        trial_check_near(&trial, &dataset, cold);
        assert_true(trial.live);
        assert_int_equal(batches, cold ? 1 : 3);
        trial_check(&trial, &dataset);
        assert_true(trial.live && trial.row.check_ok);
    }
}

/* Whether of all inputs or of the latest alone; and the text has both times. */
static void who_knows_answers(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        know(k & 1 ? 1 : KNOWN);
        trial_check_near(&trial, &dataset, k & 2);
        ended(
            ROW_FAILED,
            "takes 1.000 ms on an input that it has had, and 2.000 ms on one "
            "that differs in one element: it knows the answer");
    }
}

/* Once in ten is enough: machines are held up. */
static int slow_runs;

static enum status run_held_up(struct job *job)
{
    seconds = slow_runs-- > 0 ? 2e-3 : 1e-3;
    return run(job);
}

static void held_up(void **state)
{
    (void)state;
    variant.run = run_held_up;
    for (int k = 0; k < 2; k++) {
        slow_runs = 0;
        anew();
        trial_check(&trial, &dataset);
        trial_sample(&trial, &dataset, true, 1);
        slow_runs = 1;
        trial_check_near(&trial, &dataset, true);
        assert_true(trial.live);
    }
}

/* It has no other input then. */
static void all_alike(void **state)
{
    int32_t *x = (int32_t *)(void *)dataset.replicas[0].set[0].in[0].data;
    struct nudge nudge;
    struct reason why = { "" };
    (void)state;
    for (int i = 0; i < SIZE; i++)
        x[i] = 7;
    assert_int_equal(dataset_nudge(&dataset, &nudge, &why), STATUS_OK);
    assert_false(nudge.made);
    batches = 0;
    trial_check_near(&trial, &dataset, false);
    assert_true(trial.live);
    assert_int_equal(batches, 0);
}

static void runs_that_fail(void **state)
{
    (void)state;
    trial_check(&trial, &dataset);
    trial_sample(&trial, &dataset, true, 1);
    answer = STATUS_DEVICE;
    trial_check_near(&trial, &dataset, true);
    answer = STATUS_OK;
    ended(ROW_FAILED, "it failed");
    anew();
    trial_check(&trial, &dataset);
    assert_true(trial.live && trial.row.check_ok);
}

/* One element of all sets, another each time, is that beside it; then all are
 * as they were. */
static void one_element(void **state)
{
    const struct replica *replica = &dataset.replicas[1];
    int32_t own[SIZE];
    size_t first = SIZE;
    (void)state;
    memcpy(own, dataset.replicas[0].set[0].in[0].data, sizeof own);
    for (int turn = 0; turn < 8; turn++) {
        struct nudge nudge;
        struct reason why = { "" };
        assert_int_equal(dataset_nudge(&dataset, &nudge, &why), STATUS_OK);
        assert_true(nudge.made && nudge.at != first);
        first = nudge.at;
        for (int k = 0; k < replica->held; k++) {
            const int32_t *x =
                (const int32_t *)(void *)replica->set[k].in[0].data;
            for (size_t i = 0; i < SIZE; i++)
                assert_int_equal(x[i], own[i + (i == nudge.at)]);
            assert_int_not_equal(x[first], own[first]);
        }
        assert_int_equal(dataset_settle(&dataset, &nudge, &why), STATUS_OK);
        for (int k = 0; k < replica->held; k++)
            assert_memory_equal(replica->set[k].in[0].data, own, sizeof own);
    }
}

/* Answers are those of what is there. */
static void other_answers(void **state)
{
    struct nudge nudge;
    struct reason why = { "" };
    int32_t own[SIZE];
    (void)state;
    memcpy(own, dataset.want, sizeof own);
    assert_int_equal(dataset_go_near(&dataset, &nudge, &why), STATUS_OK);
    trial_check(&trial, &dataset);
    assert_true(trial.live && trial.row.check_ok);
    assert_int_not_equal(memcmp(dataset.want, own, sizeof own), 0);
    wrong = true;
    trial_check(&trial, &dataset);
    wrong = false;
    assert_non_null(
        strstr(trial.row.reason, "; on its input with one element changed"));
    assert_int_equal(dataset_come_back(&dataset, &nudge, &why), STATUS_OK);
    anew();
    trial_check(&trial, &dataset);
    assert_true(trial.live && trial.row.check_ok);
    assert_memory_equal(dataset.want, own, sizeof own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_knows_nothing, begin, end),
        cmocka_unit_test_setup_teardown(who_knows_answers, begin, end),
        cmocka_unit_test_setup_teardown(held_up, begin, end),
        cmocka_unit_test_setup_teardown(all_alike, begin, end),
        cmocka_unit_test_setup_teardown(runs_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(one_element, begin, end),
        cmocka_unit_test_setup_teardown(other_answers, begin, end),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("near", tests, open_targets,
                                       close_targets);
}

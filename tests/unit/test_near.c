/* test_near.c - rows on inputs that are nearly what they have had: those that
 * know answers, and those that do not. */
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

/* Right, and timed so many times. */
static void sampled(int count)
{
    anew();
    trial_check(&trial, &dataset);
    for (int i = 0; i < count; i++)
        trial_sample(&trial, &dataset, true, 1);
}

static void know(int most)
{
    variant.run = run_knowing;
    known_count = 0;
    known_most = most;
    sampled(3);
    assert_true(trial.live && trial.last == 1e-3);
    batches = 0;
}

/* Who takes as long has three more runs of one element, and of many: into
 * poison, over what that left, and on the other over that; where runs are of a
 * batch, some more that it is held against. */
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
        assert_int_equal(batches, cold ? 6 : 14);
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
        ended(ROW_FAILED,
              "takes 1.000 ms where it has had its input, and 2.000 ms where "
              "x is another: it knows the answer, or some of it");
    }
}

/* Who trusts what came some times in a row. */
static int trusted, in_a_row;

static enum status run_trusting(struct job *job)
{
    const size_t bytes = SIZE * sizeof(int32_t);
    in_a_row = memcmp(known[0], job->in[0], bytes) ? 0 : in_a_row + 1;
    memcpy(known[0], job->in[0], bytes);
    seconds = in_a_row >= trusted ? 1e-3 : 2e-3;
    return run(job);
}

static void who_learns_slowly(void **state)
{
    (void)state;
    variant.run = run_trusting;
    for (trusted = 1; trusted <= 3; trusted++) {
        sampled(9);
        trial_check_near(&trial, &dataset, trusted & 1);
        assert_int_equal(trial.row.status, ROW_FAILED);
    }
}

/* Who knows the pieces of an input of which none is another. */
static enum status run_by_pieces(struct job *job)
{
    enum { PIECE = 50 };
    const int32_t *x = job->in[0];
    seconds = 1e-4;
    for (int i = 0; i < SIZE; i += PIECE) {
        const size_t bytes = PIECE * sizeof *x;
        seconds += memcmp(known[0] + i, x + i, bytes) ? 1e-4 : 0;
        memcpy(known[0] + i, x + i, bytes);
    }
    return run(job);
}

static void who_knows_pieces(void **state)
{
    (void)state;
    variant.run = run_by_pieces;
    sampled(3);
    trial_check_near(&trial, &dataset, true);
    assert_int_equal(trial.row.status, ROW_FAILED);
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
    struct reason why = { "" };
    (void)state;
    for (int i = 0; i < SIZE; i++)
        x[i] = 7;
    for (int many = 0; many < 2; many++) {
        struct nudge nudge;
        assert_int_equal(dataset_nudge(&dataset, NULL, 0, many, &nudge, &why),
                         STATUS_OK);
        assert_null(nudge.was);
    }
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

/* One element of all sets, or one in sixteen, others each time, are as those
 * beside them; then all are as they were. */
static void some_elements(void **state)
{
    const struct replica *replica = &dataset.replicas[1];
    int32_t own[SIZE], before[SIZE];
    (void)state;
    memcpy(own, dataset.replicas[0].set[0].in[0].data, sizeof own);
    memcpy(before, own, sizeof own);
    for (int turn = 0; turn < 16; turn++) {
        const bool many = turn & 1;
        struct nudge nudge;
        struct reason why = { "" };
        assert_int_equal(dataset_nudge(&dataset, NULL, 0, many, &nudge, &why),
                         STATUS_OK);
        assert_non_null(nudge.was);
        for (int k = 0; k < replica->held; k++) {
            const int32_t *x =
                (const int32_t *)(void *)replica->set[k].in[0].data;
            int changed = 0;
            for (size_t i = 0; i < SIZE; i++) {
                changed += x[i] != own[i];
                assert_true(x[i] == own[i] || x[i] == own[i + 1]);
            }
            assert_in_range(changed, many ? SIZE / 16 - 2 : 1,
                            many ? SIZE / 16 + 1 : 1);
            assert_memory_not_equal(x, before, sizeof own);
        }
        memcpy(before, replica->set[0].in[0].data, sizeof own);
        assert_int_equal(dataset_settle(&dataset, NULL, &nudge, &why),
                         STATUS_OK);
        for (int k = 0; k < replica->held; k++)
            assert_memory_equal(replica->set[k].in[0].data, own, sizeof own);
    }
}

/* What the op refuses of a later input: they change places, if it takes that;
 * it is asked once for all, and all is as it was in the end. */
static int refused, asked; /* it refuses so many */

static enum status refuse(const struct problem *p, const void *const in[],
                          struct reason *why)
{
    (void)p, (void)in;
    return asked++ >= refused ? STATUS_OK : fail(why, STATUS_USAGE, "no");
}

/* Of a plan the first input alone is another. */
static void plans_know_the_rest(void **state)
{
    (void)state;
    for (int plan = 0; plan < 2; plan++) {
        variant.traits = plan ? KEEPS_STATE : 0;
        anew();
        trial_check(&trial, &dataset);
        trial_sample(&trial, &dataset, true, 1);
        batches = 0;
        trial_check_near(&trial, &dataset, true);
        assert_int_equal(batches, plan ? 6 : 12);
    }
}

static void what_is_refused(void **state)
{
    int32_t own[SIZE];
    const int32_t *x =
        (const int32_t *)(void *)dataset.replicas[1].set[0].in[1].data;
    (void)state;
    memcpy(own, x, sizeof own);
    twice.validate = refuse;
    for (refused = 0; refused <= 2; refused++) {
        dataset.nudging[1] = NUDGING_UNKNOWN;
        asked = 0;
        for (int turn = 0; turn < 4; turn++) {
            struct nudge nudge;
            struct reason why = { "" };
            dataset_nudge(&dataset, NULL, 1, turn & 1, &nudge, &why);
            assert_int_equal(asked, refused < 2 ? refused + 1 : 2);
            assert_int_equal(nudge.was != NULL, refused < 2);
            assert_int_equal(memcmp(x, own, sizeof own) != 0, refused < 2);
            int64_t sum = 0;
            for (int i = 0; i < SIZE; i++)
                sum += x[i] - (int64_t)own[i];
            assert_int_equal(sum == 0, refused >= 1);
            dataset_settle(&dataset, NULL, &nudge, &why);
            assert_memory_equal(x, own, sizeof own);
        }
    }
}

/* As many items as the numbers of an answer come to. */
static struct cost cost_of_sum(const struct problem *p, const void *want)
{
    struct cost cost = { 0 };
    (void)p;
    for (int i = 0; i < SIZE; i++)
        cost.items += ((const int32_t *)want)[i];
    return cost;
}

static int begin_counted(void **state)
{
    twice.cost = cost_of_sum;
    return begin(state);
}

static int end_counted(void **state)
{
    twice.cost = copying_cost;
    return end(state);
}

/* Answers are those of what is there; a run's cost is that on its inputs. */
static void other_answers(void **state)
{
    struct nudge nudge;
    struct reason why = { "" };
    int32_t own[SIZE];
    (void)state;
    memcpy(own, dataset.want, sizeof own);
    assert_int_equal(dataset_go_near(&dataset, NULL, 0, false, &nudge, &why),
                     STATUS_OK);
    trial_check(&trial, &dataset);
    assert_true(trial.live && trial.row.check_ok);
    assert_int_not_equal(memcmp(dataset.want, own, sizeof own), 0);
    assert_true(dataset.cost.items == cost_of_sum(NULL, own).items);
    wrong = true;
    trial_check(&trial, &dataset);
    wrong = false;
    assert_non_null(
        strstr(trial.row.reason, "; with some of its input changed"));
    assert_int_equal(dataset_come_back(&dataset, NULL, &nudge, &why),
                     STATUS_OK);
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
        cmocka_unit_test_setup_teardown(who_learns_slowly, begin, end),
        cmocka_unit_test_setup_teardown(who_knows_pieces, begin, end),
        cmocka_unit_test_setup_teardown(held_up, begin, end),
        cmocka_unit_test_setup_teardown(all_alike, begin, end),
        cmocka_unit_test_setup_teardown(runs_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(some_elements, begin, end),
        cmocka_unit_test_setup_teardown(plans_know_the_rest, begin_with_two,
                                        end_with_two),
        cmocka_unit_test_setup_teardown(what_is_refused, begin_with_two,
                                        end_with_two),
        cmocka_unit_test_setup_teardown(other_answers, begin_counted,
                                        end_counted),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("near", tests, open_targets,
                                       close_targets);
}

/* test_repeats.c - runs of a row that was found right, once more and again:
 * their bits, and where else they wrote. */
#include "batches.h"

static int repeat; /* runs since the checked one */
static int wrong_in, past_in;
static unsigned char guards[8]; /* that the runs found past their input */

static enum status run_again(struct job *job)
{
    const unsigned char *past =
        (const unsigned char *)job->in[0] + copying_bytes(job->problem);
    let_astray(past, 1);
    guards[repeat % 8] = *past;
    wrong = repeat && repeat == wrong_in;
    run(job);
    if (repeat && repeat == past_in)
        write_astray((char *)job->out[1] + copying_bytes(job->problem));
    repeat++;
    return STATUS_OK;
}

static void found_right(void)
{
    wrong_in = past_in = repeat = 0;
    variant.run = run_again;
    anew();
    trial_check(&trial, &dataset);
    assert_true(trial.live);
    checks = 0;
}

/* Bits that were right are right; their guards change all the same. */
static void the_same_bits(void **state)
{
    bool other = false;
    (void)state;
    for (int i = 0; i < 8 && !other; i++) {
        found_right();
        trial_repeat(&trial, &dataset, 1);
        assert_int_equal(repeat, 5);
        assert_int_equal(checks, 0);
        assert_int_equal(trial.row.repeatable, 1);
        for (int k = 2; k < 5; k++)
            other = other || guards[k] != guards[1];
    }
    assert_true(other);
}

static void other_bits(void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        found_right();
        wrong_in = k;
        trial_repeat(&trial, &dataset, 1);
        assert_int_equal(checks, 1);
        assert_int_equal(repeat, k + 1);
        assert_false(trial.live);
        assert_int_equal(trial.row.status, ROW_WRONG);
        assert_int_equal(trial.row.first_bad, SIZE / 3);
    }
}

static void writes_elsewhere(void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        found_right();
        past_in = k;
        trial_repeat(&trial, &dataset, 1);
        assert_int_equal(repeat, k + 1);
        ended(ROW_WRONG, "wrote past z: guard byte 0 changed");
        end(state);
        begin(state);
    }
    variant.scratch = some_scratch;
    found_right();
    past_scratch = true;
    trial_repeat(&trial, &dataset, 1);
    assert_int_equal(repeat, 2);
    ended(ROW_FAILED, "wrote past its scratch: guard byte 0 changed");
}

/* What is on the host is compared, whatever the hash of what is not. */
static void arrivals(void **state)
{
    (void)state;
    choice.transfers = TRANSFERS_BOTH;
    found_right();
    spoils_last = true;
    trial_repeat(&trial, &dataset, 1);
    ended(ROW_WRONG, "output z arrived changed on the host");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_bits, begin, end),
        cmocka_unit_test_setup_teardown(other_bits, begin, end),
        cmocka_unit_test_setup_teardown(writes_elsewhere, begin, end),
        cmocka_unit_test_setup_teardown(arrivals, begin, end),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("repeats", tests, open_targets,
                                       close_targets);
}

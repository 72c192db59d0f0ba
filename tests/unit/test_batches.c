/* test_batches.c - what a row asks of its place, and what it makes of the
 * answer: runs, samples and checks. */
#include "batches.h"

/* --- runs ----------------------------------------------------------------- */

static void was_asked(bool loaded, bool cold, bool rough, int repeats)
{
    assert_ptr_equal(batch.variant, &variant);
    assert_int_equal(batch.loaded, loaded);
    assert_int_equal(batch.cold, cold);
    assert_int_equal(batch.rough, rough);
    assert_int_equal(batch.repeats, repeats);
    assert_int_equal(batch.job_count, DATASET_ROTATING);
    assert_int_equal(entered, -1); /* nobody runs now */
}

static void what_is_asked(void **state)
{
    struct timing timing;
    (void)state;
    trial_check(&trial, &dataset);
    was_asked(false, false, true, 1);
    assert_null(batch.transfer);
    assert_true(trial.last == 1e-3);
    trial_sample(&trial, &dataset, true, 1);
    was_asked(true, true, false, 1);
    trial_sample(&trial, &dataset, false, 5);
    was_asked(true, false, false, 5);
    assert_true(fabs(trial.row.samples[1] - 1e-3) < 1e-15);
    assert_false(batch.steady);
    trial.steady = true;
    assert_int_equal(trial_run(&trial, false, 7, &timing), STATUS_OK);
    was_asked(true, false, false, 7);
    assert_true(batch.steady);
    assert_int_equal(batches, 4);
}

/* As many as take the time that is let, of four. */
static void repeats(void **state)
{
    static const struct {
        double last, most;
        int runs;
    } cases[] = { { 1, 2.5, 2 }, { 1, 0.1, 1 }, { 1, 100, 4 }, { 0, 1, 4 } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trial.last = cases[i].last;
        batches = 0;
        trial_repeat(&trial, &dataset, cases[i].most);
        assert_int_equal(batches, cases[i].runs);
    }
}

/* A clock that stands still or runs away tells no time. */
static void clocks_must_advance(void **state)
{
    static const double stuck[] = { 0, -1, INFINITY, NAN };
    (void)state;
    for (int i = 0; i < 4; i++) {
        seconds = stuck[i];
        trial_sample(&trial, &dataset, false, 1);
        ended(ROW_FAILED, "the clock did not advance");
        anew();
    }
}

/* Samples and what was dropped of earlier starts stay, and are no part of what
 * this one has; its clock is that of all of them. */
static void forgotten_samples(void **state)
{
    double samples[] = { 7, 8, 9 };
    struct row row = { .samples = samples,
                       .sample_count = 3,
                       .start = { 3 },
                       .start_count = 1,
                       .dropped = 5,
                       .clock = 2e9,
                       .outputs = 77 };
    (void)state;
    trial_resume(&trial, &row);
    assert_int_equal(trial_samples(&trial), 0);
    assert_true(trial.outputs == 77);
    trial_sample(&trial, &dataset, false, 1);
    trial_sample(&trial, &dataset, false, 1);
    trial.row.dropped = 9;
    trial.spent = trial.looked = 1;
    trial_forget(&trial);
    assert_int_equal(trial.row.dropped, 5);
    assert_int_equal(trial.row.sample_count, 3);
    assert_true(trial.spent == 0 && trial.looked == 0);
    trial_sample(&trial, &dataset, false, 1);
    trial_end_start(&trial);
    trial_end_start(&trial); /* it is counted once */
    assert_int_equal(trial_samples(&trial), 1);
    assert_int_equal(trial.row.start_count, 2);
    assert_int_equal(trial.row.start[1], 1);
    assert_memory_equal(trial.row.samples, samples, sizeof samples);
    trial_close(&trial);
    assert_true(trial.row.clock == 2e9);
    trial.clocks = NULL;
}

/* --- checks --------------------------------------------------------------- */

/* The largest of all checks, whichever it was. */
static void the_worst_is_told(void **state)
{
    (void)state;
    said[0] = (struct verdict){ .max_ulp = 1, .depth = 3, .of_bound = 0.5 };
    said[1] = (struct verdict){ .max_ulp = 4, .of_bound = 0.9 };
    said[2] = (struct verdict){ .of_likely = 0.6, .of_bound = 0.1 };
    for (int i = 0; i < 5; i++)
        trial_check(&trial, &dataset);
    const struct row *row = &trial.row;
    assert_true(row->checked && row->check_ok);
    assert_true(row->max_ulp == 4 && row->depth == 3);
    assert_true(row->of_bound == 0.9 && row->of_likely == 0.6);
    assert_true(trial.wrote == 2 * SIZE * sizeof(int32_t));
    wrong = true;
    trial_check(&trial, &dataset);
    assert_true(row->checked && !row->check_ok);
    assert_int_equal(row->status, ROW_WRONG);
    assert_int_equal(row->first_bad, SIZE / 3);
}

/* What it promises, or what holds of any order. */
static void promises(void **state)
{
    (void)state;
    trial_check(&trial, &dataset);
    assert_true(promised.depth == SIZE && promised.traits == 0);
    variant.depth = depth_of;
    variant.traits = UNORDERED;
    trial_check(&trial, &dataset);
    assert_true(promised.depth == 42 && promised.traits == UNORDERED);
}

/* Every output must arrive. */
static void copies_of_all_outputs(void **state)
{
    (void)state;
    choice.transfers = TRANSFERS_BOTH;
    anew();
    trial_check(&trial, &dataset);
    assert_true(trial.live && batch.transfer == &trial.transfer);
    spoils_last = true;
    trial_check(&trial, &dataset);
    ended(ROW_WRONG, "output z arrived changed on the host");
}

/* Scratch is zeros at first; of who keeps state there, then its own. */
static void scratch(void **state)
{
    (void)state;
    variant.scratch = some_scratch;
    variant.traits = KEEPS_STATE;
    anew();
    for (int k = 0; k < DATASET_ROTATING; k++) {
        assert_ptr_equal(trial.jobs[k].scratch, trial.scratch.data);
        assert_int_equal(trial.jobs[k].scratch_bytes, SCRATCH);
    }
    for (int i = 0; i < 10; i++) {
        trial_check(&trial, &dataset);
        assert_int_equal(found[i], i ? 42 : 0);
    }
    past_scratch = true;
    trial_check(&trial, &dataset);
    ended(ROW_FAILED, "wrote past its scratch: guard byte 0 changed");
    variant.scratch = no_scratch;
    anew();
    ended(ROW_FAILED, "its scratch cannot be told");
}

/* From and to the memory that the choice says; only back where it says so. */
static void memory_of_copies(void **state)
{
    static int32_t pinned[3][SIZE];
    struct replica *replica = trial.replica;
    const struct transfer *t = &trial.transfer;
    (void)state;
    replica->pinned_in[0] = pinned[0];
    replica->pinned_out[0] = pinned[1], replica->pinned_out[1] = pinned[2];
    for (int k = 0; k < 4; k++) {
        choice.pinned = k & 1;
        choice.transfers = k & 2 ? TRANSFERS_BOTH : TRANSFERS_IN;
        anew();
        assert_int_equal(t->pinned, choice.pinned);
        assert_ptr_equal(t->in[0],
                         choice.pinned
                             ? (void *)pinned[0]
                             : dataset.replicas[0].set[0].in[0].data);
        for (int i = 0; i < 2; i++)
            assert_ptr_equal(t->out[i],
                             !(k & 2)            ? NULL
                                 : choice.pinned ? (void *)pinned[1 + i]
                                                 : dataset.landed[i]);
    }
    replica->pinned_in[0] = NULL;
    replica->pinned_out[0] = replica->pinned_out[1] = NULL;
}

/* One pointer for both, in every set. */
static void outputs_that_are_inputs(void **state)
{
    (void)state;
    dataset.problem.out[1].from = INPUT(0);
    trial_lend(&trial);
    for (int k = 0; k < DATASET_ROTATING; k++) {
        const struct arrays *set = &trial.replica->set[k];
        assert_ptr_equal(trial.jobs[k].out[0], set->out[0].data);
        assert_ptr_equal(trial.jobs[k].out[1], set->out[1].data);
        assert_ptr_equal(trial.jobs[k].in[0], set->out[1].data);
    }
    dataset.problem.out[1].from = 0;
}

/* Of rows that are right and have samples, as many as there is room for; and
 * what the first outputs were stays known. */
static void starts_that_count(void **state)
{
    struct row *row = &trial.row;
    (void)state;
    trial_check(&trial, &dataset);
    trial_end_start(&trial);
    assert_int_equal(row->start_count, 0); /* no samples */
    trial_sample(&trial, &dataset, false, 1);
    trial.live = false;
    trial_end_start(&trial);
    assert_int_equal(row->start_count, 0);
    trial.live = true;
    for (row->start_count = STARTS_MOST - 1; !trial.counted;)
        trial_end_start(&trial);
    assert_int_equal(row->start_count, STARTS_MOST);
    trial.counted = false;
    trial_end_start(&trial);
    assert_int_equal(row->start_count, STARTS_MOST);
    trial_close(&trial);
    assert_true(row->outputs == trial.outputs && row->outputs != 0);
    trial.clocks = NULL;
}

/* Small outputs of other bits are checked each time, whatever it took. */
static void small_outputs_are_looked_at(void **state)
{
    (void)state;
    trial_check(&trial, &dataset);
    trial.row.repeatable = 0;
    trial.looked = 1e9;
    const int before = checks;
    trial_sample(&trial, &dataset, false, 1);
    assert_true(trial.live);
    assert_int_equal(checks, before); /* the bits are those that were right */
    wrong = true;
    trial_sample(&trial, &dataset, false, 1);
    assert_int_equal(checks, before + 1);
    assert_int_equal(trial.row.status, ROW_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_asked, begin, end),
        cmocka_unit_test_setup_teardown(repeats, begin, end),
        cmocka_unit_test_setup_teardown(clocks_must_advance, begin, end),
        cmocka_unit_test_setup_teardown(forgotten_samples, begin, end),
        cmocka_unit_test_setup_teardown(the_worst_is_told, begin, end),
        cmocka_unit_test_setup_teardown(promises, begin, end),
        cmocka_unit_test_setup_teardown(copies_of_all_outputs, begin, end),
        cmocka_unit_test_setup_teardown(scratch, begin, end),
        cmocka_unit_test_setup_teardown(memory_of_copies, begin, end),
        cmocka_unit_test_setup_teardown(outputs_that_are_inputs, begin, end),
        cmocka_unit_test_setup_teardown(starts_that_count, begin, end),
        cmocka_unit_test_setup_teardown(small_outputs_are_looked_at, begin,
                                        end),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("batches", tests, open_targets,
                                       close_targets);
}

/* test_lost.c - runs that fail, places that are lost, and rows that cannot be
 * had at all. */
#include "batches.h"

/* --- faults --------------------------------------------------------------- */

/* A row that its place cannot have at all is skipped. */
static void runs_that_fail(void **state)
{
    (void)state;
    answer = STATUS_MISSING;
    trial_check(&trial, &dataset);
    ended(ROW_SKIPPED, "it failed");
    anew();
    answer = STATUS_OK;
    trial_sample(&trial, &dataset, false, 1);
    assert_int_equal(trial.row.sample_count, 1);
    answer = STATUS_DEVICE;
    trial_sample(&trial, &dataset, false, 1);
    ended(ROW_FAILED, "it failed");
    assert_int_equal(losses, 0);
    assert_int_equal(trial.replica->status, STATUS_OK);
}

/* Inputs that were spoiled for a run that failed are what they were. */
static void inputs_come_back(void **state)
{
    const struct buffer *host = &dataset.replicas[0].set[0].in[0];
    (void)state;
    choice.transfers = TRANSFERS_IN;
    anew();
    answer = STATUS_DEVICE;
    trial_check(&trial, &dataset);
    assert_memory_equal(trial.replica->set[0].in[0].data, host->data,
                        host->bytes);
}

static int asked; /* for kernels */

static enum status kernels(struct device *device, const struct job *job,
                           char *names, size_t room, struct reason *why)
{
    (void)device, (void)job, (void)why;
    asked++;
    snprintf(names, room, "first");
    return STATUS_OK;
}

/* Nothing is asked of a place that is lost. */
static void kernels_of_lost_places(void **state)
{
    (void)state;
    meter.kernels = kernels;
    variant.closed = true;
    for (int k = 0; k < 2; k++) {
        trial.replica->status = k ? STATUS_OK : STATUS_DEVICE;
        trial_kernels(&trial);
        assert_int_equal(asked, k);
        assert_string_equal(trial.row.kernels, k ? "first" : "");
    }
}

/* A place that a row made unusable is lost to all, whatever was missing. */
static void lost_places(void **state)
{
    static const char said_then[] =
        "fake/it made the host unusable: it failed";
    (void)state;
    is_lost = true;
    answer = STATUS_MISSING;
    trial_check(&trial, &dataset);
    assert_int_equal(losses, 1);
    ended(ROW_FAILED, "it failed");
    assert_string_equal(trial.replica->why.text, said_then);
    anew();
    ended(ROW_FAILED, said_then);
    trial.live = true; /* as one that was opened before */
    trial_check(&trial, &dataset);
    ended(ROW_FAILED, said_then);
    trial.live = true;
    trial_sample(&trial, &dataset, true, 1);
    ended(ROW_FAILED, said_then);
    assert_int_equal(batches, 1);
    trial.replica->status = STATUS_OK;
}

/* --- what cannot be opened ------------------------------------------------ */

static const char *refuse(const struct problem *p)
{
    return p->size == SIZE ? "not of this size" : NULL;
}

static void refusals(void **state)
{
    (void)state;
    variant.types = TYPE(F32) | TYPE(U8);
    anew();
    ended(ROW_SKIPPED, "takes only f32 u8");
    variant.types = 0;
    variant.run = NULL;
    anew();
    ended(ROW_SKIPPED, "this build lacks it");
    variant.absent = "its library is not there";
    anew();
    ended(ROW_SKIPPED, "its library is not there");
    variant.run = run;
    variant.refuses = refuse;
    anew();
    ended(ROW_SKIPPED, "not of this size");
    variant.refuses = NULL;
    close_trial();
    open_trial("there is no room");
    ended(ROW_FAILED, "there is no room");
    assert_int_equal(batches, 0);
}

static void limits(void **state)
{
    static const double seconds[][2] = { { 60, 600 }, { 2, 20 }, { 0.1, 10 } };
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct options options = { .timeout = seconds[i][0] };
        assert_true(fabs(trial_limit(&options) - seconds[i][1]) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(runs_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(inputs_come_back, begin, end),
        cmocka_unit_test_setup_teardown(kernels_of_lost_places, begin, end),
        cmocka_unit_test_setup_teardown(lost_places, begin, end),
        cmocka_unit_test_setup_teardown(refusals, begin, end),
        cmocka_unit_test_setup_teardown(limits, begin, end),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("lost", tests, open_targets,
                                       close_targets);
}

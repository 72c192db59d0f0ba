/* test_kernels.c - the kernels that a closed library chose for a row, as its
 * place tells them. The op, the library and the place are made up. */
#include "copying.h"
#include "shown.h"

static struct op copying = { COPYING("copying") };
static struct meter meter;
static int asked, runs;
static bool tells;

static enum status run(struct job *job)
{
    runs++;
    return copying_run(job);
}

/* Of a choice that is made in a run: there is one by then. */
static enum status kernels(struct device *device, const struct job *job,
                           char *names, size_t room, struct reason *why)
{
    asked++;
    assert_ptr_equal(device, targets.host);
    assert_ptr_equal(job->variant->run, run);
    assert_true(runs > 0 && room == KERNELS_ROOM);
    snprintf(names, room, "first, second");
    return tells ? STATUS_OK
                 : fail(why, STATUS_MISSING, "the driver is too old");
}

/* Checked, timed once, then its kernels. */
static struct row row_of(const struct variant *variant)
{
    const struct choice choice = { .target = targets.count,
                                   .variant = variant };
    bool used[MOST_TARGETS] = { false };
    struct reason why = { "" };
    struct problem p;
    struct dataset dataset;
    struct trial trial;
    place = host_place;
    place.meter = &meter;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    used[targets.count++] = true;
    asked = runs = 0;
    assert_int_equal(bed_problem(&p, &copying, ELEM_I32, SIZE, NULL, 0, &why),
                     STATUS_OK);
    assert_int_equal(dataset_open(&dataset, &p, &targets, used, NULL, &why),
                     STATUS_OK);
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    trial_open(&trial, &dataset, &targets.list[targets.count - 1], &choice,
               "");
    trial_check(&trial, &dataset);
    trial_sample(&trial, &dataset, false, 1);
    const int before = runs;
    trial_kernels(&trial);
    assert_int_equal(runs, before); /* nothing is run for it */
    assert_true(trial.live);
    assert_int_equal(trial.row.sample_count, 1);
    trial_close(&trial);
    free(trial.row.samples);
    dataset_close(&dataset);
    targets.count--;
    return trial.row;
}

static void begin(bool told)
{
    meter = host_meter;
    meter.kernels = kernels;
    tells = told;
}

static const struct variant library = { .name = "it",
                                        .run = run,
                                        .closed = true };

static void names_are_told(void **state)
{
    (void)state;
    begin(true);
    const struct row row = row_of(&library);
    assert_int_equal(asked, 1);
    assert_string_equal(row.kernels, "first, second");
    assert_string_equal(row.kernels_reason, "");
}

/* It costs the row nothing that they are not to be had. */
static void unknown_has_a_reason(void **state)
{
    struct variant waits = library;
    (void)state;
    begin(false);
    struct row row = row_of(&library);
    assert_int_equal(asked, 1);
    assert_string_equal(row.kernels, "");
    assert_string_equal(row.kernels_reason, "the driver is too old");
    assert_int_equal(row.status, ROW_OK);
    begin(true);
    waits.traits = WAITS; /* a run that waits cannot be captured */
    row = row_of(&waits);
    assert_int_equal(asked, 0);
    assert_string_equal(row.kernels, "");
    assert_string_equal(row.kernels_reason, "a run waits for the device");
}

/* Of code whose source is here, and on places that have no kernels. */
static void others_are_silent(void **state)
{
    struct variant open = library;
    (void)state;
    begin(true);
    open.closed = false;
    struct row row = row_of(&open);
    assert_int_equal(asked, 0);
    assert_true(!row.kernels[0] && !row.kernels_reason[0]);
    meter = host_meter;
    row = row_of(&library);
    assert_true(!row.kernels[0] && !row.kernels_reason[0]);
}

/* Below the row, where more is asked for. */
static void tables_tell_them(void **state)
{
    struct record record = { 0 };
    struct row *row = add(&record, "cub", "cublas", "gpu", 1e-3);
    (void)state;
    says_not(&record, true, "kernels");
    strcpy(row->kernels, "gemm<float, 4>, splitK_reduce");
    says(&record, true, "kernels: gemm<float, 4>, splitK_reduce");
    says_not(&record, false, "kernels");
    row->kernels[0] = 0;
    strcpy(row->kernels_reason, "the driver is too old");
    says(&record, true, "kernels: unknown: the driver is too old");
    says_not(&record, false, "kernels");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_told),
        cmocka_unit_test(unknown_has_a_reason),
        cmocka_unit_test(others_are_silent),
        cmocka_unit_test(tables_tell_them),
    };
    return cmocka_run_group_tests_name("kernels", tests, open_targets,
                                       close_targets);
}

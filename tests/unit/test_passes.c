/* test_passes.c - who takes passes of which roofs, how often and when again, on
 * places that count; and the samples beside them. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "host/host.h"
#include "matrix.h"
#include "roofs/roofs.h"

enum { TARGETS = 3 };

/* --- places that count ---------------------------------------------------- */

struct device {
    int passes[ROOF_KINDS], ends;
    int empty, copies, wakes;
    bool loaded; /* what the latest run was told */
};

static struct device devices[TARGETS];
static enum status answer; /* of a pass */
static long length_ms;     /* of one */
static int held;           /* arrays */
static size_t largest;

static enum status pass(struct device *device, enum scope scope,
                        enum roof_kind kind, double *rate, struct reason *why)
{
    (void)scope, (void)why;
    if (length_ms)
        nanosleep(&(struct timespec){ .tv_nsec = length_ms * 1000000 }, NULL);
    device->passes[kind]++;
    *rate = 1e9;
    return answer;
}

static void end_of_passes(struct device *device)
{
    device->ends++;
}

static void facts(struct device *device, struct device_facts *facts)
{
    (void)device;
    *facts = (struct device_facts){ .memory_free = 1 << 16 };
}

static enum status take(struct device *device, size_t bytes, void **memory,
                        struct reason *why)
{
    held++;
    largest = bytes > largest ? bytes : largest;
    return host_place.alloc(device, bytes, memory, why);
}

static void give(struct device *device, void *memory)
{
    held -= memory != NULL;
    host_place.release(device, memory);
}

static void wake(struct device *device)
{
    device->wakes++;
}

static enum status flush(struct device *device, const struct span *spans,
                         int count, struct reason *why)
{
    (void)device, (void)spans, (void)count, (void)why;
    return STATUS_OK;
}

static int failing; /* the empty run that fails; -1: none */

/* Copies take from 1 to 1.2 times as long as a pass. */
static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    const struct job *job = &batch->jobs[0];
    const bool copies = job->problem->in_count > 0;
    const int run = copies ? device->copies++ : device->empty++;
    assert_true(batch->cold && batch->repeats == 1);
    assert_int_equal(batch->loaded, run > 0);
    timing->seconds = copies
        ? 8e-9 * (double)job->problem->in[0].count * (1 + run % 3 * 0.1)
        : 4e-6;
    if (copies)
        return STATUS_OK;
    assert_int_equal(device->wakes, run + 1);
    return run == failing ? fail(why, STATUS_DEVICE, "it failed") : STATUS_OK;
}

static const struct variant nothing = { .name = "it" };
static const struct meter passing = { .roof = pass,
                                      .roofs_end = end_of_passes };
static const struct meter sampling = { .roof = pass,
                                       .roofs_end = end_of_passes,
                                       .flush = flush,
                                       .sample = sample,
                                       .copier = &nothing };
static struct place place;
static struct backend fakes[TARGETS];
static struct targets targets;
static struct plan plan;
static const struct watch watch = { 0 };
static struct record record;

/* All of them used, on GPUs, with nothing but roofs. */
static int begin(void **state)
{
    (void)state;
    memset(devices, 0, sizeof devices);
    answer = STATUS_OK;
    length_ms = 0;
    failing = -1;
    held = 0;
    largest = 0;
    place = host_place;
    place.alloc = take;
    place.release = give;
    place.facts = facts;
    place.meter = &passing;
    targets = (struct targets){ .count = TARGETS };
    plan = (struct plan){ 0 };
    for (int i = 0; i < TARGETS; i++) {
        fakes[i] = (struct backend){ .name = i ? "other" : "one",
                                     .scope = SCOPE_GPU,
                                     .place = &place };
        targets.list[i] =
            (struct target){ .backend = &fakes[i], .device = &devices[i] };
        plan.target_used[i] = true;
    }
    record = (struct record){ 0 };
    return 0;
}

static int end(void **state)
{
    (void)state;
    record_free(&record);
    return 0;
}

/* --- who, and of which ---------------------------------------------------- */

static void takes(int target, int passes)
{
    for (int k = ROOF_READ; k <= ROOF_FMA; k++)
        assert_int_equal(devices[target].passes[k], passes);
}

/* The first of a scope that is used stands for it. */
static void one_of_each_scope(void **state)
{
    (void)state;
    plan.target_used[0] = false;
    roofs_measure(&record, &targets, &plan, &watch);
    takes(0, 0), takes(1, 5), takes(2, 0);
    record_free(&record);
    record = (struct record){ 0 };
    plan.target_used[0] = true;
    fakes[2].scope = SCOPE_CORE;
    roofs_measure(&record, &targets, &plan, &watch);
    takes(0, 5), takes(1, 5), takes(2, 5);
    assert_int_equal(record.roof_count, 2 * (ROOF_FMA + 1));
    roofs_measure(&record, &targets, &plan, &watch); /* known already */
    takes(0, 5), takes(2, 5);
}

/* What passes keep is given back by all that are there. */
static void passes_have_an_end(void **state)
{
    (void)state;
    targets.list[1].status = STATUS_MISSING;
    roofs_measure(&record, &targets, &plan, &watch);
    assert_int_equal(devices[0].ends, 1);
    assert_int_equal(devices[1].ends, 0);
    assert_int_equal(devices[2].ends, 1);
    roofs_doubt(&record, &targets, &plan, &watch);
    assert_int_equal(devices[0].ends, 2);
    takes(0, 5 + 3);
}

/* Of the link where any choice of any case copies. */
static void links_of_copies(void **state)
{
    struct choice choices[] = { { 0 }, { .transfers = TRANSFERS_IN } };
    struct case_plan cases[2];
    (void)state;
    for (int i = 0; i < 2; i++)
        cases[i] = (struct case_plan){ .choices = choices,
                                       .choice_count = i + 1,
                                       .problem.op = op_find("reduce") };
    plan.cases.list = cases;
    for (plan.cases.count = 1; plan.cases.count <= 2; plan.cases.count++) {
        roofs_measure(&record, &targets, &plan, &watch);
        const int passes = plan.cases.count == 2 ? 5 : 0;
        assert_int_equal(devices[0].passes[ROOF_H2D], passes);
        assert_int_equal(devices[0].passes[ROOF_D2H], passes);
        assert_int_equal(devices[0].passes[ROOF_SHARED_ATOMIC], 0);
        record_free(&record);
        record = (struct record){ 0 };
    }
}

/* A roof that there is none of is not told of; one whose pass failed is, with
 * no rate. */
static void passes_that_fail(void **state)
{
    (void)state;
    answer = STATUS_MISSING;
    roofs_measure(&record, &targets, &plan, &watch);
    assert_int_equal(record.roof_count, 0);
    answer = STATUS_DEVICE;
    roofs_measure(&record, &targets, &plan, &watch);
    assert_int_equal(record.roof_count, ROOF_FMA + 1);
    for (size_t i = 0; i < record.roof_count; i++) {
        assert_true(record.roofs[i].rate == 0);
        assert_int_equal(record.roofs[i].pass_count, 0);
    }
}

/* Each roof has its own, those that are numbers; an interval as soon as that
 * is known. */
static void passes_of_roofs(void **state)
{
    const struct roof likes[] = { { .device = "gpu", .kind = ROOF_READ },
                                  { .device = "gpu", .kind = ROOF_COPY },
                                  { .device = "core", .kind = ROOF_READ } };
    static const double none[] = { 0, -1, NAN, INFINITY };
    (void)state;
    for (int pass = 1; pass <= STATS_LEAST; pass++) {
        for (int i = 0; i < 3; i++)
            roofs_add_pass(&record, &likes[i], pass * (i + 1));
        for (int i = 0; i < 4; i++)
            roofs_add_pass(&record, &likes[0], none[i]);
        assert_int_equal(record.roof_count, 3);
        for (int i = 0; i < 3; i++) {
            const struct roof *roof = &record.roofs[i];
            assert_int_equal(roof->pass_count, pass);
            assert_true(roof->pass[pass - 1] == pass * (i + 1));
            assert_int_equal(roof->low > 0, pass == STATS_LEAST);
            assert_int_equal(roof->high > 0, pass == STATS_LEAST);
        }
    }
    assert_true(record.roofs[2].low < record.roofs[2].rate);
    assert_true(record.roofs[2].rate < record.roofs[2].high);
}

/* --- when again ----------------------------------------------------------- */

/* A second after the latest ones, and not for more than a tenth of the time. */
static void refreshed_in_time(void **state)
{
    const struct timespec pause = { .tv_sec = 1, .tv_nsec = 100000000 };
    (void)state;
    double then = host_clock();
    roofs_measure(&record, &targets, &plan, &watch);
    roofs_refresh(&record, &targets, &plan, &watch);
    if (host_clock() - then < 1)
        takes(0, 5);
    record_free(&record);
    record = (struct record){ 0 };
    memset(devices, 0, sizeof devices);
    length_ms = 60; /* of four kinds: 0.24 s, of which nine are 2.16 */
    roofs_measure(&record, &targets, &plan, &watch);
    then = host_clock();
    nanosleep(&pause, NULL);
    roofs_refresh(&record, &targets, &plan, &watch);
    if (host_clock() - then < 2.16 + 0.24)
        takes(0, 5);
}

/* --- samples beside them -------------------------------------------------- */

/* Of every backend in use that has one, its team awake. */
static void empty_runs(void **state)
{
    (void)state;
    place.meter = &sampling;
    for (int i = 0; i < TARGETS; i++) {
        fakes[i].scope = SCOPE_CORE; /* whose copies nobody asks for */
        fakes[i].wake = wake;
        fakes[i].empty = i == 1 ? NULL : &nothing;
    }
    plan.target_used[2] = false;
    roofs_measure(&record, &targets, &plan, &watch);
    assert_int_equal(record.base_count, 1);
    assert_true(record_base(&record, "one") == 4e-6);
    assert_in_range(devices[0].empty, 1 + 5, 1 + 15);
    assert_int_equal(devices[1].empty + devices[2].empty, 0);
    assert_int_equal(devices[0].copies, 0);
}

static void empty_runs_that_fail(void **state)
{
    (void)state;
    place.meter = &sampling;
    fakes[0].scope = SCOPE_CORE;
    fakes[0].wake = wake;
    fakes[0].empty = &nothing;
    targets.count = 1;
    for (failing = 0; failing < 3; failing++) {
        devices[0] = (struct device){ 0 };
        roofs_measure(&record, &targets, &plan, &watch);
        assert_int_equal(devices[0].empty, failing + 1);
        assert_int_equal(record.base_count, 0);
        record_free(&record);
        record = (struct record){ 0 };
    }
}

/* In memory that is free, and given back. */
static void copies_beside_passes(void **state)
{
    (void)state;
    place.meter = &sampling;
    targets.count = 1;
    roofs_measure(&record, &targets, &plan, &watch);
    assert_int_equal(held, 0);
    assert_in_range(largest, 1 << 12, 1 << 13);
    const struct roof *roof = record_roof(&record, "gpu", ROOF_COPY);
    assert_non_null(roof);
    assert_true(fabs(roof->copier - 1 / 1.1) < 1e-9);
    assert_true(fabs(roof->copier_low - 1 / 1.2) < 1e-9);
    assert_true(fabs(roof->copier_high - 1) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_of_each_scope, begin, end),
        cmocka_unit_test_setup_teardown(passes_have_an_end, begin, end),
        cmocka_unit_test_setup_teardown(links_of_copies, begin, end),
        cmocka_unit_test_setup_teardown(passes_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(passes_of_roofs, begin, end),
        cmocka_unit_test_setup_teardown(refreshed_in_time, begin, end),
        cmocka_unit_test_setup_teardown(empty_runs, begin, end),
        cmocka_unit_test_setup_teardown(empty_runs_that_fail, begin, end),
        cmocka_unit_test_setup_teardown(copies_beside_passes, begin, end),
    };
    return cmocka_run_group_tests_name("passes", tests, NULL, NULL);
}

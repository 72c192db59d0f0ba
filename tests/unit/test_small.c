/* test_small.c - what choices come to on small problems, on the host with a
 * meter that counts. */
#include "on_targets.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/interrupt.h"
#include "host/host.h"
#include "matrix.h"
#include "measure/small.h"

#define SECONDS 3e-6

static int flushes;

static enum status flush(struct device *device, const struct span *spans,
                         int count, struct reason *why)
{
    flushes++;
    return host_meter.flush(device, spans, count, why);
}

static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    const enum status status = host_meter.sample(device, batch, timing, why);
    timing->seconds = SECONDS * batch->repeats;
    return status;
}

static const struct small *of_one(struct smalls *known, bool hot)
{
    static struct meter meter;
    static struct place place;
    static struct backend backend;
    static struct choice choice;
    static struct case_plan c;
    const struct op *op = op_find("reduce");
    const struct options options = { .hot = hot };
    const struct watch watch = { 0 };
    struct reason why = { "" };
    meter = host_meter;
    meter.flush = flush;
    meter.sample = sample;
    place = host_place;
    place.meter = &meter;
    add_backend(&backend, "counting", &place);
    choice = (struct choice){ .target = targets.count - 1,
                              .variant = variant_best(variants_of(
                                  op, backend_find("reference"))) };
    c = (struct case_plan){ .choices = &choice, .choice_count = 1 };
    assert_int_equal(
        bed_problem(&c.problem, op, op->default_type, 1 << 20, NULL, 0, &why),
        STATUS_OK);
    flushes = 0;
    const struct small *of = smalls_of(known, &targets, &c, &options, &watch);
    targets.count--;
    return of;
}

/* Caches are as they are for rows. */
static void as_cold_as_rows(void **state)
{
    (void)state;
    for (int hot = 0; hot < 2; hot++) {
        struct smalls known = { 0 };
        const struct small *of = of_one(&known, hot);
        assert_non_null(of);
        assert_true(of[0].overhead == SECONDS);
        assert_in_range(flushes, hot ? 0 : 5, hot ? 0 : 100);
        smalls_free(&known);
    }
}

/* --- of which choices ----------------------------------------------------- */

enum { CHOICES = 5, ODD = 31 };

static int runs[CHOICES]; /* of each, a to e */
static int pins;
static bool slow;

static int choice_of(const struct job *job)
{
    return job->variant->name[0] - 'a';
}

/* d is wrong; e ends with an error where vectors would have a rest. */
static enum status run_noted(struct job *job)
{
    const struct timespec pause = { .tv_nsec = 60000000 };
    const struct variant *right = variant_best(
        variants_of(op_find("reduce"), backend_find("reference")));
    const enum status status = right->run(job);
    runs[choice_of(job)]++;
    if (choice_of(job) == 3)
        *(float *)job->out[0] += 1;
    if (slow)
        nanosleep(&pause, NULL);
    return choice_of(job) == 4 && job->problem->size == ODD
        ? fail(job->why, STATUS_DEVICE, "it has no rest")
        : status;
}

static const char *refuse(const struct problem *p)
{
    (void)p;
    return "not this one";
}

/* One of three samples takes a third as long; b takes twice as long as a. */
static enum status sample_noted(struct device *device,
                                const struct batch *batch,
                                struct timing *timing, struct reason *why)
{
    const enum status status = host_meter.sample(device, batch, timing, why);
    const int which = choice_of(&batch->jobs[0]);
    assert_int_equal(batch->repeats, 1);
    timing->seconds = SECONDS * (1 + which) / (runs[which] % 3 ? 1 : 3);
    return status;
}

static enum status pin(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    pins++;
    return host_place.alloc(device, bytes, memory, why);
}

/* Sizes that are told, in order. */
static size_t told[8];
static int told_count;

static void note_size(void *context, size_t n)
{
    (void)context;
    if (told_count < 8)
        told[told_count++] = n;
}

static struct choice choices[CHOICES], other_choices[CHOICES];
static bool without[CHOICES];
static struct options options;

static const struct small *of_many(struct smalls *known,
                                   struct choice list[CHOICES], enum elem type)
{
    static struct meter meter;
    static struct place place;
    static struct backend backend;
    static struct variant variants[CHOICES];
    const struct op *op = op_find("reduce");
    const struct watch watch = { .size = note_size };
    struct case_plan c = { .choices = list,
                           .choice_count = CHOICES,
                           .without = without };
    struct reason why = { "" };
    meter = host_meter;
    meter.sample = sample_noted;
    meter.pin = pin;
    meter.unpin = host_place.release;
    place = host_place;
    place.meter = &meter;
    add_backend(&backend, "counting", &place);
    for (int i = 0; i < CHOICES; i++) {
        static const char *const names[] = { "a", "b", "c", "d", "e" };
        variants[i] =
            *variant_best(variants_of(op, backend_find("reference")));
        variants[i].name = names[i];
        variants[i].run = run_noted;
        variants[i].refuses = i == 2 ? refuse : NULL;
        list[i] = (struct choice){ .target = targets.count - 1,
                                   .variant = &variants[i],
                                   .pinned = i == 0 };
        runs[i] = 0;
    }
    assert_int_equal(bed_problem(&c.problem, op, type, 1 << 20, NULL, 0, &why),
                     STATUS_OK);
    c.problem.input_path = "/nonexistent/x"; /* it is of the large problem */
    pins = told_count = 0;
    const struct small *of = smalls_of(known, &targets, &c, &options, &watch);
    targets.count--;
    return of;
}

/* Each has its own: the median of samples on the smallest problem there is;
 * nothing of what cannot run or is not right. */
static void each_choice_has_its_own(void **state)
{
    struct smalls known = { 0 };
    (void)state;
    const struct small *of = of_many(&known, choices, ELEM_F32);
    assert_non_null(of);
    assert_true(of[0].overhead == SECONDS);
    assert_true(of[1].overhead == 2 * SECONDS);
    assert_true(of[2].overhead == 0 && of[3].overhead == 0);
    assert_in_range(runs[0], 7, 17);
    assert_int_equal(runs[2], 0);
    assert_int_equal(runs[3], 2);
    assert_int_equal(pins, 4); /* though one alone asks for them */
    smalls_free(&known);
}

/* Where each is wrong, or fails, or does neither. */
static void each_is_checked(void **state)
{
    static const size_t sizes[] = { 1, 0, ODD, 0 };
    struct smalls known = { 0 };
    (void)state;
    const struct small *of = of_many(&known, choices, ELEM_F32);
    assert_int_equal(told_count, 4);
    assert_memory_equal(told, sizes, sizeof sizes);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(of[i].status, ROW_OK);
        assert_null(of[i].reason);
    }
    assert_int_equal(of[3].status, ROW_WRONG);
    assert_memory_equal(of[3].reason, "at n = 1: ", 10);
    assert_int_equal(of[4].status, ROW_FAILED);
    assert_string_equal(of[4].reason, "at n = 31: it has no rest");
    assert_true(of[4].overhead > 0);
    smalls_free(&known);
    options.no_check = true;
    of = of_many(&known, choices, ELEM_F32);
    options.no_check = false;
    assert_int_equal(told_count, 2);
    for (int i = 0; i < CHOICES; i++)
        assert_null(of[i].reason);
    assert_true(of[0].overhead == SECONDS && of[3].overhead == 0);
    smalls_free(&known);
}

/* What a case leaves out the next may have: that alone is found out then. */
static void some_are_left_out(void **state)
{
    struct smalls known = { 0 };
    (void)state;
    without[0] = true;
    const struct small *of = of_many(&known, choices, ELEM_F32);
    without[0] = false;
    assert_true(!of[0].known && of[0].overhead == 0);
    assert_true(of[1].known && of[1].overhead == 2 * SECONDS);
    assert_int_equal(runs[0], 0);
    assert_ptr_equal(of_many(&known, choices, ELEM_F32), of);
    assert_true(of[0].known && of[0].overhead == SECONDS);
    assert_true(runs[0] > 0);
    assert_int_equal(runs[1], 0);
    smalls_free(&known);
}

/* --- of given extents ----------------------------------------------------- */

static size_t extents_of_runs[3];

static enum status run_extents(struct job *job)
{
    const struct variant *right =
        variant_best(variants_of(job->problem->op, backend_find("reference")));
    memcpy(extents_of_runs, job->problem->dim, sizeof extents_of_runs);
    return right->run(job);
}

/* What is given instead of --size is of the large problem, too. */
static void extents_are_small(void **state)
{
    static const char *const names[] = { "sgemm", "conv2d", "spmv" };
    const struct watch watch = { 0 };
    const struct backend *backend = backend_find("reference");
    const int reference = (int)(target_of(&targets, backend) - targets.list);
    struct reason why = { "" };
    (void)state;
    options.no_check = true; /* the least alone */
    for (int k = 0; k < 3; k++) {
        const struct op *op = op_find(names[k]);
        struct smalls known = { 0 };
        struct variant variant = *variant_best(variants_of(op, backend));
        const struct choice choice = { .target = reference,
                                       .variant = &variant };
        struct case_plan c = { .choices = &choice, .choice_count = 1 };
        variant.run = run_extents;
        assert_int_equal(
            bed_problem(&c.problem, op, ELEM_F32, 64, NULL, 0, &why),
            STATUS_OK);
        for (int i = 0; op->params[i].name; i++)
            if (op->params[i].follows_size)
                c.problem.param[i].i = 50;
        assert_non_null(smalls_of(&known, &targets, &c, &options, &watch));
        for (int i = 0; i < 3; i++)
            assert_true(extents_of_runs[i] < 50);
        smalls_free(&known);
    }
    options.no_check = false;
}

/* Slow ones have few samples, but some. */
static void slow_choices(void **state)
{
    struct smalls known = { 0 };
    (void)state;
    slow = true;
    without[1] = without[3] = without[4] = true;
    of_many(&known, choices, ELEM_F32);
    without[1] = without[3] = without[4] = false;
    slow = false;
    assert_int_equal(runs[0], 1 + 5 + 1);
    smalls_free(&known);
}

/* --- lists ---------------------------------------------------------------- */

/* Other choices are of another op, and types have their own; and there are no
 * more lists than there is room for. */
static void lists(void **state)
{
    struct smalls known = { 0 };
    (void)state;
    const struct small *one = of_many(&known, choices, ELEM_F32);
    const struct small *other = of_many(&known, other_choices, ELEM_F32);
    assert_true(runs[0] > 0);
    assert_ptr_not_equal(one, other);
    assert_ptr_equal(of_many(&known, choices, ELEM_F32), one);
    assert_int_equal(runs[0], 0);
    assert_int_equal(known.count, 2);
    assert_ptr_not_equal(of_many(&known, choices, ELEM_I32), one);
    assert_int_equal(known.count, 3);
    const int count = known.count;
    known.count = SMALLS_MOST;
    for (int i = count; i < SMALLS_MOST; i++)
        known.lists[i].choices = NULL;
    assert_null(of_many(&known, choices, ELEM_F64));
    assert_ptr_equal(of_many(&known, other_choices, ELEM_F32), other);
    known.count = count;
    smalls_free(&known);
    assert_int_equal(known.count, 0);
}

/* What was cut off is not known. */
static void cut_off(void **state)
{
    struct smalls known = { 0 };
    (void)state;
    interrupted = SIGINT;
    const struct small *of = of_many(&known, choices, ELEM_F32);
    interrupted = 0;
    assert_false(of[0].known);
    assert_true(of_many(&known, choices, ELEM_F32)[0].known);
    assert_true(of[0].overhead == SECONDS);
    smalls_free(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_cold_as_rows),
        cmocka_unit_test(each_choice_has_its_own),
        cmocka_unit_test(each_is_checked),
        cmocka_unit_test(some_are_left_out),
        cmocka_unit_test(extents_are_small),
        cmocka_unit_test(slow_choices),
        cmocka_unit_test(lists),
        cmocka_unit_test(cut_off),
    };
    return cmocka_run_group_tests_name("small", tests, open_targets,
                                       close_targets);
}

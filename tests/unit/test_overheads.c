/* test_overheads.c - what a run costs at n -> 0, on the host with a meter that
 * counts. */
#include "on_targets.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/interrupt.h"
#include "host/host.h"
#include "matrix.h"
#include "roofs/overheads.h"

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

static const double *overheads(struct overheads *known, bool hot)
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
    const double *seconds =
        overheads_of(known, &targets, &c, &options, &watch);
    targets.count--;
    return seconds;
}

/* Caches are as they are for rows. */
static void as_cold_as_rows(void **state)
{
    (void)state;
    for (int hot = 0; hot < 2; hot++) {
        struct overheads known = { 0 };
        const double *seconds = overheads(&known, hot);
        assert_non_null(seconds);
        assert_true(seconds[0] == SECONDS);
        assert_in_range(flushes, hot ? 0 : 5, hot ? 0 : 100);
        overheads_free(&known);
    }
}

/* --- of which choices ----------------------------------------------------- */

enum { CHOICES = 4 };

static int runs[CHOICES]; /* of each, a to d */
static int pins;
static size_t size_of_runs;
static bool slow;

static int choice_of(const struct job *job)
{
    return job->variant->name[0] - 'a';
}

/* d is wrong. */
static enum status run_noted(struct job *job)
{
    const struct timespec pause = { .tv_nsec = 60000000 };
    const struct variant *right = variant_best(
        variants_of(op_find("reduce"), backend_find("reference")));
    const enum status status = right->run(job);
    runs[choice_of(job)]++;
    size_of_runs = job->problem->size;
    if (choice_of(job) == 3)
        *(float *)job->out[0] += 1;
    if (slow)
        nanosleep(&pause, NULL);
    return status;
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

static struct choice choices[CHOICES], other_choices[CHOICES];
static bool without[CHOICES];

static const double *overheads_of_many(struct overheads *known,
                                       struct choice list[CHOICES],
                                       enum elem type)
{
    static struct meter meter;
    static struct place place;
    static struct backend backend;
    static struct variant variants[CHOICES];
    const struct op *op = op_find("reduce");
    const struct options options = { 0 };
    const struct watch watch = { 0 };
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
        static const char *const names[] = { "a", "b", "c", "d" };
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
    pins = 0;
    const double *seconds =
        overheads_of(known, &targets, &c, &options, &watch);
    targets.count--;
    return seconds;
}

/* Each has its own: the median of samples on the smallest problem there is;
 * nothing of what cannot run, is not right or is left out. */
static void each_choice_has_its_own(void **state)
{
    struct overheads known = { 0 };
    (void)state;
    const double *seconds = overheads_of_many(&known, choices, ELEM_F32);
    assert_non_null(seconds);
    assert_true(seconds[0] == SECONDS);
    assert_true(seconds[1] == 2 * SECONDS);
    assert_true(seconds[2] == 0 && seconds[3] == 0);
    assert_int_equal(size_of_runs, 1);
    assert_in_range(runs[0], 6, 16);
    assert_int_equal(runs[2], 0);
    assert_int_equal(runs[3], 1);
    assert_int_equal(pins, 2); /* though one alone asks for them */
    overheads_free(&known);
    without[0] = true;
    seconds = overheads_of_many(&known, choices, ELEM_F32);
    without[0] = false;
    assert_true(seconds[0] == 0 && seconds[1] == 2 * SECONDS);
    assert_int_equal(runs[0], 0);
    overheads_free(&known);
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
    const struct options options = { 0 };
    const struct watch watch = { 0 };
    const struct backend *backend = backend_find("reference");
    const int reference = (int)(target_of(&targets, backend) - targets.list);
    struct reason why = { "" };
    (void)state;
    for (int k = 0; k < 3; k++) {
        const struct op *op = op_find(names[k]);
        struct overheads known = { 0 };
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
        assert_non_null(overheads_of(&known, &targets, &c, &options, &watch));
        for (int i = 0; i < 3; i++)
            assert_true(extents_of_runs[i] < 50);
        overheads_free(&known);
    }
}

/* Slow ones have few samples, but some. */
static void slow_choices(void **state)
{
    struct overheads known = { 0 };
    (void)state;
    slow = true;
    without[1] = without[3] = true;
    overheads_of_many(&known, choices, ELEM_F32);
    without[1] = without[3] = false;
    slow = false;
    assert_int_equal(runs[0], 1 + 5);
    overheads_free(&known);
}

/* Other choices are of another op; and no more lists than there is room for
 * are kept, nor any of what was cut off. */
static void lists(void **state)
{
    struct overheads known = { 0 };
    (void)state;
    interrupted = SIGINT;
    assert_null(overheads_of_many(&known, choices, ELEM_F32));
    interrupted = 0;
    assert_int_equal(known.count, 0);
    const double *one = overheads_of_many(&known, choices, ELEM_F32);
    const double *other = overheads_of_many(&known, other_choices, ELEM_F32);
    assert_true(runs[0] > 0);
    assert_ptr_not_equal(one, other);
    assert_ptr_equal(overheads_of_many(&known, choices, ELEM_F32), one);
    assert_int_equal(runs[0], 0);
    assert_int_equal(known.count, 2);
    const int count = known.count;
    known.count = OVERHEADS_MOST;
    for (int i = count; i < OVERHEADS_MOST; i++)
        known.lists[i].choices = NULL;
    assert_null(overheads_of_many(&known, choices, ELEM_F64));
    assert_ptr_equal(overheads_of_many(&known, other_choices, ELEM_F32),
                     other);
    known.count = count;
    overheads_free(&known);
    assert_int_equal(known.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_cold_as_rows),
        cmocka_unit_test(each_choice_has_its_own),
        cmocka_unit_test(extents_are_small),
        cmocka_unit_test(slow_choices),
        cmocka_unit_test(lists),
    };
    return cmocka_run_group_tests_name("overheads", tests, open_targets,
                                       close_targets);
}

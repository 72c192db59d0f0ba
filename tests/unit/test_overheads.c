/* test_overheads.c - what a run costs at n -> 0, on the host with a meter that
 * counts. */
#include "on_targets.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_cold_as_rows),
    };
    return cmocka_run_group_tests_name("overheads", tests, open_targets,
                                       close_targets);
}

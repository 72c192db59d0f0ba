/* test_sustained.c - runs back to back, on the host with runs, a clock and
 * joules that are made up. */
#include "on_targets.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/interrupt.h"
#include "host/host.h"
#include "matrix.h"
#include "measure/besides.h"

#define RUN 1e-3 /* s, of a warm run */
enum { COLD_STRETCHES = 3, ALL_SECONDS = 1 };

static int stretches, others; /* samples before which none may rest */
static double run_seconds;    /* of a warm run */
static int stop_after;        /* stretches; 0: never */
static double clock_hz;
static bool counts_joules;
static double joules_of_run, joules_spent;
static double first, warm_after; /* s, of the first stretch's begin */

/* Twice as fast, by twice the clock, before it is warm. */
static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    first = stretches ? first : host_clock();
    const bool cold =
        stretches < COLD_STRETCHES || host_clock() - first < warm_after;
    const int faster = cold ? 2 : 1;
    const double seconds = batch->repeats * run_seconds / faster;
    const struct timespec pause = {
        .tv_sec = (time_t)seconds,
        .tv_nsec = (long)(1e9 * (seconds - floor(seconds)))
    };
    const enum status status = host_meter.sample(device, batch, timing, why);
    if (!batch->steady) {
        others++;
        return status;
    }
    stretches++;
    nanosleep(&pause, NULL);
    joules_spent += joules_of_run * batch->repeats;
    *timing = (struct timing){ .seconds = seconds,
                               .clock = faster * clock_hz,
                               .slow = true };
    if (stretches == stop_after)
        interrupted = SIGTERM;
    return status;
}

static bool energy(struct device *device, double *joules)
{
    (void)device;
    *joules = 7 + joules_spent;
    return counts_joules;
}

static struct meter meter;
static struct place place;
static struct backend backend;
static struct dataset dataset;
static struct variant variant;

/* reduce, checked and sampled once. */
static void begin(struct trial *trial, enum status (*run)(struct job *))
{
    static struct choice choice;
    static bool used[MOST_TARGETS];
    const struct op *op = op_find("reduce");
    struct target *target = add_backend(&backend, "odd", &place);
    struct reason why = { "" };
    struct problem p;
    stretches = others = stop_after = 0;
    clock_hz = 1e9;
    counts_joules = true;
    joules_of_run = 1;
    warm_after = 0;
    run_seconds = RUN;
    meter = host_meter;
    meter.sample = sample;
    meter.energy = energy;
    place = host_place;
    place.meter = &meter;
    used[targets.count - 1] = true;
    variant = *variant_best(variants_of(op, backend_find("reference")));
    variant.run = run ? run : variant.run;
    choice = (struct choice){ .variant = &variant };
    bed_problem(&p, op, op->default_type, 1000, NULL, 0, &why);
    dataset_open(&dataset, &p, &targets, used, NULL, &why);
    dataset_load(&dataset, OWN_INPUTS, &why);
    assert_string_equal(why.text, "");
    trial_open(trial, &dataset, target, &choice, "");
    trial_check(trial, &dataset);
    trial_sample(trial, &dataset, false, 1);
    trial->last = RUN;
    assert_true(trial->live);
    others = 0;
}

static void end(struct trial *trial)
{
    interrupted = 0;
    trial_close(trial);
    free(trial->row.samples);
    dataset_close(&dataset);
    targets.count--;
}

/* --- what they come to ---------------------------------------------------- */

/* By the second half alone; and samples stay as they are. */
static void warm_runs(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, NULL);
    warm_after = 0.4 * ALL_SECONDS;
    const double start = host_clock();
    trial_sustain(&trial, &dataset, ALL_SECONDS);
    const double took = host_clock() - start;
    const struct sustained *s = &trial.row.sustained;
    assert_true(took >= ALL_SECONDS && took < 2 * ALL_SECONDS);
    assert_true(stretches > 2 * COLD_STRETCHES);
    assert_int_equal(others, 1); /* into poison, when they have ended */
    assert_true(fabs(s->seconds - RUN) < 1e-9 * RUN);
    assert_true(s->clock == 1e9);
    assert_true(s->runs > 0 && (double)s->runs * RUN < ALL_SECONDS);
    assert_true(s->watts > 0.5 / RUN && s->watts < 1.001 / RUN);
    assert_string_equal(s->clock_reason, "");
    assert_string_equal(s->watts_reason, "");
    assert_int_equal(trial.row.sample_count, 1);
    assert_int_equal(trial.row.dropped, 0);
    assert_true(trial.live && !trial.steady);
    end(&trial);
}

/* Never 0 of anything. */
static void unknown_has_a_reason(void **state)
{
    (void)state;
    for (int still = 0; still < 2; still++) {
        struct trial trial;
        begin(&trial, NULL);
        clock_hz = 0;
        counts_joules = still;
        joules_of_run = 0;
        trial_sustain(&trial, &dataset, ALL_SECONDS / 2.0);
        const struct sustained *s = &trial.row.sustained;
        assert_true(s->seconds > 0);
        assert_true(s->clock == 0 && s->watts == 0);
        assert_string_equal(s->clock_reason, "no clock is watched");
        assert_string_equal(s->watts_reason,
                            still ? "the energy counter did not move"
                                  : "no energy counter can be read");
        end(&trial);
    }
}

static void interruptions_end_it(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, NULL);
    stop_after = 4;
    const double start = host_clock();
    trial_sustain(&trial, &dataset, 600);
    assert_true(host_clock() - start < 2);
    assert_int_equal(stretches, stop_after);
    assert_true(trial.live && trial.row.sample_count == 1);
    assert_true(trial.row.sustained.seconds == 0);
    end(&trial);
}

/* Longer than all of the time: the second one is its half. */
static void long_runs(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, NULL);
    trial.last = ALL_SECONDS;
    trial_sustain(&trial, &dataset, RUN / 4);
    assert_int_equal(stretches, 2);
    assert_true(trial.row.sustained.runs > 0);
    end(&trial);
}

/* A row before has lost the place. */
static void lost_places_run_nothing(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, NULL);
    struct replica *replica = trial.replica;
    replica->status = fail(&replica->why, STATUS_DEVICE, "it is gone");
    trial_sustain(&trial, &dataset, ALL_SECONDS);
    assert_int_equal(trial.row.status, ROW_FAILED);
    assert_string_equal(trial.row.reason, "it is gone");
    assert_int_equal(stretches, 0);
    replica->status = STATUS_OK;
    end(&trial);
}

/* --- what they leave ------------------------------------------------------ */

static enum status run_right(struct job *job)
{
    return variant_best(
               variants_of(op_find("reduce"), backend_find("reference")))
        ->run(job);
}

static enum status wrong_when_warm(struct job *job)
{
    const enum status status = run_right(job);
    if (stretches > COLD_STRETCHES)
        *(float *)job->out[0] += 1;
    return status;
}

static bool idle;

static enum status nothing_when_idle(struct job *job)
{
    return idle ? STATUS_OK : run_right(job);
}

static void outputs_are_checked(void **state)
{
    static enum status (*const runs[])(struct job *) = { wrong_when_warm,
                                                         nothing_when_idle };
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct trial trial;
        begin(&trial, runs[k]);
        idle = true;
        trial_sustain(&trial, &dataset, ALL_SECONDS / 2.0);
        idle = false;
        assert_int_equal(trial.row.status, ROW_WRONG);
        assert_true(trial.row.sustained.seconds == 0);
        end(&trial);
    }
}

/* Its time goes by only where its output is not there already. */
static enum status nothing_again(struct job *job)
{
    static float last;
    const double begun = host_clock();
    if (*(float *)job->out[0] == last)
        return STATUS_OK;
    const enum status status = run_right(job);
    last = *(float *)job->out[0];
    while (host_clock() - begun < RUN)
        continue;
    return status;
}

static void outputs_that_are_there(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, nothing_again);
    run_seconds = RUN / 1000;
    trial_sustain(&trial, &dataset, ALL_SECONDS / 2.0);
    assert_int_equal(trial.row.status, ROW_FAILED);
    assert_non_null(strstr(trial.row.reason, "measure nothing"));
    assert_true(trial.row.sustained.seconds == 0);
    end(&trial);
}

/* --- which rows ----------------------------------------------------------- */

static void besides(struct trial *trial, const struct options *options,
                    double memory, double arithmetic)
{
    struct record roofs = { 0 };
    for (int kind = ROOF_READ; kind <= ROOF_FMA; kind++) {
        const struct roof roof = { .device = "core",
                                   .kind = (enum roof_kind)kind,
                                   .rate =
                                       kind < ROOF_FMA ? memory : arithmetic };
        assert_true(!(roof.rate > 0) || record_add_roof(&roofs, &roof));
    }
    besides_last(trial, 1, &dataset, options, &roofs);
    record_free(&roofs);
}

static void rows_that_arithmetic_bounds(void **state)
{
    static const struct {
        double memory, arithmetic;
        int part;
        const char *reason;
    } cases[] = { { 1e12, 1e6, 0, "" },
                  { 1e6, 1e12, 0, "not bound by arithmetic" },
                  { 1e6, 0, 0, "not bound by arithmetic" },
                  { 0, 0, 0, "no roof is known" },
                  { 1e12, 1e6, 1, "no roof is known" } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct options options = { .sustained = 0.5 };
        struct trial trial;
        begin(&trial, NULL);
        struct row *row = &trial.row;
        row->bytes = 4000;
        row->flops = 1000;
        row->seconds.median = 1;
        options.placement.threads = cases[i].part ? 1 : 2;
        options.thread_count = 2;
        options.threads[0] = 1;
        options.threads[1] = 2;
        besides(&trial, &options, cases[i].memory, cases[i].arithmetic);
        assert_string_equal(row->sustained_reason, cases[i].reason);
        assert_int_equal(stretches > 0, !cases[i].reason[0]);
        assert_int_equal(row->sustained.seconds > 0, !cases[i].reason[0]);
        assert_true(trial.live);
        end(&trial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warm_runs),
        cmocka_unit_test(unknown_has_a_reason),
        cmocka_unit_test(interruptions_end_it),
        cmocka_unit_test(long_runs),
        cmocka_unit_test(lost_places_run_nothing),
        cmocka_unit_test(outputs_are_checked),
        cmocka_unit_test(outputs_that_are_there),
        cmocka_unit_test(rows_that_arithmetic_bounds),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("sustained", tests, open_targets,
                                       close_targets);
}

/* written.h - the rounds of a case, on a place that is the host, but writes
 * down what is asked of it and whose clock says what it is told to. */
#ifndef TETRAD_TESTS_WRITTEN_H
#define TETRAD_TESTS_WRITTEN_H

#include "on_targets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "random.h"
#include "host/host.h"
#include "matrix.h"
#include "measure/measure.h"
#include "measure/small.h"

enum { N = 1000, ROWS = 3, CALLS = 4096, LEAST = 9, WARMUP = 2 };

/* --- a place that writes down --------------------------------------------- */

struct call {
    int row;      /* whose run it was */
    bool cold;    /* of samples and warming up, not of checks */
    bool flushed; /* since the call before */
    bool in, out; /* and of what: all of its arrays, */
    bool scratch; /* and this */
    int repeats;
    double seconds; /* what the clock said */
};

static struct call calls[CALLS];
static int call_count;
static bool flushed;
static struct span spans[16];
static int span_count;
static int row_now; /* whose run it is */
static double (*clock_of)(int call);

static double rising(int call)
{
    return 1e-3 + 1e-9 * call;
}

static inline double of_one_microsecond(int call)
{
    (void)call;
    return 1e-6;
}

static enum status flush(struct device *device, const struct span *list,
                         int count, struct reason *why)
{
    (void)device, (void)why;
    flushed = true;
    memcpy(spans, list, (size_t)count * sizeof *list);
    span_count = count;
    return STATUS_OK;
}

static bool was_flushed(const void *memory)
{
    for (int i = 0; i < span_count && flushed; i++)
        if (spans[i].memory == memory && spans[i].bytes == N * sizeof(float))
            return true;
    return false;
}

static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    const struct job *job = &batch->jobs[0];
    const enum status status = host_meter.sample(device, batch, timing, why);
    assert_in_range(call_count, 0, CALLS - 1);
    row_now = batch->variant->name[0] - 'a';
    calls[call_count] = (struct call){ .row = row_now,
                                       .cold = batch->cold,
                                       .flushed = flushed,
                                       .in = was_flushed(job->in[0]),
                                       .out = was_flushed(job->out[0]),
                                       .scratch = was_flushed(job->scratch),
                                       .repeats = batch->repeats,
                                       .seconds = clock_of(call_count) };
    timing->seconds = calls[call_count++].seconds * batch->repeats;
    flushed = false;
    return status;
}

static enum status pace(struct device *device, enum scope scope, bool cold,
                        struct pace *now, struct reason *why)
{
    (void)device, (void)scope, (void)why;
    *now = (struct pace){ { 3 + call_count, 4, cold ? 5 : 6 } };
    return STATUS_OK;
}

static const char *greedy = ""; /* it wants more than there is */

/* As much as an array. */
static size_t scratch_of(const struct job *job)
{
    return strcmp(job->variant->name, greedy) ? N * sizeof(float)
                                              : SIZE_MAX / 4;
}

static struct meter meter;
static struct place place;
static const struct backend backend = { .name = "written",
                                        .scope = SCOPE_CORE,
                                        .place = &place };

/* --- a case --------------------------------------------------------------- */

static struct record record;

static struct options usual(void)
{
    return (struct options){ .min_samples = LEAST,
                             .max_noise = 1,
                             .timeout = 60,
                             .warmup = WARMUP,
                             .seed = 1 };
}

static int starts = 1, start;            /* of these, which */
static int rows = ROWS;                  /* of the case */
static const struct row *before[ROWS];   /* of a later start */
static enum status (*run)(struct job *); /* NULL: as reference does */
static const struct watch *watching;
static const struct small *small;
static const bool *without;      /* rows that are left out */
static const char *crowded = ""; /* why there is no room */
static bool last;                /* start of the case */
/* All elements alike: no input is nearly that, nor is that of another seed. */
static const char *dist = "constant";
static const char *op_name = "scan";
static void (*adapt)(struct op *); /* NULL: it stays as it is */

static void measure(const struct options *options)
{
    const char *const names[ROWS] = { "a", "b", "c" };
    struct variant variants[ROWS];
    struct choice choices[ROWS];
    struct reason no_room[MOST_TARGETS] = { { "" } };
    struct reason why = { "" };
    struct case_plan plan = { .starts = starts,
                              .start = start,
                              .before = before[0] ? before : NULL,
                              .last = last,
                              .small = small,
                              .without = without,
                              .choices = choices,
                              .choice_count = rows,
                              .why = no_room };
    const struct op *op = op_find(op_name);
    meter = host_meter;
    meter.flush = flush;
    meter.sample = sample;
    meter.pace = pace;
    place = host_place;
    place.meter = &meter;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    for (int i = 0; i < rows; i++) {
        variants[i] =
            *variant_best(variants_of(op, backend_find("reference")));
        variants[i].name = names[i];
        variants[i].scratch = scratch_of;
        variants[i].run = run ? run : variants[i].run;
        choices[i] = (struct choice){ .target = targets.count,
                                      .variant = &variants[i] };
    }
    snprintf(no_room[targets.count].text, sizeof no_room->text, "%s", crowded);
    targets.count++;
    assert_int_equal(
        bed_problem(&plan.problem, op, ELEM_F32, N, NULL, 0, &why), STATUS_OK);
    struct op adapted = *op;
    if (adapt) {
        adapt(&adapted);
        plan.problem.op = &adapted;
    }
    plan.problem.dist = dist_find(dist, strlen(dist));
    plan.problem.dist_argument = 0.1;
    call_count = 0;
    record = (struct record){ 0 };
    measure_case(&record, &targets, &plan, options, watching);
    targets.count--;
    if (!interrupted && !without)
        assert_int_equal(record.row_count, rows - (*greedy != 0));
    for (size_t i = 0; i < record.row_count && !run; i++) {
        assert_string_equal(record.rows[i].reason, "");
        assert_int_equal(record.rows[i].status, ROW_OK);
    }
}

static inline void measure_rising(void)
{
    const struct options options = usual();
    clock_of = rising;
    measure(&options);
}

#endif

/* test_parts.c - the parts of a run: shares that add up, told of in runs that
 * are no samples, by the names of the op. The op `steps` is made up: y = x;
 * the meter's clock, too: each look at it is a second after the one before. */
#include "copying.h"

#include <math.h>

#include "matrix.h"

enum { FIRST, SECOND, THIRD, NAMED };

static int looks;        /* at the clock, in this run */
static int marks;        /* looks between a run's begin and its end, ever */
static int runs, told;   /* and those that were to tell */
static const int *story; /* the parts that a run tells of, then -2 */
static bool lies;        /* then it is wrong */

/* --- a clock -------------------------------------------------------------- */

static void mark(struct parts *parts, int part)
{
    struct profile *profile = (struct profile *)parts;
    const int at = profile->count++;
    looks++;
    marks++;
    if (at >= PROFILE_MOST)
        return;
    profile->part[at] = part;
    profile->at[at] = looks;
}

static int slow_runs; /* that tell, to come, which meet a low clock */

/* A run that tells of n parts takes n + 1 seconds. */
static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    (void)device, (void)why;
    looks = 0;
    if (batch->profile) {
        assert_int_equal(batch->repeats, 1);
        batch->profile->count = 0;
    }
    const enum status status = batch->variant->run(&batch->jobs[0]);
    *timing = (struct timing){ .seconds = looks + 1,
                               .slow = batch->profile && slow_runs > 0 };
    slow_runs -= timing->slow;
    return status;
}

/* --- an op ---------------------------------------------------------------- */

static const char *const names[] = {
    [FIRST] = "first", [SECOND] = "second", [THIRD] = "third", NULL
};

static struct op steps = { COPYING("steps") };

static enum status run(struct job *job)
{
    runs++;
    told += job->parts != NULL;
    for (const int *part = story; *part != -2; part++)
        job_part(job, *part);
    copying_run(job);
    if (lies && job->parts)
        ((int32_t *)job->out[0])[SIZE / 2]++;
    return STATUS_OK;
}

static const struct variant variant = { .name = "it", .run = run };

/* --- rows ----------------------------------------------------------------- */

static struct meter meter;

/* Checked, timed twice, then its parts. */
static struct row row_telling(const int *parts, const struct meter *by)
{
    const struct choice choice = { .target = targets.count,
                                   .variant = &variant };
    bool used[MOST_TARGETS] = { false };
    struct reason why = { "" };
    struct problem p;
    struct dataset dataset;
    struct trial trial;
    story = parts;
    runs = told = marks = 0;
    meter = *by;
    place = host_place;
    place.meter = &meter;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    used[targets.count++] = true;
    assert_int_equal(bed_problem(&p, &steps, ELEM_I32, SIZE, NULL, 0, &why),
                     STATUS_OK);
    assert_int_equal(dataset_open(&dataset, &p, &targets, used, NULL, &why),
                     STATUS_OK);
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    trial_open(&trial, &dataset, &targets.list[targets.count - 1], &choice,
               "");
    trial_check(&trial, &dataset);
    for (int cold = 0; cold <= 1; cold++)
        trial_sample(&trial, &dataset, cold, 1);
    assert_int_equal(trial.row.sample_count, 2);
    assert_int_equal(marks, 0); /* no sample looks at the clock */
    assert_int_equal(told, 0);
    const int before = runs;
    trial_parts(&trial, &dataset, true);
    assert_int_equal(told, runs - before); /* and all that come then tell */
    if (trial.live) {
        assert_int_equal(trial.row.sample_count, 2);
        const int marked = marks;
        trial_sample(&trial, &dataset, true, 1);
        assert_int_equal(trial.row.sample_count, 3);
        assert_int_equal(marks, marked);
    }
    trial_close(&trial);
    free(trial.row.samples);
    dataset_close(&dataset);
    targets.count--;
    return trial.row;
}

static struct meter fake_meter(void)
{
    struct meter fake = host_meter;
    fake.sample = sample;
    fake.mark = mark;
    return fake;
}

static struct row row_of(const int *parts)
{
    const struct meter fake = fake_meter();
    return row_telling(parts, &fake);
}

static void has(const struct row *row, int at, const char *name, double share)
{
    assert_true(at < row->part_count);
    assert_string_equal(row->parts[at].name, name);
    assert_true(fabs(row->parts[at].share - share) < 1e-12);
}

/* --- tests ---------------------------------------------------------------- */

/* What comes before the first border is the first part's, what comes after the
 * last the last one's; parts that come again add up. */
static void shares(void **state)
{
    (void)state;
    struct row row = row_of((const int[]){ FIRST, SECOND, THIRD, -2 });
    assert_int_equal(row.status, ROW_OK);
    assert_int_equal(row.part_count, 3);
    assert_true(row.parts_seconds == 4);
    assert_true(told >= 3);
    has(&row, 0, "first", 0.5);
    has(&row, 1, "second", 0.25);
    has(&row, 2, "third", 0.25);
    row = row_of((const int[]){ THIRD, FIRST, THIRD, FIRST, -2 });
    assert_int_equal(row.part_count, 2);
    has(&row, 0, "first", 0.4);
    has(&row, 1, "third", 0.6);
    row = row_of((const int[]){ SECOND, -2 });
    assert_int_equal(row.part_count, 1);
    has(&row, 0, "second", 1);
}

/* What is taken again is no sample of the row's that was dropped. */
static void low_clocks(void **state)
{
    (void)state;
    slow_runs = 2;
    const struct row row = row_of((const int[]){ SECOND, -2 });
    assert_int_equal(slow_runs, 0);
    assert_int_equal(row.part_count, 1);
    assert_int_equal(row.dropped, 0);
}

static void none(void **state)
{
    (void)state;
    struct row row = row_of((const int[]){ -2 });
    assert_int_equal(row.status, ROW_OK);
    assert_int_equal(row.part_count, 0);
    assert_int_equal(told, 1);
    struct meter mute = fake_meter();
    mute.mark = NULL;
    row = row_telling((const int[]){ FIRST, -2 }, &mute);
    assert_int_equal(row.status, ROW_OK);
    assert_int_equal(told, 0);
    steps.parts = NULL;
    row = row_of((const int[]){ FIRST, -2 });
    steps.parts = names;
    assert_int_equal(row.status, ROW_OK);
    assert_int_equal(told, 0);
}

static void refused(void **state)
{
    int many[PROFILE_MOST + 2] = { FIRST };
    (void)state;
    many[PROFILE_MOST] = -2;
    is_right(row_of(many), -1);
    many[PROFILE_MOST] = FIRST;
    many[PROFILE_MOST + 1] = -2;
    is_no(row_of(many), ROW_FAILED, "tells of 65 parts of a run: at most 64");
    is_no(row_of((const int[]){ FIRST, NAMED, -2 }), ROW_FAILED,
          "tells of part 3: steps names parts 0 to 2");
    is_no(row_of((const int[]){ -1, -2 }), ROW_FAILED, "tells of part -1");
    lies = true;
    is_no(row_of((const int[]){ FIRST, -2 }), ROW_WRONG, "expected");
    lies = false;
}

/* Of the host's own clock, and of code that is compared. */
static void of_the_host(void **state)
{
    double sum = 0;
    (void)state;
    const struct row row =
        row_telling((const int[]){ FIRST, SECOND, -2 }, &host_meter);
    assert_int_equal(row.status, ROW_OK);
    for (int i = 0; i < row.part_count; i++)
        sum += row.parts[i].share;
    assert_true(row.part_count == 1 || fabs(sum - 1) < 1e-9);
    assert_true(row.parts_seconds > 0 && row.parts_seconds < 1);
}

/* A word each, that a row has room for. */
static void of_ops(void **state)
{
    const struct row row;
    (void)state;
    for (size_t i = 0; ops[i]; i++)
        for (int k = 0; ops[i]->parts && ops[i]->parts[k]; k++) {
            const char *name = ops[i]->parts[k];
            assert_true(k < OP_PARTS);
            assert_true(name[0] && strlen(name) < sizeof row.parts[0].name);
            assert_null(strpbrk(name, " =,\""));
            for (int j = 0; j < k; j++)
                assert_string_not_equal(name, ops[i]->parts[j]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),      cmocka_unit_test(low_clocks),
        cmocka_unit_test(none),        cmocka_unit_test(refused),
        cmocka_unit_test(of_the_host), cmocka_unit_test(of_ops),
    };
    steps.parts = names;
    return cmocka_run_group_tests_name("parts", tests, open_targets,
                                       close_targets);
}

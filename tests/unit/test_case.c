/* test_case.c - which rows a case has, what they run on, what is measured of
 * them in which start, and what is left of those that are cut short. */
#include "written.h"

#include <signal.h>

#include "astray.h"
#include "base/interrupt.h"
#include "measure/dataset.h"

static enum status run_right(struct job *job)
{
    return variant_best(
               variants_of(op_find("scan"), backend_find("reference")))
        ->run(job);
}

/* --- which rows ----------------------------------------------------------- */

static int told; /* rows, a bit each */

static void note_finished(void *context, int choice, const struct row *row)
{
    (void)context;
    assert_int_equal(row->variant[0] - 'a', choice);
    told |= 1 << choice;
}

/* The others keep their numbers. */
static void rows_left_out(void **state)
{
    static const bool but_c[ROWS] = { true, true, false };
    static const struct small cost[ROWS] = { { .overhead = 1e-6 },
                                             { .overhead = 2e-6 },
                                             { .overhead = 3e-6 } };
    const struct watch watch = { .finished = note_finished };
    const struct options options = usual();
    (void)state;
    clock_of = rising;
    without = but_c;
    watching = &watch;
    small = cost;
    told = 0;
    measure(&options);
    without = NULL;
    watching = NULL;
    small = NULL;
    assert_int_equal(record.row_count, 1);
    assert_string_equal(record.rows[0].variant, "c");
    assert_true(record.rows[0].overhead == cost[2].overhead);
    assert_int_equal(told, 4);
    record_free(&record);
}

/* Where there is room for none of them each says why, and what it is. */
static void no_room_anywhere(void **state)
{
    const struct options options = usual();
    (void)state;
    clock_of = rising;
    run = run_right;
    crowded = "too large for this place";
    measure(&options);
    crowded = "";
    run = NULL;
    assert_int_equal(record.row_count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(record.rows[i].status, ROW_FAILED);
        assert_string_equal(record.rows[i].reason, "too large for this place");
        assert_int_equal(record.rows[i].n, N);
        assert_string_equal(record.rows[i].op, "scan");
    }
    assert_int_equal(call_count, 0);
    record_free(&record);
}

/* --- on what -------------------------------------------------------------- */

static const void *read_from[16];
static int places; /* that inputs were in */

static enum status note_place(struct job *job)
{
    int at = 0;
    while (at < places && read_from[at] != job->in[0])
        at++;
    if (at == places && places < 16)
        read_from[places++] = job->in[0];
    return run_right(job);
}

/* Cold samples take turns over all sets, hot runs over those of a batch. */
static void sets_of_samples(void **state)
{
    (void)state;
    rows = 1;
    run = note_place;
    clock_of = of_one_microsecond;
    for (int hot = 0; hot < 2; hot++) {
        struct options options = usual();
        options.hot = hot;
        places = 0;
        measure(&options);
        assert_int_equal(places, hot ? DATASET_ROTATING : DATASET_SETS);
        record_free(&record);
    }
    run = NULL;
    rows = ROWS;
}

/* --- in which start ------------------------------------------------------- */

/* Sustained speeds are those of the last start, if they are asked for. */
static void sustained_at_last(void **state)
{
    (void)state;
    clock_of = rising;
    for (int k = 0; k < 4; k++) {
        struct options options = usual();
        options.sustained = k & 1 ? 0.01 : 0;
        last = k & 2;
        measure(&options);
        last = false;
        assert_string_equal(record.rows[0].sustained_reason,
                            k == 3 ? "no roof is known" : "");
        record_free(&record);
    }
}

/* --- cut short ------------------------------------------------------------ */

enum { CUT = 40 };
static double length; /* of a sample, s */

static double cut_off(int call)
{
    if (call == CUT)
        interrupted = SIGINT;
    return length;
}

static bool other_bits, wrong_after, past;

/* Elements off by a little, in every other run; by much after the samples. */
static enum status run_odd(struct job *job)
{
    const enum status status = run_right(job);
    float *y = job->out[0];
    if (other_bits && call_count % 2)
        y[N / 2] += 200 * 0x1p-16F;
    if (wrong_after && call_count > CUT)
        y[N / 2] += 1000;
    if (past && call_count == CUT)
        write_astray((unsigned char *)(y + N));
    return status;
}

static const struct row *cut_row(double seconds)
{
    struct options options = usual();
    options.timeout = 600;
    options.min_samples = CALLS;
    clock_of = cut_off;
    length = seconds;
    rows = 1;
    run = run_odd;
    measure(&options);
    rows = ROWS;
    run = NULL;
    interrupted = 0;
    return record.rows;
}

/* What repeats is as it was checked, but for what it wrote elsewhere; of
 * others a run more is checked, if that is no long one. */
static void what_is_cut_short_is_checked(void **state)
{
    const struct row *row = cut_row(1e-3);
    (void)state;
    assert_int_equal(row->status, ROW_OK);
    assert_in_range(row->sample_count, 20, CUT);
    assert_int_equal(call_count, CUT + 1);
    record_free(&record);
    past = true;
    row = cut_row(1e-3);
    past = false;
    assert_int_equal(row->status, ROW_WRONG);
    record_free(&record);
    other_bits = true;
    row = cut_row(1e-3);
    assert_int_equal(row->status, ROW_OK);
    assert_in_range(row->sample_count, 20, CUT);
    assert_int_equal(call_count, CUT + 2);
    record_free(&record);
    wrong_after = true;
    row = cut_row(1e-3);
    wrong_after = false;
    assert_int_equal(row->status, ROW_WRONG);
    record_free(&record);
    row = cut_row(1);
    other_bits = false;
    assert_null(row); /* nothing is told of it */
    assert_int_equal(call_count, CUT + 1);
    record_free(&record);
}

/* What an earlier start measured is left as it was. */
static void earlier_starts_stay(void **state)
{
    (void)state;
    rows = 1;
    measure_rising();
    struct record first = record;
    before[0] = &first.rows[0];
    const struct row *row = cut_row(1e-3);
    before[0] = NULL;
    assert_int_equal(call_count, CUT + 1);
    assert_int_equal(row->sample_count, first.rows[0].sample_count);
    assert_int_equal(row->start_count, 1);
    assert_memory_equal(row->samples, first.rows[0].samples,
                        row->sample_count * sizeof *row->samples);
    record_free(&first);
    record_free(&record);
}

static int cut_at;

static double cut_off_early(int call)
{
    if (call == cut_at)
        interrupted = SIGINT;
    return 1e-3;
}

/* Nobody warms up when it is over. */
static void nothing_begins_at_the_end(void **state)
{
    const struct options options = usual();
    (void)state;
    measure_rising();
    record_free(&record);
    cut_at = 0;
    while (!calls[cut_at].cold)
        cut_at++;
    clock_of = cut_off_early;
    measure(&options);
    interrupted = 0;
    for (int i = cut_at; i < call_count; i++)
        assert_int_equal(calls[i].row, 0);
    assert_in_range(call_count, cut_at + 1, cut_at + WARMUP);
    assert_int_equal(record.row_count, 0);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_left_out),
        cmocka_unit_test(no_room_anywhere),
        cmocka_unit_test(sets_of_samples),
        cmocka_unit_test(sustained_at_last),
        cmocka_unit_test(what_is_cut_short_is_checked),
        cmocka_unit_test(earlier_starts_stay),
        cmocka_unit_test(nothing_begins_at_the_end),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("case", tests, open_targets,
                                       close_targets);
}

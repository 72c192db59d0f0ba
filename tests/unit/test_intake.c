/* test_intake.c - what a worker tells of two cases of three rows, taken into a
 * record; and which rows a worker that ended early takes with it. */
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "process/blame.h"
#include "process/child.h"
#include "process/task.h"

enum { CASES = 2, ROWS = 3 };

static struct record record;
static struct options options;
static struct progress progress;
static struct intake in;
static struct blame blame;

static bool take(enum wire_kind kind, uint32_t index, const void *data,
                 size_t bytes)
{
    const struct message message = { kind, index, data, bytes };
    return intake_take(&in, &message);
}

static bool take_text(enum wire_kind kind, uint32_t index, const char *text)
{
    return take(kind, index, text, strlen(text) + 1);
}

static struct row named(int k, int i)
{
    struct row row = { .op = "reduce", .type = "f32", .n = 10 + (size_t)k };
    snprintf(row.backend, sizeof row.backend, "b%d", i);
    strcpy(row.device, i ? "cores" : "core");
    return row;
}

/* Of `samples` samples, which are the sum of where it is. */
static bool take_row(enum wire_kind kind, int k, int i, size_t samples)
{
    double values[8];
    struct row row = named(k, i);
    size_t bytes;
    for (size_t s = 0; s < samples; s++)
        values[s] = 1 + k + i;
    row.samples = values;
    row.sample_count = samples;
    row.seconds.median = 1 + k + i;
    void *block = wire_pack(&row, &bytes);
    assert_non_null(block);
    const bool taken = take(kind, (uint32_t)i, block, bytes);
    free(block);
    return taken;
}

static int finished; /* times that rows were shown */
static size_t shown; /* rows, then */

static void note_finished(void *context, const struct record *so_far)
{
    (void)context;
    finished++;
    shown = so_far->row_count;
}

static int begin(void **state)
{
    (void)state;
    record = (struct record){ 0 };
    options = (struct options){ .quiet = true, .starts = 2 };
    progress = (struct progress){ 0 };
    blame = (struct blame){ 0 };
    finished = 0;
    in = (struct intake){ .record = &record,
                          .options = &options,
                          .progress = &progress,
                          .follower = { .finished = note_finished } };
    intake_open(&in);
    blame_open(&blame);
    for (int k = 0; k < CASES; k++)
        for (int i = 0; i < ROWS; i++) {
            const struct row row = named(k, i);
            assert_true(take(WIRE_NAME, (uint32_t)k, &row, sizeof row));
        }
    return 0;
}

static int end(void **state)
{
    (void)state;
    interrupted = 0;
    intake_close(&in);
    record_free(&record);
    return 0;
}

/* --- what is told --------------------------------------------------------- */

/* Rows of all cores come again for each other number of threads. */
static void rows_of_a_sweep(void **state)
{
    (void)state;
    options.thread_count = 3;
    assert_true(take(WIRE_READY, 0, NULL, 0));
    assert_true(in.planned);
    assert_int_equal(progress.rows, 6 + 2 * 4);
    assert_int_equal(progress.all, 2 * (6 + 2 * 4));
    assert_int_equal(record.planned, 14);
    assert_true(take(WIRE_READY, 0, NULL, 0)); /* of another worker */
    assert_int_equal(record.planned, 14);
}

static void cases_of_rows(void **state)
{
    (void)state;
    take(WIRE_READY, 0, NULL, 0);
    assert_false(take(WIRE_CASE, CASES, NULL, 0));
    assert_false(take_row(WIRE_ROW, 0, 0, 2)); /* of no case */
    assert_false(take(WIRE_CASE_END, 0, NULL, 0));
    for (int k = 0; k < CASES; k++) {
        assert_true(take(WIRE_CASE, (uint32_t)k, NULL, 0));
        assert_true(in.in_case && in.began);
        assert_int_equal(progress.under_way, ROWS);
        assert_string_equal(progress.name,
                            k ? "reduce f32 n=11" : "reduce f32 n=10");
        assert_true(take_row(WIRE_FINISHED, k, 1, 3));
        assert_int_equal(shown, k * ROWS + 1);
        assert_false(take_row(WIRE_ROW, k, ROWS, 2)); /* there is no such */
        assert_true(take_row(WIRE_ROW, k, 0, 2));
        assert_true(take_row(WIRE_ROW, k, 1, 4));
        assert_true(take(WIRE_CASE_END, 0, NULL, 0));
        assert_false(in.in_case);
        assert_int_equal(in.at, k + 1);
        assert_int_equal(shown, (k + 1) * ROWS);
        assert_int_equal(finished, 2 * (k + 1));
        assert_int_equal(record.row_count, (k + 1) * ROWS);
        const struct row *rows = &record.rows[k * ROWS];
        assert_int_equal(rows[0].sample_count, 2);
        assert_int_equal(rows[1].sample_count, 4);
        assert_true(rows[1].samples[3] == 2 + k);
        assert_int_equal(rows[2].status, ROW_FAILED);
        assert_string_equal(rows[2].reason, "could not be set up: no memory");
    }
    assert_int_equal(interrupted, 0);
    assert_true(take(WIRE_DONE, 0, NULL, 0));
    assert_true(in.done);
    assert_int_equal(interrupted, 0);
}

/* What an interruption left out is not lost: it never began. */
static void interrupted_workers(void **state)
{
    (void)state;
    take(WIRE_CASE, 0, NULL, 0);
    take_row(WIRE_ROW, 0, 2, 1);
    assert_true(take(WIRE_CASE_END, 1, NULL, 0));
    assert_int_equal(interrupted, SIGTERM);
    assert_int_equal(record.row_count, 1);
    interrupted = SIGINT;
    assert_true(take(WIRE_DONE, 1, NULL, 0));
    assert_int_equal(interrupted, SIGINT);
}

/* As they are now, instead of those before. */
static void roofs_and_bases(void **state)
{
    const struct roof roofs[] = { { .device = "core", .rate = 1 },
                                  { .device = "gpu", .rate = 2 } };
    const struct base bases[] = { { "a", 1 }, { "b", 2 }, { "c", 3 } };
    (void)state;
    for (int k = 0; k < 2; k++) {
        assert_true(take(WIRE_ROOFS, 0, roofs, sizeof roofs));
        assert_true(take(WIRE_BASES, 0, bases, sizeof bases));
        assert_int_equal(record.roof_count, 2);
        assert_int_equal(record.base_count, 3);
        assert_true(record.roofs[1].rate == 2 && record.bases[2].seconds == 3);
    }
}

static void losses_and_refusals(void **state)
{
    (void)state;
    assert_false(take_text(WIRE_LOST, 1, "it hangs")); /* in no case */
    take(WIRE_CASE, 0, NULL, 0);
    assert_true(take_text(WIRE_LOST, 1, "it hangs"));
    assert_int_equal(in.lost, 1);
    assert_string_equal(in.lost_why.text, "it hangs");
    intake_next_worker(&in);
    assert_int_equal(in.lost, -1);
    assert_true(!in.in_case && !in.began && !in.refused);
    assert_true(take_text(WIRE_REFUSED, STATUS_USAGE, "no such size"));
    assert_int_equal(in.status, STATUS_USAGE);
    assert_true(in.refused);
    assert_string_equal(in.why.text, "no such size");
    assert_true(take_text(WIRE_IMAGE, 0, "no colours"));
    assert_true(in.imaged);
    assert_string_equal(in.remark.text, "no colours");
    take_text(WIRE_WARNING, 0, "one"), take_text(WIRE_WARNING, 0, "two");
    assert_string_equal(in.warnings, "one\ntwo\n");
    intake_again(&in);
    assert_int_equal(in.manifest.start, 1);
    assert_true(in.at == 0 && !in.done);
}

/* --- whose fault it is ---------------------------------------------------- */

static int lost_rows(size_t k)
{
    size_t count;
    const struct manifest_row *rows =
        manifest_case_rows(&in.manifest, k, &count);
    int lost = 0;
    for (size_t i = 0; i < count; i++)
        lost |= rows[i].lost << i;
    return lost;
}

static const char *reason_of(size_t k, int i)
{
    size_t count;
    return manifest_case_rows(&in.manifest, k, &count)[i].row.reason;
}

/* Of rows that are lost, one by one, until none is left; then the case ends. */
static void faults_of_rows(void **state)
{
    (void)state;
    blame_fault(&blame, &in, 0, 2, "it crashed");
    assert_int_equal(lost_rows(0), 1);
    assert_string_equal(reason_of(0, 0), "it crashed");
    blame_fault(&blame, &in, 2, 2, "it hangs");
    assert_int_equal(lost_rows(0), 5);
    assert_int_equal(in.at, 0);
    blame_fault(&blame, &in, 1, 1, "it hangs");
    assert_int_equal(in.at, 1);
    assert_int_equal(record.row_count, ROWS);
    blame_fault(&blame, &in, ROWS, 0, "it is mad"); /* there is no such row */
    assert_int_equal(in.at, 2);
    assert_string_equal(record.rows[ROWS].reason, "it is mad");
}

/* Between runs it is nobody's at first, in each case; then that of the row that
 * ran last, if one did. */
static void faults_between_runs(void **state)
{
    (void)state;
    blame_fault(&blame, &in, -1, 0, "it crashed");
    assert_int_equal(lost_rows(0), 0);
    blame_fault(&blame, &in, -1, 0, "it crashed");
    assert_int_equal(lost_rows(0), 1);
    assert_string_equal(reason_of(0, 0),
                        "it crashed between runs; its own was the last");
    in.at = 1;
    blame_fault(&blame, &in, -1, -1, "it crashed");
    assert_int_equal(lost_rows(1), 0);
    assert_int_equal(in.at, 1);
    blame_fault(&blame, &in, -1, -1, "it crashed");
    assert_int_equal(in.at, 2);
    assert_int_equal(record.row_count, ROWS);
    assert_string_equal(record.rows[1].reason, "it crashed");
}

/* Where no worker can go on, all that is left is lost. */
static void faults_of_none(void **state)
{
    (void)state;
    in.status = STATUS_DEVICE;
    blame_rest(&in, "no GPU any more");
    assert_int_equal(in.status, STATUS_OK);
    assert_int_equal(in.at, CASES);
    assert_int_equal(record.row_count, CASES * ROWS);
    for (int i = 0; i < CASES * ROWS; i++)
        assert_string_equal(record.rows[i].reason, "no GPU any more");
}

/* As wait(2) tells it: a signal's number, or a status times 256. */
static void how_it_ended(void **state)
{
    static const struct {
        int how;
        bool starved;
        const char *text;
    } ends[] = { { 7 << 8, false, "ended the process with exit status 7" },
                 { 0, true, "ended the process with exit status 0" },
                 { SIGSEGV, false, "segmentation fault (signal 11)" },
                 { SIGBUS, true, "bus error (signal 7)" },
                 { SIGABRT, false, "aborted (signal 6)" },
                 { SIGILL, false, "illegal instruction (signal 4)" },
                 { SIGFPE, false,
                   "arithmetic fault, as of a division by zero (signal 8)" },
                 { SIGKILL, true,
                   "killed, probably by the system for lack of memory" },
                 { SIGKILL, false, "killed by signal 9, from outside" },
                 { SIGTERM, false, "ended by signal 15" } };
    char text[100];
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        child_describe(ends[i].how, ends[i].starved, text, sizeof text);
        assert_string_equal(text, ends[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_of_a_sweep, begin, end),
        cmocka_unit_test_setup_teardown(cases_of_rows, begin, end),
        cmocka_unit_test_setup_teardown(interrupted_workers, begin, end),
        cmocka_unit_test_setup_teardown(roofs_and_bases, begin, end),
        cmocka_unit_test_setup_teardown(losses_and_refusals, begin, end),
        cmocka_unit_test_setup_teardown(faults_of_rows, begin, end),
        cmocka_unit_test_setup_teardown(faults_between_runs, begin, end),
        cmocka_unit_test_setup_teardown(faults_of_none, begin, end),
        cmocka_unit_test(how_it_ended),
    };
    return cmocka_run_group_tests_name("intake", tests, NULL, NULL);
}

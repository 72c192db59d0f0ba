/* test_manifest.c - what becomes of rows when their processes end, in the first
 * start and in later ones. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/manifest.h"

enum { ROWS = 3 };

static struct record record;
static struct manifest manifest;

static struct row named(int i)
{
    struct row row = { .op = "reduce", .backend = "b", .n = 100 };
    snprintf(row.variant, sizeof row.variant, "v%d", i);
    return row;
}

/* Of so many samples, of which the first is `seconds`. */
static void bring(int i, size_t samples, double seconds)
{
    struct row row = named(i);
    row.sample_count = samples;
    row.samples = calloc(samples, sizeof *row.samples);
    row.samples[0] = row.seconds.median = seconds;
    assert_true(manifest_bring(&manifest, 0, i, &row));
}

/* All rows were measured once, among rows of another pass. */
static int begin(void **state)
{
    struct row other = named(0);
    (void)state;
    other.n = 7;
    record = (struct record){ 0 };
    assert_non_null(record_add_row(&record, &other));
    manifest = (struct manifest){ .first = record.row_count };
    for (int i = 0; i < ROWS; i++) {
        const struct row row = named(i);
        assert_true(manifest_add(&manifest, 0, &row));
        bring(i, 1, 1 + i);
    }
    assert_true(manifest_finish(&manifest, 0, &record));
    assert_int_equal(record.row_count, 1 + ROWS);
    return 0;
}

static int end(void **state)
{
    (void)state;
    manifest_free(&manifest);
    record_free(&record);
    return 0;
}

static void later_starts_take_their_place(void **state)
{
    (void)state;
    manifest.start = 1;
    bring(1, 2, 20);
    assert_true(manifest_finish(&manifest, 0, &record));
    assert_int_equal(record.row_count, 1 + ROWS);
    assert_int_equal(record.rows[2].sample_count, 2);
    assert_true(record.rows[2].samples[0] == 20);
    assert_true(record.rows[1].samples[0] == 1);
    assert_true(record.rows[3].samples[0] == 3);
}

/* What ended a process fails, also when it was measured before; what could not
 * be measured again for its sake stays. */
static void whose_fault_it_is(void **state)
{
    (void)state;
    manifest.start = 1;
    manifest_lose(&manifest, 0, 1, "segmentation fault");
    manifest_lose_all(&manifest, 0, "no memory");
    assert_true(manifest_all_lost(&manifest, 0));
    assert_true(manifest_finish(&manifest, 0, &record));
    assert_int_equal(record.row_count, 1 + ROWS);
    assert_int_equal(record.rows[1].status, ROW_OK);
    assert_true(record.rows[1].samples[0] == 1);
    assert_int_equal(record.rows[2].status, ROW_FAILED);
    assert_string_equal(record.rows[2].reason, "segmentation fault");
    assert_int_equal(record.rows[3].status, ROW_OK);
}

static void first_starts_lose_all(void **state)
{
    (void)state;
    const struct row row = named(ROWS);
    assert_true(manifest_add(&manifest, 1, &row));
    manifest_lose_all(&manifest, 1, "no memory");
    assert_true(manifest_finish(&manifest, 1, &record));
    assert_int_equal(record.row_count, 2 + ROWS);
    assert_int_equal(record.rows[1 + ROWS].status, ROW_FAILED);
}

/* Rows that came stand in the places of earlier starts', before the case is
 * finished too. */
static void came_in_their_places(void **state)
{
    struct record so_far = record;
    (void)state;
    so_far.rows = calloc(2 + 2 * ROWS, sizeof *so_far.rows);
    memcpy(so_far.rows, record.rows, record.row_count * sizeof *record.rows);
    manifest.start = 1;
    bring(2, 2, 30);
    manifest_came(&manifest, 0, &so_far);
    assert_int_equal(so_far.row_count, 1 + ROWS);
    assert_true(so_far.rows[3].samples[0] == 30);
    free(so_far.rows);
}

/* Rows that came are of a sweep where the record has them with other threads,
 * which is known before the case is finished. */
static void came_with_other_threads(void **state)
{
    struct record so_far = record;
    struct row row = named(0);
    (void)state;
    so_far.rows = calloc(3 + ROWS, sizeof *so_far.rows);
    memcpy(so_far.rows, record.rows, record.row_count * sizeof *record.rows);
    so_far.rows[1].threads = 4;
    row.threads = 2;
    assert_true(manifest_add(&manifest, 1, &row));
    assert_true(manifest_bring(&manifest, 1, 0, &row));
    manifest_came(&manifest, 1, &so_far);
    assert_int_equal(so_far.row_count, 2 + ROWS);
    assert_int_equal(so_far.rows[1 + ROWS].threads, 2);
    for (size_t i = 0; i < so_far.row_count; i++)
        assert_int_equal(so_far.rows[i].sweep, so_far.rows[i].threads > 0);
    free(so_far.rows);
}

/* Cases come in their order, the rows of each together; a row is found by who
 * runs it, and how. */
static void rows_of_cases(void **state)
{
    struct row row = named(0);
    size_t count;
    (void)state;
    assert_false(manifest_add(&manifest, 2, &row));
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            strcpy(row.backend, "c");
        if (i == 2)
            strcpy(row.transfers, "in pinned");
        assert_true(manifest_add(&manifest, 1, &row));
    }
    assert_false(manifest_add(&manifest, 0, &row));
    assert_int_equal(manifest.row_count, ROWS + 3);
    const struct manifest_row *rows = manifest_case_rows(&manifest, 1, &count);
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(manifest_find_row(&manifest, 1, &rows[i].row), i);
    manifest_case_rows(&manifest, 0, &count);
    assert_int_equal(count, ROWS);
    for (int i = 0; i < ROWS; i++) {
        row = named(i);
        assert_int_equal(manifest_find_row(&manifest, 0, &row), i);
    }
    assert_int_equal(manifest_find_row(&manifest, 0, &rows[1].row), -1);
}

/* What came before the end of a case is not lost with the rest. */
static void what_came_is_kept(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct row row = named(ROWS + i);
        assert_true(manifest_add(&manifest, 1, &row));
    }
    struct row came = named(ROWS);
    came.seconds.median = 7;
    assert_true(manifest_bring(&manifest, 1, 0, &came));
    manifest_lose_all(&manifest, 1, "no memory");
    assert_false(manifest_all_lost(&manifest, 1));
    assert_true(manifest_finish(&manifest, 1, &record));
    assert_int_equal(record.row_count, 3 + ROWS);
    assert_int_equal(record.rows[1 + ROWS].status, ROW_OK);
    assert_true(record.rows[1 + ROWS].seconds.median == 7);
    assert_int_equal(record.rows[2 + ROWS].status, ROW_FAILED);
    assert_string_equal(record.rows[2 + ROWS].reason, "no memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(later_starts_take_their_place, begin,
                                        end),
        cmocka_unit_test_setup_teardown(whose_fault_it_is, begin, end),
        cmocka_unit_test_setup_teardown(first_starts_lose_all, begin, end),
        cmocka_unit_test_setup_teardown(came_in_their_places, begin, end),
        cmocka_unit_test_setup_teardown(came_with_other_threads, begin, end),
        cmocka_unit_test_setup_teardown(rows_of_cases, begin, end),
        cmocka_unit_test_setup_teardown(what_came_is_kept, begin, end),
    };
    return cmocka_run_group_tests_name("manifest", tests, NULL, NULL);
}

/* test_at_odds.c - which rows contradict themselves. */
#include "shown.h"

#include "record/at_odds.h"
#include "record/judge.h"

enum { COUNT = 40, ROWS = 3 };

static struct record record;
static struct row right[ROWS];

/* The base, what takes half of its time, and what takes a third. */
static int begin(void **state)
{
    static const struct roof read = { .device = "gpu",
                                      .kind = ROOF_READ,
                                      .rate = 4e9 };
    (void)state;
    record = (struct record){ 0 };
    assert_true(record_add_roof(&record, &read));
    for (int i = 0; i < ROWS; i++) {
        struct row *row = add(&record, "cuda", (char[]){ (char)('a' + i), 0 },
                              "gpu", 1.2 / (i + 1));
        row->bytes = 1e9;
        row->samples = realloc(row->samples, COUNT * sizeof *row->samples);
        assert_non_null(row->samples);
        for (int k = 0; k < COUNT; k++)
            row->samples[k] = row->seconds.median * (k % 2 ? 1.001 : 0.999);
        row->sample_count = COUNT;
        strcpy(row->speedup.over, "cuda/a");
        strcpy(row->speedup.verdict, i ? "faster" : "");
        row->speedup.ratio = i + 1;
        row->speedup.ci_low = i + 0.99;
        row->speedup.ci_high = i + 1.01;
        row->tied = i == ROWS - 1;
    }
    judge_rows(&record);
    memcpy(right, record.rows, sizeof right);
    return 0;
}

static int end(void **state)
{
    (void)state;
    record_free(&record);
    return 0;
}

/* So many rows contradict themselves; then all is as it was. */
static void finds(size_t count)
{
    assert_int_equal(rows_at_odds(&record), count);
    memcpy(record.rows, right, sizeof right);
}

static void what_is_right_stands(void **state)
{
    (void)state;
    finds(0);
}

static void shares(void **state)
{
    (void)state;
    record.rows[1].roof_share = 3.5;
    record.rows[0].why.memory = 77;
    finds(2);
    record.rows[0].why.compute = 0.5;
    finds(1);
    record.rows[1].why.transfer = 0.5;
    finds(1);
    record.rows[1].why.gather = 0.5;
    finds(1);
    record.rows[2].why.scatter = 0.5;
    finds(1);
    record.rows[2].roof_share = 0;
    finds(1);
}

static void speedups(void **state)
{
    (void)state;
    record.rows[1].speedup.ratio = 99;
    finds(1);
    record.rows[2].speedup.ratio = 1 / 3.0;
    record.rows[1].speedup.ratio = 0;
    finds(2);
    strcpy(record.rows[1].speedup.verdict, "slower");
    finds(1);
}

static void ties(void **state)
{
    (void)state;
    record.rows[0].tied = record.rows[1].tied = true;
    finds(2);
}

/* Right is what is within its bound, of what was checked. */
static void bounds(void **state)
{
    (void)state;
    record.rows[1].check_ok = true;
    record.rows[1].of_bound = 5;
    finds(1);
    record.rows[1].check_ok = false;
    record.rows[1].of_bound = 5;
    finds(0);
}

/* Rows of a case have the same work. */
static void other_work(void **state)
{
    (void)state;
    record.rows[1].bytes *= 1.001;
    finds(1);
    record.rows[2].flops = 1;
    finds(1);
    record.rows[2].items = 1;
    finds(1);
    record.rows[2].bytes *= 1 + 1e-7;
    finds(0);
}

/* A cold row that memory cannot feed says so. */
static void what_is_suspect_says_so(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        record.rows[i].bytes *= 100;
        strcpy(record.rows[i].cache, "cold");
    }
    judge_rows(&record);
    assert_true(record.rows[1].suspect);
    assert_int_equal(rows_at_odds(&record), 0);
    record.rows[1].suspect = false;
    finds(1);
}

static void rows_that_are_there_twice(void **state)
{
    (void)state;
    strcpy(record.rows[2].variant, record.rows[1].variant);
    assert_int_equal(rows_at_odds(&record), 1);
    memcpy(record.rows, right, sizeof right);
}

/* As earlier versions had it, or a file that rounds. */
static void what_is_near_stands(void **state)
{
    struct row *row = &record.rows[1];
    (void)state;
    row->roof_share *= 1.2;
    row->speedup.ratio *= 1.05;
    finds(0);
}

/* Of a sweep no one row is the base, and each number of threads has its own
 * rows; what was not measured says nothing. */
static void what_is_left_alone(void **state)
{
    (void)state;
    record.rows[0].sweep = record.rows[1].sweep = true;
    record.rows[1].speedup.ratio = 99;
    record.rows[1].tied = true;
    finds(0);
    record.rows[1].status = ROW_WRONG;
    record.rows[1].roof_share = record.rows[1].why.memory = 0;
    finds(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_right_stands, begin, end),
        cmocka_unit_test_setup_teardown(shares, begin, end),
        cmocka_unit_test_setup_teardown(speedups, begin, end),
        cmocka_unit_test_setup_teardown(ties, begin, end),
        cmocka_unit_test_setup_teardown(bounds, begin, end),
        cmocka_unit_test_setup_teardown(other_work, begin, end),
        cmocka_unit_test_setup_teardown(what_is_suspect_says_so, begin, end),
        cmocka_unit_test_setup_teardown(rows_that_are_there_twice, begin, end),
        cmocka_unit_test_setup_teardown(what_is_near_stands, begin, end),
        cmocka_unit_test_setup_teardown(what_is_left_alone, begin, end),
    };
    return cmocka_run_group_tests_name("at odds", tests, NULL, NULL);
}

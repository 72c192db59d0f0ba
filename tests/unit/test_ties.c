/* test_ties.c - which rows tie with the fastest, once a row that cannot be is
 * known for one. */
#include "shown.h"

#include "record/judge.h"

/* Samples around a row's median, as many as tell. */
static void sample(struct row *row)
{
    enum { COUNT = 40 };
    row->samples = realloc(row->samples, COUNT * sizeof *row->samples);
    assert_non_null(row->samples);
    for (int i = 0; i < COUNT; i++)
        row->samples[i] = row->seconds.median * (i % 2 ? 1.001 : 0.999);
    row->sample_count = COUNT;
}

/* What is slower than the impossible may tie with the fastest all the same; and
 * what a row of another case is says nothing of it. */
static void ties_without_suspects(void **state)
{
    static const double seconds[] = { 0.1, 0.3, 0.301, 0.33 };
    static const struct roof read = { .device = "gpu",
                                      .kind = ROOF_READ,
                                      .rate = 4e9 };
    struct record record = { 0 };
    (void)state;
    assert_true(record_add_roof(&record, &read));
    for (int i = 0; i < 4; i++)
        add(&record, "cuda", (char[]){ (char)('a' + i), 0 }, "gpu", seconds[i])
            ->bytes = 1e9;
    add(&record, "cuda", "x", "gpu", 0.5)->n = 7;
    for (size_t i = 0; i < record.row_count; i++) {
        sample(&record.rows[i]);
        record.rows[i].tied = i == 0;
    }
    judge_rows(&record);
    assert_true(record.rows[0].suspect && !record.rows[1].suspect);
    assert_true(record.rows[1].tied && record.rows[2].tied);
    assert_true(!record.rows[3].tied && !record.rows[4].tied);
    assert_true(row_ties(&record.rows[2], &record.rows[1]));
    record_free(&record);
}

/* Without a suspect they stay as the rounds told them. */
static void ties_stay(void **state)
{
    static const bool tied[] = { true, false, true };
    struct record record = { 0 };
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct row *row = add(&record, "cuda", (char[]){ (char)('a' + i), 0 },
                              "gpu", 0.1 * (i + 1));
        sample(row);
        row->tied = tied[i];
    }
    judge_rows(&record);
    for (int i = 0; i < 3; i++)
        assert_int_equal(record.rows[i].tied, tied[i]);
    record_free(&record);
}

/* A faster row of fewer threads took no turns with them: of a sweep those of
 * the most threads are compared among themselves. */
static void ties_of_a_sweep(void **state)
{
    static const double seconds[] = { 0.1, 0.3, 0.301, 0.33, 0.2 };
    static const struct roof read = { .device = "cores",
                                      .kind = ROOF_READ,
                                      .rate = 4e9 };
    struct record record = { 0 };
    (void)state;
    assert_true(record_add_roof(&record, &read));
    for (int i = 0; i < 5; i++) {
        add(&record, "openmp", (char[]){ (char)('a' + i % 4), 0 }, "cores",
            seconds[i]);
        struct row row = record.rows[--record.row_count];
        row.bytes = 1e9;
        row.threads = i < 4 ? 4 : 2;
        strcpy(row.speedup.over, "openmp/a");
        row.speedup.ratio = 1;
        sample(&row);
        assert_non_null(record_add_row(&record, &row));
    }
    judge_rows(&record);
    assert_true(record.rows[4].sweep && row_stands(&record.rows[4]));
    assert_true(record.rows[0].speedup.ratio > 0);
    assert_true(!row_has_speedup(&record.rows[4]) &&
                !(record.rows[4].speedup.ratio > 0));
    assert_true(record.rows[0].suspect && !record.rows[1].suspect);
    assert_true(record.rows[1].tied && record.rows[2].tied);
    assert_true(!record.rows[3].tied && !record.rows[4].tied);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_without_suspects),
        cmocka_unit_test(ties_of_a_sweep),
        cmocka_unit_test(ties_stay),
    };
    return cmocka_run_group_tests_name("ties", tests, NULL, NULL);
}

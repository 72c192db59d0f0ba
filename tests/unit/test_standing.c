/* test_standing.c - who speaks for a backend in a case, what beats it, and
 * which rows are of one case. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "record/standing.h"

enum { SAMPLES = 40 };

static double samples[2][SAMPLES];
static const struct row usual = { .op = "sort",
                                  .type = "u32",
                                  .dist = "uniform",
                                  .cache = "cold",
                                  .backend = "cuda",
                                  .n = 1000 };

static struct row row_of(double seconds, int of)
{
    struct row row = usual;
    row.seconds.median = seconds;
    row.samples = samples[of];
    row.sample_count = SAMPLES;
    for (int i = 0; i < SAMPLES; i++)
        samples[of][i] = seconds * (1 + 1e-4 * (i % 7));
    return row;
}

/* A rung that promises less, or keeps what best has to make, has not beaten
 * it; one that best may, too, has. */
static void on_its_terms(void **state)
{
    static const unsigned easier[] = { UNORDERED, UNSTABLE, KEEPS_STATE };
    struct row best = row_of(2, 0), rung = row_of(1, 1);
    const struct row *const rows[] = { &best, &rung };
    (void)state;
    best.best = true;
    struct standing_ahead ahead = standing_ahead(rows, 2, &best);
    assert_ptr_equal(ahead.rung, &rung);
    assert_true(ahead.ratio > 1.99 && ahead.ratio < 2.01 && !ahead.others);
    for (size_t i = 0; i < sizeof easier / sizeof *easier; i++) {
        best.traits = 0;
        rung.traits = easier[i];
        assert_null(standing_ahead(rows, 2, &best).rung);
        best.traits = easier[i];
        assert_ptr_equal(standing_ahead(rows, 2, &best).rung, &rung);
    }
    rung.traits = WAITS; /* a handicap */
    assert_ptr_equal(standing_ahead(rows, 2, &best).rung, &rung);
    rung.few = true;
    assert_null(standing_ahead(rows, 2, &best).rung);
    rung = row_of(2.01, 1);
    assert_null(standing_ahead(rows, 2, &best).rung);
}

/* Ours by `best`, a library by its fastest row. */
static void who_speaks(void **state)
{
    struct row best = row_of(2, 0), rung = row_of(1, 1);
    const struct row *const rows[] = { &best, &rung };
    size_t of;
    (void)state;
    best.best = true;
    assert_ptr_equal(standing_row(rows, 2, "cuda"), &best);
    assert_null(standing_row(rows, 2, "cub"));
    strcpy(best.backend, "cub");
    strcpy(rung.backend, "cub");
    assert_ptr_equal(standing_row(rows, 2, "cub"), &rung);
    assert_ptr_equal(standing_fastest(rows, 2, &best, &of), &rung);
    assert_int_equal(of, 2);
    rung.suspect = true;
    assert_ptr_equal(standing_row(rows, 2, "cub"), &best);
    strcpy(best.transfers, "both pinned");
    assert_null(standing_row(rows, 2, "cub"));
}

/* Each of what makes a case, other: another case; n alone: of its series. */
static void cases(void **state)
{
    (void)state;
    struct row other = usual;
    assert_true(row_same_case(&usual, &other));
    other.n++;
    assert_false(row_same_case(&usual, &other));
    assert_true(row_same_series(&usual, &other));
    strcpy(other.op, "scan");
    assert_false(row_same_series(&usual, &other));
    other = usual;
    strcpy(other.type, "f32");
    assert_false(row_same_series(&usual, &other));
    other = usual;
    strcpy(other.dist, "zipf");
    assert_false(row_same_series(&usual, &other));
    other = usual;
    strcpy(other.cache, "hot");
    assert_false(row_same_series(&usual, &other));
    other = usual;
    other.param_count = 1;
    strcpy(other.params[0].name, "bytes");
    strcpy(other.params[0].value, "1");
    assert_false(row_same_series(&usual, &other));
    struct row third = other;
    assert_true(row_same_series(&third, &other));
    strcpy(third.params[0].value, "2");
    assert_false(row_same_series(&third, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_its_terms),
        cmocka_unit_test(who_speaks),
        cmocka_unit_test(cases),
    };
    return cmocka_run_group_tests_name("standing", tests, NULL, NULL);
}

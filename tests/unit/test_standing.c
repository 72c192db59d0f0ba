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

/* Of several the fastest, wherever it stands; the others are counted, and none
 * that is best itself, slower, of other threads or of another backend. */
static void fastest_of_several(void **state)
{
    enum { RUNGS = 8 };
    static const double seconds[RUNGS] = { 3, 1.5, 1, 2, 2, 4.5, 0.5, 0.5 };
    static double own[RUNGS][SAMPLES];
    struct row rung[RUNGS], best = row_of(4, 0);
    const struct row *rows[RUNGS + 1] = { &best };
    (void)state;
    best.best = true;
    for (int i = 0; i < RUNGS; i++) {
        rung[i] = row_of(seconds[i], 1);
        rung[i].samples = memcpy(own[i], samples[1], sizeof own[i]);
        rows[i + 1] = &rung[i];
    }
    rung[6].threads = 2;
    strcpy(rung[7].backend, "cub");
    const struct standing_ahead ahead = standing_ahead(rows, RUNGS + 1, &best);
    assert_ptr_equal(ahead.rung, &rung[2]);
    assert_true(ahead.ratio > 3.99 && ahead.ratio < 4.01);
    assert_int_equal(ahead.others, 4);
    rung[2].best = true;
    assert_ptr_equal(standing_ahead(rows, RUNGS + 1, &best).rung, &rung[1]);
    assert_int_equal(standing_ahead(rows, RUNGS + 1, &best).others, 3);
}

/* Of a sweep the one of the most threads, though others are faster. */
static void the_widest_speaks(void **state)
{
    struct row narrow = row_of(1, 0), wide = row_of(2, 1), last = wide;
    const struct row *const rows[] = { &narrow, &wide, &last };
    size_t of;
    (void)state;
    narrow.best = wide.best = last.best = true;
    narrow.threads = 2, wide.threads = 8, last.threads = 4;
    assert_ptr_equal(standing_row(rows, 3, "cuda"), &wide);
    assert_ptr_equal(standing_fastest(rows, 3, &narrow, &of), &narrow);
    assert_int_equal(of, 1);
    strcpy(wide.transfers, "in pinned");
    assert_ptr_equal(standing_row(rows, 3, "cuda"), &last);
    last.best = false;
    assert_ptr_equal(standing_row(rows, 3, "cuda"), &narrow);
}

/* The version is that of a library which has rows, and which a record has. */
static void versions(void **state)
{
    struct row row = usual;
    const struct row *const rows[] = { &usual, &row };
    struct record record = { .environment = json_pack(
                                 "{s:{s:s}}", "gpu", "cub_version", "3.0.1") };
    char text[32];
    (void)state;
    standing_version(&record, rows, 2, text, sizeof text);
    assert_string_equal(text, "");
    strcpy(row.backend, "cub");
    standing_version(&record, rows, 2, text, sizeof text);
    assert_string_equal(text, "CUB 3.0.1");
    json_decref(record.environment);
    record.environment = json_object();
    standing_version(&record, rows, 2, text, sizeof text);
    assert_string_equal(text, "");
    json_decref(record.environment);
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

/* What a parameter says of others is told where they are so: given ones, those
 * a record leaves out at their preset, and those of ops that nobody knows. */
static void what_says_nothing(void **state)
{
    static const struct {
        const char *op, *pattern, *text;
    } series[] = {
        { "gather", "stride",
          "pattern=stride, stride=32, u32, uniform, cold" },
        { "gather", "random", "pattern=random, u32, uniform, cold" },
        { "gather", NULL, "u32, uniform, cold" },
        { "gone", "random",
          "pattern=random, stride=32, block=9, u32, uniform, cold" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof series / sizeof *series; i++) {
        struct row row = usual;
        char text[128];
        row.op[0] = 0;
        strcat(row.op, series[i].op);
        if (series[i].pattern) {
            strcpy(row.params[0].name, "pattern");
            strcpy(row.params[row.param_count++].value, series[i].pattern);
        }
        strcpy(row.params[row.param_count].name, "stride");
        strcpy(row.params[row.param_count++].value, "32");
        strcpy(row.params[row.param_count].name, "block");
        strcpy(row.params[row.param_count++].value, "9");
        row_series_text(&row, text, sizeof text);
        assert_string_equal(text, series[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_says_nothing),
        cmocka_unit_test(on_its_terms),
        cmocka_unit_test(fastest_of_several),
        cmocka_unit_test(the_widest_speaks),
        cmocka_unit_test(versions),
        cmocka_unit_test(who_speaks),
        cmocka_unit_test(cases),
    };
    return cmocka_run_group_tests_name("standing", tests, NULL, NULL);
}

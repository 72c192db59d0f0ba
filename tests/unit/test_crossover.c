/* test_crossover.c - crossings of made-up points, and of rows. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover.h"

enum { MOST = 16, SAMPLES = 9 };

/* Of a ratio that is as n^power, 1 at `one`, known to a factor of `error`. */
static struct crossing of_power(double one, double power, double error,
                                double first, size_t count)
{
    struct crossover_point points[MOST] = { { 0 } };
    struct crossing c;
    for (size_t i = 0; i < count; i++) {
        points[i].n = first * pow(4, (double)i);
        points[i].ratio = pow(points[i].n / one, power);
        points[i].ci_low = points[i].ratio / error;
        points[i].ci_high = points[i].ratio * error;
    }
    assert_true(crossover_find(&c, points, count));
    return c;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Powers are straight lines here, so that nothing depends on the grid. */
static void powers(void **state)
{
    (void)state;
    for (double power = 0.25; power < 3; power *= 2) {
        const struct crossing c = of_power(5000, power, 1.1, 64, 8);
        const double factor = pow(1.1, 1 / power);
        assert_int_equal(c.kind, CROSSES);
        assert_true(near(c.n, 5000));
        assert_true(near(c.low, 5000 / factor));
        assert_true(near(c.high, 5000 * factor));
        assert_int_equal(c.changes, 1);
    }
}

static void never(void **state)
{
    (void)state;
    struct crossing c = of_power(1e9, 1, 1.1, 64, 8);
    assert_int_equal(c.kind, NEVER);
    assert_true(c.n == 64 * pow(4, 7));
    assert_true(c.low == c.n && isinf(c.high)); /* surely not up to there */
    c = of_power(64 * pow(4, 7) * 1.05, 1, 1.1, 64, 8);
    assert_int_equal(c.kind, NEVER);
    assert_true(near(c.low, 64 * pow(4, 7) * 1.05 / 1.1) && isinf(c.high));
}

static void always(void **state)
{
    (void)state;
    struct crossing c = of_power(2, 1, 1.1, 64, 8);
    assert_int_equal(c.kind, ALWAYS);
    assert_true(c.n == 64);
    assert_true(c.low == 0 && c.high == 64);
    c = of_power(60, 1, 1.1, 64, 8);
    assert_int_equal(c.kind, ALWAYS);
    assert_true(c.n == 64);
    assert_true(c.low == 0 && near(c.high, 66));
}

/* An interval may be open at one end, or at both. */
static void open_intervals(void **state)
{
    (void)state;
    struct crossing c = of_power(100, 1, 2, 64, 2);
    assert_int_equal(c.kind, CROSSES);
    assert_true(near(c.n, 100));
    assert_true(c.low == 0 && near(c.high, 200));
    c = of_power(100, 1, 1000, 64, 2); /* ahead at the last, but not surely */
    assert_int_equal(c.kind, NEVER);
    assert_true(c.n == 256);
    assert_true(c.low == 0 && isinf(c.high));
}

/* What is level at the last size alone was ahead before it. */
static void level_at_the_end(void **state)
{
    struct crossover_point points[] = {
        { .n = 16, .ratio = 0.5, .ci_low = 0.4, .ci_high = 0.6 },
        { .n = 64, .ratio = 2, .ci_low = 1.9, .ci_high = 2.1 },
        { .n = 256, .ratio = 1.1, .ci_low = 0.9, .ci_high = 1.3 },
    };
    struct crossing c;
    (void)state;
    assert_true(crossover_find(&c, points, 3));
    assert_int_equal(c.kind, CROSSES);
    assert_true(c.n > 16 && c.n < 64 && isinf(c.high));
}

static void few_samples(void **state)
{
    const struct crossover_point points[] = {
        { .n = 1, .ratio = 0.2 },
        { .n = 10, .ratio = 0.5, .ci_low = 0.4, .ci_high = 0.625 },
        { .n = 1000, .ratio = 2, .ci_low = 1.6, .ci_high = 2.5 },
        { .n = 10000, .ratio = 3 },
    };
    struct crossing c;
    (void)state;
    assert_true(crossover_find(&c, points, 4)); /* enough where it counts */
    assert_true(near(c.n, 100));
    assert_true(c.low > 10 && c.low < 100 && c.high > 100 && c.high < 1000);
    assert_true(crossover_find(&c, points, 3));
    assert_true(c.low > 10 && c.high < 1000);
    assert_true(crossover_find(&c, points, 1)); /* none */
    assert_int_equal(c.kind, NEVER);
    assert_true(c.low == 0 && isinf(c.high));
    assert_true(crossover_find(&c, points + 2, 2));
    assert_int_equal(c.kind, ALWAYS);
    assert_true(c.low == 0 && c.high == 1000);
    assert_true(crossover_find(&c, points + 3, 1));
    assert_true(c.low == 0 && isinf(c.high));
    assert_false(crossover_find(&c, points, 0));
}

/* The last crossing counts, from which on the challenger stays ahead. */
static void several(void **state)
{
    static const double ratios[] = { 0.5, 2, 2, 0.5, 2, 4 };
    struct crossover_point points[6] = { { 0 } };
    struct crossing c;
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        points[i].n = pow(4, (double)i);
        points[i].ratio = ratios[i];
        points[i].ci_low = ratios[i] * 0.9;
        points[i].ci_high = ratios[i] * 1.1;
    }
    assert_true(crossover_find(&c, points, 6));
    assert_int_equal(c.kind, CROSSES);
    assert_true(near(c.n, 128)); /* between 4^3 and 4^4 */
    assert_true(c.low > 64 && c.low < 128 && c.high > 128 && c.high < 256);
    assert_int_equal(c.changes, 3);
    assert_true(crossover_find(&c, points, 4)); /* ahead, but not to stay */
    assert_int_equal(c.kind, NEVER);
    assert_int_equal(c.changes, 2);
}

/* As fast is not ahead. */
static void equal(void **state)
{
    struct crossover_point points[] = {
        { .n = 16, .ratio = 1, .ci_low = 1, .ci_high = 1 },
        { .n = 64, .ratio = 4, .ci_low = 4, .ci_high = 4 },
    };
    struct crossing c;
    (void)state;
    assert_true(crossover_find(&c, points, 2));
    assert_int_equal(c.kind, CROSSES);
    assert_true(c.n == 16 && c.low == 16 && c.high == 16);
    assert_true(crossover_find(&c, points, 1));
    assert_int_equal(c.kind, NEVER);
}

/* --- rows ----------------------------------------------------------------- */

/* A row whose samples drift twofold, as all of its case do. */
static void add_row(struct record *record, const char *backend,
                    const char *transfers, size_t n, double seconds)
{
    struct row row = { .n = n,
                       .sample_count = SAMPLES,
                       .seconds = { .median = seconds },
                       .first_bad = -1 };
    strcpy(row.op, "reduce");
    strcpy(row.type, "f32");
    snprintf(row.backend, sizeof row.backend, "%s", backend);
    strcpy(row.variant, "best");
    snprintf(row.transfers, sizeof row.transfers, "%s", transfers);
    row.samples = calloc(SAMPLES, sizeof *row.samples);
    assert_non_null(row.samples);
    for (size_t i = 0; i < SAMPLES; i++)
        row.samples[i] = seconds * (1 + (double)i / SAMPLES);
    assert_non_null(record_add_row(record, &row));
}

/* The cores take n, a GPU 100 and with copies 400: they cross there. */
static void fill(struct record *record)
{
    for (size_t n = 1024; n >= 16; n /= 4) {
        add_row(record, "cuda", "", n, 100e-6);
        add_row(record, "cuda", "both pinned", n, 400e-6);
        add_row(record, "openmp", "", n, 1e-6 * (double)n);
    }
    record->rows[0].status = ROW_FAILED; /* of n = 1024, resident */
}

static void rows(void **state)
{
    struct record record = { 0 };
    struct duel duels[CROSSOVER_MODES];
    (void)state;
    fill(&record);
    const struct row **sorted = record_sorted(&record);
    assert_non_null(sorted);
    assert_int_equal(
        crossover_duels(duels, sorted, record.row_count, "openmp"), 2);
    assert_string_equal(duels[0].crossing.mode, "resident");
    assert_int_equal(duels[0].count, 3);
    assert_true(near(duels[0].crossing.n, 100));
    assert_true(near(duels[0].crossing.low, 100)); /* the drift cancels */
    assert_true(near(duels[0].crossing.high, 100));
    assert_true(near(crossover_time(&duels[0], 100, false), 100e-6));
    assert_true(near(crossover_time(&duels[0], 100, true), 100e-6));
    assert_string_equal(duels[1].crossing.mode, "both pinned");
    assert_int_equal(duels[1].count, 4);
    assert_true(near(duels[1].crossing.n, 400));
    crossover_free(duels, 2);
    assert_int_equal(
        crossover_duels(duels, sorted, record.row_count, "reference"), 0);
    free(sorted);
    record_free(&record);
}

/* Rounds are counted anew in each start, and a row may lack some: these are
 * of the first start's rounds 1 and 2 of 4, and of the second's 1 to 5. */
static void starts(void **state)
{
    static const double drift[SAMPLES] = { 1, 2, 3, 4, 50, 60, 70, 80, 90 };
    struct record record = { 0 };
    struct duel duels[CROSSOVER_MODES];
    (void)state;
    add_row(&record, "cuda", "", 64, 1);
    add_row(&record, "openmp", "", 64, 1);
    struct row *some = &record.rows[0], *all = &record.rows[1];
    for (int i = 0; i < SAMPLES; i++)
        all->samples[i] = 2 * drift[i];
    for (int i = 0; i < SAMPLES - 2; i++)
        some->samples[i] = drift[i < 2 ? i : i + 2];
    some->sample_count = SAMPLES - 2;
    some->start_count = all->start_count = 2;
    some->start[0] = 2;
    all->start[0] = 4;
    some->start[1] = all->start[1] = 5;
    const struct row **sorted = record_sorted(&record);
    assert_int_equal(crossover_duels(duels, sorted, 2, "openmp"), 1);
    assert_true(near(duels[0].points[0].ratio, 2));
    assert_true(near(duels[0].points[0].ci_low, 2));
    assert_true(near(duels[0].points[0].ci_high, 2));
    crossover_free(duels, 1);
    free(sorted);
    record_free(&record);
}

/* Too few samples, or too good to be true: no point. */
static void what_does_not_stand(void **state)
{
    struct record record = { 0 };
    struct duel duels[CROSSOVER_MODES];
    (void)state;
    add_row(&record, "cuda", "", 64, 1);
    add_row(&record, "openmp", "", 64, 2);
    const struct row **sorted = record_sorted(&record);
    assert_int_equal(crossover_duels(duels, sorted, 2, "openmp"), 1);
    crossover_free(duels, 1);
    record.rows[0].few = true;
    assert_int_equal(crossover_duels(duels, sorted, 2, "openmp"), 0);
    record.rows[0].few = false;
    record.rows[1].suspect = true;
    assert_int_equal(crossover_duels(duels, sorted, 2, "openmp"), 0);
    free(sorted);
    record_free(&record);
}

static void json(void **state)
{
    struct record record = { 0 };
    char champion[16];
    (void)state;
    assert_false(crossover_champion(&record, champion, sizeof champion));
    fill(&record);
    record.crossover = crossover_to_json(&record, "openmp");
    assert_int_equal(json_array_size(record.crossover), 2);
    const json_t *one = json_array_get(record.crossover, 1);
    assert_string_equal(json_string_value(json_object_get(one, "mode")),
                        "both pinned");
    assert_string_equal(json_string_value(json_object_get(one, "kind")),
                        "crosses");
    assert_string_equal(json_string_value(json_object_get(one, "challenger")),
                        "cuda/best");
    assert_true(near(json_number_value(json_object_get(one, "n")), 400));
    assert_true(crossover_champion(&record, champion, sizeof champion));
    assert_string_equal(champion, "openmp");
    assert_false(crossover_champion(&record, champion, 6));
    record_free(&record);
}

/* The line of a table that begins with these words. */
static void line_has(const char *text, const char *begin, const char *words)
{
    const char *line = strstr(text, begin);
    assert_non_null(line);
    char *copy = strndup(line, strcspn(line, "\n"));
    if (!strstr(copy, words))
        print_error("not in it: %s\nbut: %s\n", words, copy);
    assert_non_null(strstr(copy, words));
    free(copy);
}

/* Of n = 16 to 1024, how many times as long the champion takes; samples that
 * are not all alike leave it open who is ahead. */
static void printed(void **state)
{
    static const struct {
        const char *transfers;
        double ratio[4];
        int unsure;
    } modes[] = { { "", { 0.3, 0.3, 0.3, 0.95 }, 3 },
                  { "both pinned", { 1.05, 3, 3, 3 }, 0 },
                  { "in pinned", { 0.5, 2, 0.5, 0.5 }, -1 },
                  { "out pinned", { 0.5, 2, 0.5, 2 }, -1 } };
    struct record record = { 0 };
    char *text;
    size_t size, n = 16;
    (void)state;
    for (int k = 0; k < 4; k++, n *= 4) {
        add_row(&record, "openmp", "", n, 1);
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            add_row(&record, "cuda", modes[m].transfers, n,
                    1 / modes[m].ratio[k]);
            double *samples = record.rows[record.row_count - 1].samples;
            for (int i = 0; i < SAMPLES && k == modes[m].unsure; i++)
                samples[i] *= pow(1.2, i % 3 - 1);
        }
    }
    record.crossover = crossover_to_json(&record, "openmp");
    FILE *file = open_memstream(&text, &size);
    crossover_print(file, &record);
    fclose(file);
    assert_non_null(strstr(text,
                           "from which n on cuda/best is faster than "
                           "openmp/best\n"));
    line_has(text, "resident ", " or more ");
    line_has(text, "resident ", " never up to n = 2^10 ");
    line_has(text, "both pinned ", " or less ");
    line_has(text, "both pinned ", " already at n = 16 ");
    line_has(text, "out pinned ", " 512 ");
    assert_null(strstr(text, "resident: "));
    line_has(text, "in pinned: ",
             "the lead changes 2 times; at the end the champion has it");
    line_has(text, "out pinned: ",
             "the lead changes 3 times; from n = 512 on it does no more");
    free(text);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers),
        cmocka_unit_test(never),
        cmocka_unit_test(always),
        cmocka_unit_test(open_intervals),
        cmocka_unit_test(level_at_the_end),
        cmocka_unit_test(few_samples),
        cmocka_unit_test(several),
        cmocka_unit_test(equal),
        cmocka_unit_test(rows),
        cmocka_unit_test(starts),
        cmocka_unit_test(what_does_not_stand),
        cmocka_unit_test(json),
        cmocka_unit_test(printed),
    };
    return cmocka_run_group_tests_name("crossover", tests, NULL, NULL);
}

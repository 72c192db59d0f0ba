/* test_lines.c - of which rows a chart has lines; its roofs and intervals. */
#include "shown.h"

#include "chart/chart_data.h"

enum { VARIANTS = CHART_VARIANTS + 1 };

/* Of more variants than there are lines, and none the best by name: the fastest
 * at the largest n. */
static void lines_of_backends(void **state)
{
    struct record record = { 0 };
    struct chart chart;
    (void)state;
    for (size_t n = 1024; n <= 2048; n *= 2)
        for (int i = 0; i < VARIANTS; i++) {
            const char name[] = { (char)('a' + i), 0 };
            const int place = n > 1024 ? (i + 6) % VARIANTS : i;
            add(&record, "openmp", name, "core",
                1e-9 * (double)n * (1 + place))
                ->n = n;
        }
    const struct row **rows = record_sorted(&record);
    chart_of(&chart, &record, rows, record.row_count);
    assert_int_equal(chart.line_count, 1);
    assert_string_equal(chart.line[0].row->variant, "d");
    free(rows);
    record_free(&record);
}

/* Of a roofline: where memory alone is the limit, a device's line is what
 * reading reaches, and so is what its label says. */
static void slopes_are_of_reads(void **state)
{
    struct record record = { 0 };
    struct chart chart;
    char *text;
    size_t size;
    static const struct {
        enum roof_kind kind;
        double rate;
    } roofs[] = { { ROOF_COPY, 30e9 },
                  { ROOF_READ, 20e9 },
                  { ROOF_WRITE, 40e9 },
                  { ROOF_FMA, 640e9 } };
    (void)state;
    for (size_t i = 0; i < sizeof roofs / sizeof *roofs; i++)
        assert_true(record_add_roof(&record,
                                    &(struct roof){ .device = "core",
                                                    .kind = roofs[i].kind,
                                                    .rate = roofs[i].rate }));
    struct row *row = add(&record, "reference", "a", "core", 1);
    row->bytes = row->flops = 4e9; /* an intensity of 1, the least is 1/4 */
    const struct row **rows = record_sorted(&record);
    chart_of(&chart, &record, rows, record.row_count);
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(chart_roofline_data(file, &chart));
    assert_int_equal(fclose(file), 0);
    assert_non_null(strstr(text, " core \"core 640.0, 20.00 GB/s\"\n"));
    assert_non_null(strstr(text, "\n0.25 5 core\n32 640 core\n"));
    free(text);
    free(rows);
    record_free(&record);
}

/* Of a thread sweep: the longest time is the least rate, so that an interval
 * that lies askew about its median lies askew the other way. */
static void rates_have_intervals(void **state)
{
    struct record record = { 0 };
    struct chart chart;
    char *text;
    size_t size;
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        struct row *row = add(&record, "openmp", "a", "cores", 1.0 / threads);
        row->threads = threads;
        row->seconds.ci_low = 0.8 / threads;
        row->seconds.ci_high = 2.0 / threads;
    }
    const struct row **rows = record_sorted(&record);
    chart_of(&chart, &record, rows, record.row_count);
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(chart_threads_data(file, &chart));
    assert_int_equal(fclose(file), 0);
    assert_non_null(strstr(text, "\n1 4 2 5 1\n2 8 4 10 0.5\n"));
    free(text);
    free(rows);
    record_free(&record);
}

/* Beside a ladder: its backend's own row that is no rung, though a rung be
 * faster, against the fastest of the others. */
static void ladders_are_compared(void **state)
{
    static const struct {
        const char *backend, *variant;
        double seconds;
        int step;
    } rows[] = { { "cuda", "one", 4, 1 },  { "cuda", "two", 1, 2 },
                 { "cuda", "best", 2, 0 }, { "cuda", "slow", 5, 0 },
                 { "cub", "x", 3.5, 0 },   { "openmp", "y", 3, 0 } };
    struct record record = { 0 };
    struct chart chart;
    char *text;
    size_t size;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct row *row = add(&record, rows[i].backend, rows[i].variant, "gpu",
                              rows[i].seconds);
        row->step = rows[i].step;
        if (row->step)
            strcpy(row->ladder, "book");
    }
    const struct row **sorted = record_sorted(&record);
    chart_of(&chart, &record, sorted, record.row_count);
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(chart_ladder_data(file, &chart));
    assert_int_equal(fclose(file), 0);
    assert_non_null(strstr(text, "\n3 \"cuda/best is 1.500× openmp/y\"\n"));
    assert_non_null(strstr(text, "\n4 2 cuda 1 \"cuda/best\""));
    assert_null(strstr(text, "\"cuda/slow\""));
    free(text);
    free(sorted);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_backends),
        cmocka_unit_test(slopes_are_of_reads),
        cmocka_unit_test(rates_have_intervals),
        cmocka_unit_test(ladders_are_compared),
    };
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}

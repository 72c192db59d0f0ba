/* test_lines.c - of which rows a chart has lines. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_backends),
    };
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}

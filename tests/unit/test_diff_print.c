/* test_diff_print.c - what is printed of two records made by hand, to the
 * letter: wide, narrow, in colours, and as Markdown. */
#include "pair.h"

#include "analysis/diff_cells.h"
#include "report/report.h"

/* One row of each verdict that a pair of records can have, of two sizes. */
static void rows_of_all_kinds(void)
{
    add(&old, "same", 1000, 1e-3, 0.01), add(&new, "same", 1000, 1e-3, 0.01);
    add(&old, "slow", 1000, 1e-3, 0.01), add(&new, "slow", 1000, 2e-3, 0.03);
    add(&old, "fast", 2000, 1e-3, 0.01), add(&new, "fast", 2000, 5e-6, 0.01);
    add(&old, "far", 2000, 1e-6, 0.01), add(&new, "far", 2000, 2e-5, 0.01);
    add(&old, "gone", 2000, 1, 0.01), add(&new, "come", 2000, 1, 0.01);
    add(&old, "bad", 2000, 1, 0.01);
    struct row *bad = add(&new, "bad", 2000, 1, 0.01);

    bad->status = ROW_WRONG;
    strcpy(bad->reason, "expected <1>, got |2|");
    new.rows[1].sample_count = 35;
    json_object_set_new(new.environment, "kernel", json_string("k"));
    make();
}

static char text[1 << 14];

static void print(int columns, bool color, bool verbose, bool only_changes)
{
    const struct table_style style = { .color = color,
                                       .verbose = verbose,
                                       .columns = columns };
    FILE *file = fmemopen(text, sizeof text, "w");

    assert_non_null(file);
    diff_print(file, &diff, &style, only_changes);
    assert_int_equal(fclose(file), 0);
}

static void has(const char *words)
{
    if (!strstr(text, words))
        print_error("\"%s\" lacks \"%s\"\n", text, words);
    assert_non_null(strstr(text, words));
}

#define BROKEN_ROWS                                                           \
    "The systems or builds differ: kernel none / k.\n"                        \
    "\n"                                                                      \
    "No longer right:\n"                                                      \
    "\n"                                                                      \
    "reduce  f32, uniform, cold\n"                                            \
    "  row               old       new   change    95 % interval  verdict\n"  \
    "n = 2000\n"                                                              \
    "  openmp/bad   999.8 ms         -        -                -  broken\n"   \
    "      new: wrong, expected <1>, got |2|\n"                               \
    "\n"                                                                      \
    "reduce  f32, uniform, cold\n"                                            \
    "  row               old       new   change    95 % interval  verdict\n"  \
    "n = 1000\n"
#define ROWS_OF_ONE                                                           \
    "  openmp/come         -  999.8 ms        -                -"             \
    "  only in new\n"                                                         \
    "  openmp/gone  999.8 ms         -        -                -"             \
    "  only in old\n"                                                         \
    "\n"
#define COUNTS                                                                \
    "1 broken, 1 same, 2 slower, 1 faster, 0 unclear, 1 only in old, "        \
    "1 only in new; threshold 5 %\n"

/* With what each row is known by, or without rows that are the same. */
static void wide(void **state)
{
    (void)state;
    rows_of_all_kinds();
    print(0, false, true, false);
    assert_string_equal(
        text,
        BROKEN_ROWS
        "  openmp/same  999.8 µs  999.8 µs   +0.0 %     -0.4 to +0.4  same\n"
        "      40 / 40 samples; medians known to 0.33 % / 0.33 %\n"
        "  openmp/slow  999.8 µs   1999 µs  +99.9 %  +97.8 to +101.9  slower\n"
        "      40 / 35 samples; medians known to 0.33 % / 0.98 %\n"
        "n = 2000\n"
        "  openmp/fast  999.8 µs  4.999 µs  -99.5 %   -99.5 to -99.5  faster\n"
        "      40 / 40 samples; medians known to 0.33 % / 0.33 %\n"
        "  openmp/far   999.8 ns  19995 ns    x20.0   x19.9 to x20.1  slower\n"
        "      40 / 40 samples; medians known to 0.33 % / 0.33 %\n" ROWS_OF_ONE
            COUNTS);
    print(0, false, false, true);
    assert_string_equal(
        text,
        BROKEN_ROWS
        "  openmp/slow  999.8 µs   1999 µs  +99.9 %  +97.8 to +101.9  slower\n"
        "n = 2000\n"
        "  openmp/fast  999.8 µs  4.999 µs  -99.5 %   -99.5 to -99.5  faster\n"
        "  openmp/far   999.8 ns  19995 ns    x20.0   x19.9 to x20.1  "
        "slower\n" ROWS_OF_ONE COUNTS);
}

/* The interval leaves first, then the old times and then the new ones, none
 * before it must. */
static void narrow(void **state)
{
    static const struct {
        int columns;
        const char *head;
    } heads[] = {
        { 72,
          "  row               old       new   change    95 % interval"
          "  verdict\n" },
        { 71, "  row               old       new   change  verdict\n" },
        { 55, "  row               old       new   change  verdict\n" },
        { 54, "  row               new   change  verdict\n" },
        { 45, "  row               new   change  verdict\n" },
        { 44, "  row           change  verdict\n" },
        { 20, "  row           change  verdict\n" }
    };

    (void)state;
    rows_of_all_kinds();
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        print(heads[i].columns, false, false, false);
        has(heads[i].head);
    }
    print(70, false, false, false);
    has("1 broken, 1 same, 2 slower, 1 faster, 0 unclear, 1 only in old, 1 "
        "only\n  in new; threshold 5 %\n");
}

#define PLAIN "\033[0m\n"

static void colours(void **state)
{
    (void)state;
    rows_of_all_kinds();
    print(70, true, false, false);
    has("\033[33mThe systems or builds differ: kernel none / k.\n\033[0m");
    has("\033[1;31mNo longer right:" PLAIN);
    has("\033[1mreduce\033[0m  f32");
    has("\033[2m  row               old       new   change  verdict" PLAIN);
    has("\033[1mn = 2000" PLAIN "\033[1;31m  openmp/bad ");
    has("broken" PLAIN "\033[2m      new: wrong");
    has("\n  openmp/same  999.8 µs  999.8 µs   +0.0 %  same" PLAIN);
    has("\033[31m  openmp/slow  999.8 µs   1999 µs  +99.9 %  slower" PLAIN);
    has("\033[32m  openmp/fast  999.8 µs  4.999 µs  -99.5 %  faster" PLAIN);
    has("\033[2m  openmp/come         -  999.8 ms        -  only in "
        "new" PLAIN);
    has("\033[2m  openmp/gone  999.8 ms         -        -  only in "
        "old" PLAIN);
    for (size_t i = 0; i < diff.count; i++)
        diff.rows[i].verdict = UNCLEAR;
    print(70, true, false, false);
    has("\033[33m  openmp/slow ");
}

/* What no times tell is told once, below. */
static void drifts(void **state)
{
    (void)state;
    add(&old, "a", 100, 1, 0), add(&new, "a", 100, 1, 0);
    make();
    print(0, false, false, false);
    assert_null(strstr(text, "between processes"));
    assert_int_equal(strncmp(text, "\nreduce", 7), 0); /* nothing in front */
    diff.rows[0].drift = 0.5;
    print(0, false, false, false);
    has("\n\nChange, 95 % interval: between processes, as each run's own "
        "differ, at one pace\n  of the machine");
}

static void markdown(void **state)
{
    (void)state;
    rows_of_all_kinds();
    FILE *file = fmemopen(text, sizeof text, "w");
    assert_non_null(file);
    diff_markdown(file, &diff);
    assert_int_equal(fclose(file), 0);
    has("The systems or builds differ: kernel none / k.\n\n"
        "| case | n | row | old | new | change | 95 % interval | verdict | "
        "note |\n"
        "|:--|--:|:--|--:|--:|--:|--:|:--|:--|\n"
        "| reduce, f32, uniform, cold | 2000 | openmp/bad | 999.8 ms | - | - "
        "| - | broken | new: wrong, expected \\<1\\>, got \\|2\\| |\n");
    has("| reduce, f32, uniform, cold | 1000 | openmp/slow | 999.8 µs | 1999 "
        "µs | +99.9 % | +97.8 to +101.9 | slower |  |\n");
    has("| only in old |  |\n\n" COUNTS);
}

/* --- cells ---------------------------------------------------------------- */

/* In percent, until a factor is easier to read. */
static void cells_of_rows(void **state)
{
    static const struct {
        double ratio, low, high;
        const char *change, *interval;
    } known[] = { { 1.2, 1.1, 1.25, "+20.0 %", "+10.0 to +25.0" },
                  { 0.5, 0.4, 0.6, "-50.0 %", "-60.0 to -40.0" },
                  { 12, 9.5, 14, "x12.0", "+850.0 to x14.0" },
                  { 1.2, 0, 0, "+20.0 %", "-" },
                  { 0, 0, 0, "-", "-" } };
    char cells[DIFF_COLUMNS][DIFF_CELL];

    (void)state;
    const struct row *before = add(&old, "a", 100, 1e-3, 0);
    const struct row *after = add(&new, "a", 100, 12e-3, 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct diff_row row = { .old = before,
                                      .new = after,
                                      .ratio = known[i].ratio,
                                      .ci_low = known[i].low,
                                      .ci_high = known[i].high,
                                      .verdict = SLOWER };

        diff_cells(&row, cells);
        assert_string_equal(cells[DIFF_OLD], "1.000 ms");
        assert_string_equal(cells[DIFF_NEW], "12.00 ms");
        assert_string_equal(cells[DIFF_CHANGE], known[i].change);
        assert_string_equal(cells[DIFF_INTERVAL], known[i].interval);
        assert_string_equal(cells[DIFF_VERDICT], "slower");
    }
}

/* Both times are in the unit of the shorter one; a factor from ten on, and of
 * no more digits than there are. */
static void units_and_factors(void **state)
{
    struct diff_row row = { .ratio = 10, .verdict = FASTER };
    char cells[DIFF_COLUMNS][DIFF_CELL];

    (void)state;
    row.old = add(&old, "a", 100, 12e-3, 0);
    row.new = add(&new, "a", 100, 1e-3, 0);
    diff_cells(&row, cells);
    assert_string_equal(cells[DIFF_OLD], "12.00 ms");
    assert_string_equal(cells[DIFF_CHANGE], "x10.0");
    row.new = NULL;
    row.ratio = 1e12;
    diff_cells(&row, cells);
    assert_string_equal(cells[DIFF_ROW], "openmp/a");
    assert_string_equal(cells[DIFF_OLD], "12.00 ms");
    assert_string_equal(cells[DIFF_NEW], "-");
    assert_string_equal(cells[DIFF_CHANGE], "x1000000000.0");
    row.ratio = 9.99;
    diff_cells(&row, cells);
    assert_string_equal(cells[DIFF_CHANGE], "+899.0 %");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(wide, begin, end),
        cmocka_unit_test_setup_teardown(narrow, begin, end),
        cmocka_unit_test_setup_teardown(colours, begin, end),
        cmocka_unit_test_setup_teardown(drifts, begin, end),
        cmocka_unit_test_setup_teardown(markdown, begin, end),
        cmocka_unit_test_setup_teardown(cells_of_rows, begin, end),
        cmocka_unit_test_setup_teardown(units_and_factors, begin, end),
    };

    return cmocka_run_group_tests_name("diff print", tests, NULL, NULL);
}

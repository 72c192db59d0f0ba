/* test_table.c - what people read above a table and in it, at many widths. */
#include "shown.h"

#include <math.h>

#include "base/text.h"
#include "record/judge.h"
#include "report/columns.h"

/* One of everything. */
static struct record full_record(void)
{
    struct record record = machine_record();
    add(&record, "reference", "loop", "core", 1);
    add_swept(&record, 1, 0.8);
    add_swept(&record, 16, 0.1);
    struct row *row =
        add(&record, "cuda", "harris-7-multiple-elements", "gpu", 1e-3);
    row->joules = 0.25;
    row->sustained.seconds = 1.2e-3;
    row->clock = 1.98e9;
    row->overhead = 2.5e-6;
    row->dropped = 4;
    row->tied = true;
    strcpy(row->roof_device, "gpu");
    row->roof_share = 0.97;
    row->why = (struct why){ "memory", 0.0025, 0.97, 0, 0, 0, 0 };
    row = add(&record, "cuda", "harris-7-multiple-elements", "gpu", 1e-2);
    strcpy(row->transfers, "both pageable");
    strcpy(row->energy_reason, "no counter");
    row->why = (struct why){ "none", 0.1, 0.31, 0, 0.2, 0, 0 };
    row = add(&record, "cub", "device-reduce", "gpu", 1.001e-3);
    row->tied = true;
    row->why = (struct why){ "cache", 0.1, 2.5, 0, 0, 0, 0 };
    strcpy(row->speedup.over, "reference/loop");
    row->speedup.ratio = 1000;
    row = add(&record, "cuda", "broken", "gpu", 1);
    row->status = ROW_FAILED;
    strcpy(row->reason,
           "it ran for 20 s without an end, which is longer "
           "than a row may take");
    return record;
}

/* --- layout --------------------------------------------------------------- */

/* A line that is too long must be one word, but for its indent. */
static void check_width(const char *text, size_t columns)
{
    char line[4096];
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        assert_true(length < sizeof line);
        memcpy(line, at, length);
        line[length] = 0;
        const char *word = line + strspn(line, " *");
        if (text_width(line) > columns && strchr(word, ' '))
            print_error("wider than %zu: %s\n", columns, line);
        assert_true(text_width(line) <= columns || !strchr(word, ' '));
        assert_true(!length || line[length - 1] != ' ');
        at += length + (at[length] == '\n');
    }
}

static void widths(void **state)
{
    struct record record = full_record();
    (void)state;
    for (int columns = 40; columns <= 240; columns += 1)
        for (int verbose = 0; verbose < 2; verbose++) {
            char *text = table_of(&record,
                                  &(struct table_style){ .verbose = verbose,
                                                         .columns = columns });
            check_width(text, (size_t)columns);
            assert_non_null(strstr(text, "* cub/device-reduce"));
            assert_non_null(strstr(text, "failed: it ran"));
            assert_non_null(strstr(text, "GB/s  "));
            free(text);
        }
    record_free(&record);
}

/* What tells most stays, as long as names can make way for it. */
static void long_names(void **state)
{
    struct record record = full_record();
    (void)state;
    char *text = table_of(&record, &(struct table_style){ .columns = 80 });
    assert_non_null(strstr(text, "* cuda/harris-7-multiple-elements\n"));
    assert_non_null(strstr(text, "\n  openmp/blocked ×16     100.0"));
    assert_non_null(strstr(text, "% of roof"));
    assert_non_null(strstr(text, "speed-up "));
    free(text);
    record_free(&record);
}

static void few_columns(void **state)
{
    struct record record = full_record();
    (void)state;
    char *text = table_of(&record, &(struct table_style){ .columns = 40 });
    assert_non_null(strstr(text, "* cuda/harris-7-multiple-elements\n"));
    assert_non_null(strstr(text, "GB/s"));
    assert_null(strstr(text, "repeat"));
    free(text);
    record_free(&record);
}

/* --- columns -------------------------------------------------------------- */

static void ties_have_stars(void **state)
{
    struct record record = full_record();
    (void)state;
    says(&record, false, "* cuda/harris-7-multiple-elements 1.000 ");
    says(&record, false, "* cub/device-reduce");
    says_not(&record, false, "* openmp/");
    says(&record, false, "* fastest, or not to be told from it");
    record_free(&record);
}

/* 100 ns beside a tenth of a second. */
static void times_have_six_digits(void **state)
{
    struct record record = { 0 };
    (void)state;
    add(&record, "cuda", "x", "gpu", 1e-7);
    says(&record, false, "time ns ± %");
    add(&record, "cuda", "y", "gpu", 0.1);
    says(&record, false, "cuda/y 100000 ");
    says(&record, false, "time µs ± %");
    record_free(&record);
}

static void sweeps_and_copies_are_named(void **state)
{
    struct record record = full_record();
    (void)state;
    says(&record, false, "openmp/blocked ×1 ");
    says(&record, false, "openmp/blocked ×16 ");
    says(&record, false, "cuda/harris-7-multiple-elements (both pageable)");
    record_free(&record);
}

static void column_texts(void **state)
{
    static const struct {
        const char *head, *cell;
    } known[] = { { "time ms", "1.000" },
                  { "± %", "1.5" },
                  { "GB/s", "4000" },
                  { "sustained GB/s", "3333" },
                  { "% of burst", "83.3" },
                  { "% of roof", "97.0" },
                  { "roof", "gpu read" },
                  { "% of peak", "81.2" },
                  { "published", "76.5" },
                  { "speed-up", "12.50" },
                  { "J", "0.2500" },
                  { "max ulp", "12.3" },
                  { "check", "ok" },
                  { "repeat", "no" },
                  { "why", "memory 97 %" },
                  { "J/GB", "0.06250" },
                  { "n → 0 ms", "0.002500" },
                  { "min ms", "0.9000" },
                  { "IQR %", "1.0" },
                  { "samples", "3" },
                  { "clock MHz", "1980" },
                  { "sustained MHz", "1410" },
                  { "sustained W", "693.5" },
                  { "dropped", "4" },
                  { "stopped by", "converged" } };
    enum { KNOWN = sizeof known / sizeof *known };
    struct record record = full_record();
    struct row *row = &record.rows[3];
    const struct row **rows = record_sorted(&record);
    struct view view;
    char text[COLUMN_ROOM];
    int found = 0;
    (void)state;
    row->seconds.ci_high = 1.02e-3;
    row->sustained.clock = 1.41e9;
    row->sustained.watts = 693.5;
    row->peak_share = 0.812;
    row->published_share = 0.765;
    strcpy(row->speedup.over, "reference/loop");
    row->speedup.ratio = 12.5;
    row->max_ulp = 12.34;
    row->repeatable = 0;
    view_of(&view, rows, record.row_count, DETAIL_VERBOSE);
    for (int i = 0; i < COLUMN_COUNT; i++)
        for (size_t k = 0; k < KNOWN && view.shown[i]; k++) {
            column_head(i, &view, text);
            if (strcmp(text, known[k].head))
                continue;
            found++;
            columns[i].print(row, &view, text);
            assert_string_equal(text, known[k].cell);
        }
    assert_int_equal(found, KNOWN);
    says(&record, false, "n = 2^20 4.000 GB ");
    row->repeatable = -1;
    says(&record, true, " 12.3 ok - memory 97 % ");
    columns[COLUMN_JOULES].print(&record.rows[4], &view, text);
    assert_string_equal(text, "-");
    columns[COLUMN_JOULES].print(&record.rows[0], &view, text);
    assert_string_equal(text, "");
    free(rows);
    record_free(&record);
}

static void parts_are_told(void **state)
{
    struct record record = full_record();
    struct row *row = &record.rows[3];
    (void)state;
    row->part_count = 2;
    strcpy(row->parts[0].name, "sort");
    row->parts[0].share = 0.3456;
    strcpy(row->parts[1].name, "forces");
    row->parts[1].share = 0.6544;
    row->parts_seconds = 1.25e-3;
    says(&record, true,
         "parts, told apart: sort 34.6 %, forces 65.4 % of 1.25 ms");
    says_not(&record, false, "told apart");
    record_free(&record);
}

static void why_texts(void **state)
{
    struct record record = full_record();
    (void)state;
    says(&record, true, "none (memory 31 %)");
    says(&record, true, "cache (memory 250 %)");
    says_not(&record, false, "none (memory 31 %)");
    record.rows[3].why = (struct why){ "launch", 0.81, 0.1, 0, 0, 0, 0 };
    says(&record, true, "launch 81 %");
    record_free(&record);
}

/* A ladder whose source reports shares of the peak, and one row beside it. */
static struct record published_record(void)
{
    static const double published[] = { 0.24968, 0.390522, 0.926221 };
    static const char *const rungs[] = { "global", "double-buffer",
                                         "warp-shuffle" };
    struct record record = machine_record();
    add(&record, "cub", "block-scan", "gpu", 0.02)->bytes = 0;
    for (int i = 0; i < 3; i++) {
        struct row *row =
            add(&record, "cuda", rungs[i], "gpu", 0.06 / (i + 1));
        strcpy(row->ladder, "article");
        row->step = i + 1;
        row->published_share = published[i];
        row->written = row->bytes / 2;
        strcpy(row->speedup.over, "reference/loop");
        row->speedup.ratio = 100 * (i + 1);
    }
    judge_rows(&record);
    return record;
}

static void published_shares(void **state)
{
    struct record record = published_record();
    (void)state;
    assert_true(record.rows[0].peak_share == 0);
    assert_true(fabs(record.rows[2].peak_share - 4e9 / 0.03 / 4.8e12) < 1e-9);
    says(&record, false, "% of peak published");
    says(&record, false, "cuda/double-buffer 30.00 133.3 56.8 2.8 39.1 ok");
    for (int columns = 80; columns <= 100; columns += 20) {
        char *text =
            table_of(&record, &(struct table_style){ .columns = columns });
        check_width(text, (size_t)columns);
        assert_non_null(strstr(text, "  % of peak  published  "));
        assert_true(columns == 80 || strstr(text, "speed-up  check"));
        free(text);
    }
    record_free(&record);
}

/* Joules have a column only when they were asked for, even in vain. */
static void joules_are_asked_for(void **state)
{
    struct record record = { 0 };
    const struct row *row = add(&record, "cuda", "x", "gpu", 1e-3);
    struct view view;
    (void)state;
    view_of(&view, &row, 1, DETAIL_VERBOSE);
    assert_false(view.shown[COLUMN_JOULES]);
    strcpy(record.rows[0].energy_reason, "no counter");
    view_of(&view, &row, 1, DETAIL_TABLE);
    assert_true(view.shown[COLUMN_JOULES]);
    says(&record, false, "1 row without joules: no counter.");
    record_free(&record);
}

/* Beside the rate of samples, in its unit. */
static void sustained_speeds(void **state)
{
    struct record record = { 0 };
    struct row *row = add(&record, "cuda", "x", "gpu", 1e-3);
    (void)state;
    row->flops = 4e10;
    strcpy(row->headline, "flops");
    says_not(&record, true, "sustained");
    row->sustained = (struct sustained){
        .seconds = 1.25e-3, .runs = 800, .clock = 1.41e9, .watts = 693.5
    };
    says(&record, false, "GFLOP/s sustained GFLOP/s % of burst");
    says(&record, false, " 40000 32000 80.0 ");
    says(&record, true, "sustained MHz sustained W");
    says(&record, true, " 1410 693.5 ");
    row->sustained.clock = row->sustained.watts = 0;
    says_not(&record, true, "sustained MHz");
    says_not(&record, true, "sustained W");
    /* Each reason once, with how many rows it is of. */
    for (int i = 0; i < 5; i++)
        strcpy(add(&record, "cuda", "x", "gpu", 1e-3)->sustained_reason,
               i % 2 ? "no roof is known" : "not bound by arithmetic");
    record.rows[5].status = ROW_FAILED;
    says(&record, false,
         "2 rows without a sustained speed: not bound by arithmetic. 2 rows "
         "without a sustained speed: no roof is known. 6 rows");
    record_free(&record);
}

/* --- above the table ------------------------------------------------------ */

static void machine_lines(void **state)
{
    struct record record = full_record();
    (void)state;
    says(&record, true,
         "read copy write peak GB/s FMA GFLOP/s peak core 12.35 12.35 12.35 "
         "- 12.35 - cores 123.5 123.5 123.5 4800 123.5 67000 gpu 234.6");
    says(&record, false,
         "gpu link: host to device 234.6, device to host "
         "234.6 GB/s, pinned");
    says(&record, false,
         "floor: empty run 2.900 µs cuda, 50.00 ns "
         "reference, 1.000 µs openmp, 3.000 µs cub");
    says(&record, false, "CPU stores: non-temporal");
    says(&record, false, "warning: ");
    says(&record, false, "120.0 % of it");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths),
        cmocka_unit_test(few_columns),
        cmocka_unit_test(long_names),
        cmocka_unit_test(ties_have_stars),
        cmocka_unit_test(times_have_six_digits),
        cmocka_unit_test(sweeps_and_copies_are_named),
        cmocka_unit_test(column_texts),
        cmocka_unit_test(parts_are_told),
        cmocka_unit_test(why_texts),
        cmocka_unit_test(published_shares),
        cmocka_unit_test(joules_are_asked_for),
        cmocka_unit_test(sustained_speeds),
        cmocka_unit_test(machine_lines),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}

/* test_pages.c - a record as CSV and Markdown. */
#include "shown.h"

#include "report/fields.h"

static char *printed(const struct record *record,
                     void (*print)(FILE *, const struct record *))
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    print(file, record);
    assert_int_equal(fclose(file), 0);
    return text;
}

static int fields_of(const char *line, size_t length)
{
    int fields = 1;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= line[i] == '"';
        fields += line[i] == ',' && !quoted;
    }
    return fields;
}

/* Each place of CSV is one field's, and bears its name. */
static void places(void **state)
{
    int count = 0, sum = 0;
    (void)state;
    for (const struct field *f = fields; f->name; f++) {
        for (const struct field *g = fields; g < f; g++)
            assert_false(f->at && f->at == g->at);
        assert_int_equal(!f->at, !f->column);
        assert_true(!f->column || strstr(f->column, f->name) ||
                    !strcmp(f->column, "speedup") ||
                    !strcmp(f->column, "sustained_s"));
        count += f->at > 0;
        sum += f->at;
    }
    assert_int_equal(sum, count * (count + 1) / 2);
}

static void csv(void **state)
{
    struct record record = sample_record();
    char *text = printed(&record, report_csv);
    const int fields = fields_of(text, strcspn(text, "\r"));
    int lines = 0;
    (void)state;
    for (const char *line = text; *line; lines++) {
        const size_t length = strcspn(line, "\r");
        assert_int_equal(fields_of(line, length), fields);
        line += length + 2;
    }
    assert_int_equal(lines, 4);
    assert_int_equal(strncmp(text, "op,type,n,", 10), 0);
    assert_non_null(strstr(text,
                           ",tied,speedup_verdict,"
                           "peak_share,published_share,headline,item,"
                           "traits,moved_bytes,moved_gb_per_s,gathers,"
                           "scatters,width,resident,gather_share,"
                           "scatter_share,starts,few,suspect,depth,"
                           "of_bound,of_likely,parts,parts_s,"
                           "sustained_s,sustained_runs,"
                           "sustained_gflop_per_s,sustained_of_burst,"
                           "sustained_clock_mhz,sustained_clock_reason,"
                           "sustained_watts,sustained_watts_reason,"
                           "sustained_reason,kernels,kernels_reason,"
                           "resident_share,inputs,renewed\r\n"));
    assert_non_null(strstr(text, ",4,both pinned,cores,"));
    assert_non_null(strstr(text,
                           ",memory,0.01,0.7,,0.2,true,faster,0.35,"
                           "0.926221,items,keys,unordered keeps-state,"));
    assert_non_null(strstr(text, ",8,true,0.3,0.4,2,,,22,"));
    assert_non_null(strstr(text, ",the counter cannot be read,"));
    free(text);
    record_free(&record);
}

/* Numbers that 15 or 16 digits do not tell from their neighbours. */
static void csv_has_every_digit(void **state)
{
    struct record record = sample_record();
    (void)state;
    record.rows[0].seconds.median = 0.1 + 0.2;
    record.rows[0].seconds.min = 0.7 / 3;
    char *text = printed(&record, report_csv);
    assert_non_null(strstr(text, ",0.30000000000000004,"));
    assert_non_null(strstr(text, ",0.2333333333333333,"));
    free(text);
    record_free(&record);
}

/* A text is quoted for a comma, a quote or a break of lines in it, each on its
 * own; quotes are doubled, breaks become blanks. */
static void csv_quotes(void **state)
{
    static const struct {
        const char *reason, *field;
    } texts[] = { { "plain", ",skipped,plain," },
                  { "one, two", ",skipped,\"one, two\"," },
                  { "a \"word\"", ",skipped,\"a \"\"word\"\"\"," },
                  { "two\nlines", ",skipped,\"two lines\"," } };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct record record = { 0 };
        struct row *row = add(&record, "openmp", "a", "cores", 1e-3);
        row->status = ROW_SKIPPED;
        snprintf(row->reason, sizeof row->reason, "%s", texts[i].reason);
        char *text = printed(&record, report_csv);
        if (!strstr(text, texts[i].field))
            print_error("no %s\nin: %s\n", texts[i].field, text);
        assert_non_null(strstr(text, texts[i].field));
        free(text);
        record_free(&record);
    }
}

/* Of the only row, whose texts have no commas; `out` has 64 bytes. */
static void cell(const char *text, const char *column, char *out)
{
    const size_t length = strlen(column);
    const char *value = strchr(text, '\n') + 1;
    for (const char *name = text; *name; name += strcspn(name, ",\r") + 1) {
        const size_t room = strcspn(value, ",\r");
        assert_true(room < 64);
        snprintf(out, 64, "%.*s", (int)room, value);
        if (strcspn(name, ",\r") == length && !strncmp(name, column, length))
            return;
        value += room + 1;
    }
    assert_string_equal(column, "in the heading");
}

/* No number stands for what was not measured, 0 least of all: not every row
 * has a sustained speed. */
static void csv_leaves_out_the_unknown(void **state)
{
    static const char *const columns[] = { "sustained_s", "sustained_runs",
                                           "sustained_of_burst" };
    struct record record = { 0 };
    char out[64];
    (void)state;
    add(&record, "openmp", "a", "cores", 1e-3);
    char *text = printed(&record, report_csv);
    cell(text, "variant", out);
    assert_string_equal(out, "a");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        cell(text, columns[i], out);
        assert_string_equal(out, "");
    }
    free(text);
    record_free(&record);
}

/* The longest text that a row has. */
static void csv_cuts_nothing(void **state)
{
    struct record record = { 0 };
    struct row *row = add(&record, "cub", "cublas", "gpu", 1e-3);
    (void)state;
    memset(row->kernels, 'k', sizeof row->kernels - 1);
    char *text = printed(&record, report_csv);
    assert_non_null(strstr(text, row->kernels));
    free(text);
    record_free(&record);
}

static void markdown(void **state)
{
    struct record record = sample_record();
    (void)state;
    record.rows[0].tied = false;
    char *text = printed(&record, report_markdown);
    assert_non_null(strstr(text, "**openmp/simd (both pinned) ‡ †**"));
    assert_non_null(strstr(text,
                           "\n‡ leaves its output in any order; "
                           "† keeps state between runs.\n"));
    assert_non_null(strstr(text, "Gkeys/s |"));
    assert_non_null(strstr(text, " why |"));
    assert_non_null(strstr(text,
                           "| % of roof | roof | % of peak | published "
                           "|"));
    assert_non_null(strstr(text, "| **35.0** | **92.6** |"));
    assert_non_null(strstr(text, "**memory 70 %**"));
    assert_non_null(strstr(text, "floor: empty run"));
    free(text);
    record_free(&record);
}

/* The fastest and what is tied with it, of each size. */
static void markdown_of_ties(void **state)
{
    struct record record = { 0 };
    (void)state;
    add(&record, "openmp", "a", "cores", 1.01e-3)->tied = true;
    add(&record, "openmp", "b", "cores", 1e-3)->tied = true;
    add(&record, "openmp", "c", "cores", 2e-3);
    add(&record, "openmp", "d", "cores", 2e-3)->n = 7;
    char *text = printed(&record, report_markdown);
    assert_non_null(strstr(text, "**openmp/a**"));
    assert_non_null(strstr(text, "**openmp/b**"));
    assert_null(strstr(text, "**openmp/c**"));
    assert_non_null(strstr(text, "**openmp/d**"));
    free(text);
    record_free(&record);
}

/* What would end a cell, or be taken for markup. */
static void markdown_escapes(void **state)
{
    struct record record = { 0 };
    (void)state;
    struct row *row = add(&record, "openmp", "a", "cores", 1e-3);
    row->status = ROW_FAILED;
    strcpy(row->reason, "one|two *three*");
    char *text = printed(&record, report_markdown);
    assert_non_null(strstr(text, "one\\|two \\*three\\*"));
    free(text);
    record_free(&record);
}

static void markdown_of_cases(void **state)
{
    struct record record = library_record();
    char *text = printed(&record, report_markdown);
    (void)state;
    assert_non_null(strstr(text, "GPU  A GPU, CUB 3.0.1\n"));
    assert_non_null(strstr(text,
                           "\n\n- n = 2^16: cuda/best 1.040× cub/segmented, "
                           "the fastest of cub's 2 rows\n- n = 2^20: a rung "
                           "beats best: cuda/lanes 1.059× cuda/best; "));
    free(text);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(csv),
        cmocka_unit_test(csv_has_every_digit),
        cmocka_unit_test(csv_quotes),
        cmocka_unit_test(csv_leaves_out_the_unknown),
        cmocka_unit_test(csv_cuts_nothing),
        cmocka_unit_test(markdown),
        cmocka_unit_test(markdown_of_ties),
        cmocka_unit_test(markdown_escapes),
        cmocka_unit_test(markdown_of_cases),
    };
    return cmocka_run_group_tests_name("pages", tests, NULL, NULL);
}

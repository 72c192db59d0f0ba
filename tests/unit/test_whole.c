/* test_whole.c - all that is written of saved results, byte by byte: tables,
 * pages, files and the data of charts, as tests/data/whole/ has them.
 *
 * mixed.json has something of everything. */
#include "whole.h"

#include "chart/gnuplot.h"

static char directory[64];

static void saved_as(const char *name)
{
    char *text = contents(path);
    assert_non_null(text);
    same_json(name, text);
    free(text);
}

static struct record loaded(const char *name)
{
    struct record record = { 0 };
    struct reason why = { "" };
    char file[PATH_MAX + NAME_ROOM + 32];
    snprintf(file, sizeof file, "%s/tests/data/%s.json", top, name);
    if (record_load(&record, file, &why))
        print_error("%s\n", why.text);
    assert_string_equal(why.text, "");
    return record;
}

static struct record mixed(void)
{
    return loaded("whole/mixed");
}

/* --- as text -------------------------------------------------------------- */

static void table(const struct record *record, const struct table_style *style,
                  const char *name)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    report_table(file, record, style);
    assert_int_equal(fclose(file), 0);
    same(name, text);
    free(text);
}

static void tables(void **state)
{
    static const struct {
        const char *name;
        struct table_style style;
    } cases[] = { { "table", { .columns = 80 } },
                  { "table.narrow", { .columns = 56 } },
                  { "table.wide", { .verbose = true, .color = true } } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record record = mixed();
        table(&record, &cases[i].style, cases[i].name);
        record_free(&record);
    }
}

/* Of a machine without a GPU, whose peaks nobody knows; of no roofs; and of no
 * rows. */
static void poor_tables(void **state)
{
    struct record record = mixed();
    const struct table_style wide = { .columns = 80 },
                             slim = { .columns = 44 };
    (void)state;
    for (size_t i = 0; i < record.roof_count; i++)
        record.roofs[i].peak = record.roofs[i].copier = 0;
    while (strcmp(record.roofs[record.roof_count - 1].device, "cores"))
        record.roof_count--;
    json_object_del(record.environment, "gpu");
    for (size_t i = 3; i < record.row_count; i++)
        free(record.rows[i].samples);
    record.row_count = 3;
    table(&record, &wide, "table.poor");
    table(&record, &slim, "table.poor-narrow");
    record.roof_count = record.base_count = 0;
    table(&record, &wide, "table.roofless");
    while (record.row_count)
        free(record.rows[--record.row_count].samples);
    table(&record, &wide, "table.none");
    record_free(&record);
}

static void pages(void **state)
{
    static const struct {
        const char *name;
        void (*print)(FILE *, const struct record *);
    } cases[] = { { "page.md", report_markdown }, { "rows.csv", report_csv } };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct record record = mixed();
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        cases[i].print(file, &record);
        assert_int_equal(fclose(file), 0);
        same(cases[i].name, text);
        free(text);
        record_free(&record);
    }
}

/* Saved again, a file is what it was. */
static void files(void **state)
{
    struct record record = mixed();
    struct reason why = { "" };
    (void)state;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    saved_as("mixed.json");
    record_free(&record);
}

/* Published, it has fewer digits; so it has when that is published again. */
static void published(void **state)
{
    struct record record = sample_record();
    struct reason why = { "" };
    (void)state;
    record.roofs[1].copier_low = 2.9 / 3;
    record.roofs[1].copier_high = 3.1 / 3;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(record_publish(&record, path, &why), STATUS_OK);
        saved_as("published");
        record_free(&record);
        assert_int_equal(record_load(&record, path, &why), STATUS_OK);
    }
    record_free(&record);
}

/* --- charts --------------------------------------------------------------- */

static FILE *drawn; /* the data of what is drawn */

/* In the place of gnuplot: what it would be told. */
enum status gnuplot_draw(const struct drawing *drawing, struct reason *why)
{
    char *data = contents(drawing->data);
    (void)why;
    assert_non_null(data);
    fprintf(drawn, "== %s by %s of %s\n%s", drawing->picture, drawing->script,
            drawing->data, data);
    free(data);
    return unlink(drawing->data) ? STATUS_IO : STATUS_OK;
}

void gnuplot_print_command(FILE *file, const struct drawing *drawing)
{
    fprintf(file, "%s\n", drawing->script);
}

static void draw(const struct record *record, const char *name)
{
    struct reason why = { "" };
    char *text = NULL;
    size_t size;
    drawn = open_memstream(&text, &size);
    assert_non_null(drawn);
    assert_int_equal(chart_draw(record, "x.svg", drawn, &why), STATUS_OK);
    assert_int_equal(fclose(drawn), 0);
    same(name, text);
    free(text);
}

/* Drawn in a directory of its own, so that names are short. */
static void charts(void **state)
{
    static const char *const of[] = { "whole/mixed", "crossover", "library",
                                      "reduce",      "sgemm",     "threads" };
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct record record = loaded(of[i]);
        char name[NAME_ROOM];
        const char *plain = strrchr(of[i], '/');
        snprintf(name, sizeof name, "charts.%s", plain ? plain + 1 : of[i]);
        draw(&record, name);
        record_free(&record);
    }
}

/* Of one size alone rows are bars; without rows there is nothing. */
static void charts_of_one_size(void **state)
{
    (void)state;
    struct record record = mixed();
    const size_t count = record.row_count;
    record.row_count = 0;
    for (size_t i = 0; i < count; i++)
        if (record.rows[i].n == 3000 || record.rows[i].n == 2048)
            record.rows[record.row_count++] = record.rows[i];
        else
            free(record.rows[i].samples);
    draw(&record, "charts.bars");
    while (record.row_count)
        free(record.rows[--record.row_count].samples);
    draw(&record, "charts.none");
    record_free(&record);
}

/* Of one way of copies or two: where there are several each is named. */
static void charts_of_modes(void **state)
{
    static const char *const modes[] = { "in pinned", "both pinned" };
    (void)state;
    for (int two = 0; two < 2; two++) {
        struct record record = loaded("crossover");
        const size_t count = record.row_count;
        record.row_count = 0;
        for (size_t i = 0; i < count; i++) {
            struct row *row = &record.rows[i];
            if (!strcmp(row->backend, "openmp") ||
                !strcmp(row->transfers, modes[0]) ||
                (two && !strcmp(row->transfers, modes[1])))
                record.rows[record.row_count++] = *row;
            else
                free(row->samples);
        }
        draw(&record, two ? "charts.two" : "charts.one");
        record_free(&record);
    }
}

/* --- set up --------------------------------------------------------------- */

static int enter(void **state)
{
    const char *tmp = getenv("TMPDIR");
    if (!top_set() || make_path(state))
        return -1;
    snprintf(directory, sizeof directory, "%.40s/tetrad-whole-XXXXXX",
             tmp && tmp[0] ? tmp : "/tmp");
    return mkdtemp(directory) ? chdir(directory) : -1;
}

static int leave(void **state)
{
    return chdir(top) || rmdir(directory) || remove_path(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(poor_tables),
        cmocka_unit_test(pages),
        cmocka_unit_test(files),
        cmocka_unit_test(published),
        cmocka_unit_test(charts),
        cmocka_unit_test(charts_of_one_size),
        cmocka_unit_test(charts_of_modes),
    };
    return cmocka_run_group_tests_name("whole", tests, enter, leave);
}

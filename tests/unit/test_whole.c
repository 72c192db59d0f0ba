/* test_whole.c - all that is written of saved results, byte by byte: tables,
 * pages, files and the data of charts, as tests/data/whole/ has them.
 *
 * mixed.json has something of everything. With RENEW in the environment what
 * is written takes the place of what was expected; git shows what differs. */
#include "sample.h"

#include <limits.h>

#include "chart/gnuplot.h"

enum { NAME_ROOM = 64 };

static char top[PATH_MAX], directory[64];

/* --- files ---------------------------------------------------------------- */

static char *contents(const char *name)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(name, "rb");
    if (!file)
        return NULL;
    if (getdelim(&text, &room, 0, file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static const char *expected_in(const char *name)
{
    static char file[PATH_MAX + NAME_ROOM + 32];
    snprintf(file, sizeof file, "%s/tests/data/whole/%s", top, name);
    return file;
}

static void renew(const char *name, const char *text)
{
    FILE *file = fopen(expected_in(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The first line that is not as expected is shown. */
static void compare(const char *name, const char *expected, const char *text)
{
    size_t line = 0, at = 0;
    for (; text[at] && text[at] == expected[at]; at++)
        if (text[at] == '\n')
            line = at + 1;
    if (text[at] != expected[at])
        print_error("%s has: %.*s\nnow it is: %.*s\n", name,
                    (int)strcspn(expected + line, "\n"), expected + line,
                    (int)strcspn(text + line, "\n"), text + line);
    assert_true(text[at] == expected[at]);
}

/* Whether the text is what the file of this name has. */
static void same(const char *name, const char *text)
{
    if (getenv("RENEW"))
        renew(name, text);
    char *expected = contents(expected_in(name));
    assert_non_null(expected);
    compare(name, expected, text);
    free(expected);
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Versions of the library of JSON write one number by several spellings: this
 * one writes both. */
static char *spelled(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    char *again = json_dumps(json, JSON_INDENT(1));
    json_decref(json);
    return again;
}

/* The same of what was saved as JSON. */
static void saved_as(const char *name)
{
    char *text = contents(path);
    assert_non_null(text);
    if (getenv("RENEW"))
        renew(name, text);
    char *expected = contents(expected_in(name));
    assert_non_null(expected);
    assert_int_equal(lines_of(text), lines_of(expected));
    char *one = spelled(expected), *other = spelled(text);
    compare(name, one, other);
    free(one);
    free(other);
    free(expected);
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
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        report_table(file, &record, &cases[i].style);
        assert_int_equal(fclose(file), 0);
        same(cases[i].name, text);
        free(text);
        record_free(&record);
    }
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

/* Drawn in a directory of its own, so that names are short. */
static void charts(void **state)
{
    static const char *const of[] = { "whole/mixed", "crossover", "library",
                                      "reduce",      "sgemm",     "threads" };
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct record record = loaded(of[i]);
        struct reason why = { "" };
        char name[NAME_ROOM], *text = NULL;
        const char *plain = strrchr(of[i], '/');
        size_t size;
        drawn = open_memstream(&text, &size);
        assert_non_null(drawn);
        assert_int_equal(chart_draw(&record, "x.svg", drawn, &why), STATUS_OK);
        assert_int_equal(fclose(drawn), 0);
        snprintf(name, sizeof name, "charts.%s", plain ? plain + 1 : of[i]);
        same(name, text);
        free(text);
        record_free(&record);
    }
}

/* --- set up --------------------------------------------------------------- */

static int enter(void **state)
{
    const char *tmp = getenv("TMPDIR");
    if (!realpath(in_tree(""), top) || make_path(state))
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
        cmocka_unit_test(tables), cmocka_unit_test(pages),
        cmocka_unit_test(files),  cmocka_unit_test(published),
        cmocka_unit_test(charts),
    };
    return cmocka_run_group_tests_name("whole", tests, enter, leave);
}

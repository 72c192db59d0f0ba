/* test_outputs.c - where results go that nobody named a file for: under runs/,
 * over no other run's. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tree.h"
#include "commands/outputs.h"
#include "matrix.h"

enum { SECONDS = 20 /* that a test takes, at most */ };

static struct tree tree;
static struct options options;
static struct outputs outputs;
static struct reason why;

static int enter(void **state)
{
    (void)state;
    options = (struct options){ .op_count = 1 };
    options.ops[0] = op_find("reduce");
    tree = tree_made();
    return chdir(tree.root);
}

static int leave(void **state)
{
    (void)state;
    tree_end(&tree);
    return chdir("/");
}

/* Whatever second it is: a file of each of the next ones. */
static void take(const char *ending)
{
    char stamp[32], name[64];
    for (time_t second = time(NULL), end = second + SECONDS; second < end;
         second++) {
        struct tm local;
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S",
                 localtime_r(&second, &local));
        snprintf(name, sizeof name, "runs/%s-reduce%s", stamp, ending);
        tree_put(&tree, name, "");
    }
}

static void open_them(void)
{
    assert_int_equal(outputs_open(&outputs, &options, &why), STATUS_OK);
}

static void ends(const char *ending)
{
    const size_t length = strlen(outputs.json), all = strlen(ending);
    assert_true(length > all);
    assert_string_equal(outputs.json + length - all, ending);
}

static void a_fresh_name(void **state)
{
    struct stat info;
    (void)state;
    open_them();
    assert_int_equal(strncmp(outputs.json, "runs/2", 6), 0);
    ends("-reduce.json");
    assert_true(outputs.fresh && outputs.number == 0);
    assert_int_not_equal(stat(outputs.json, &info), 0);
    assert_int_equal(stat("runs", &info), 0);
}

/* Results and the chart beside them have one name: both are to be free. */
static void names_that_are_taken(void **state)
{
    (void)state;
    take(".svg");
    open_them();
    ends("-reduce-1.json");
    take("-1.json");
    open_them();
    ends("-reduce-2.json");
    take("-2.svg");
    open_them();
    ends("-reduce-3.json");
}

static void names_of_the_user(void **state)
{
    (void)state;
    options.json_path = "mine.json";
    open_them();
    assert_string_equal(outputs.json, "mine.json");
    assert_false(outputs.fresh);
    assert_true(outputs.own[0] != 0); /* of the chart */
    options.no_plot = true;
    open_them();
    assert_true(outputs.own[0] == 0);
    options.json_path = NULL;
    options.no_save = true;
    open_them();
    assert_true(outputs.own[0] == 0 && outputs.json[0] == 0);
    options.json_path = "none/such.json";
    assert_int_equal(outputs_open(&outputs, &options, &why), STATUS_IO);
    assert_non_null(strstr(why.text, "--json none/such.json"));
    options = (struct options){ .op_count = 1, .ops = { op_find("reduce") } };
}

/* Whether what is kept so far is on the disk, as text that holds this. */
static bool kept(const struct record *so_far, const char *words)
{
    static char text[1 << 16];
    outputs_keep(&outputs, so_far);
    FILE *file = fopen(outputs.json, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    return strstr(text, words) != NULL;
}

static void rows_are_kept_as_they_come(void **state)
{
    struct record record = { 0 };
    struct row row = { .op = "reduce",
                       .backend = "first",
                       .variant = "loop",
                       .type = "f32",
                       .status = ROW_SKIPPED };
    const struct timespec while_starts_add = { .tv_sec = 1 };
    (void)state;
    options.json_path = "kept.json";
    open_them();
    assert_non_null(record_add_row(&record, &row));
    assert_true(kept(&record, "\"first\""));
    snprintf(row.backend, sizeof row.backend, "second");
    assert_non_null(record_add_row(&record, &row));
    assert_true(kept(&record, "\"second\""));
    snprintf(record.rows[0].reason, sizeof record.rows->reason, "third");
    assert_false(kept(&record, "third"));
    nanosleep(&while_starts_add, NULL);
    assert_true(kept(&record, "third"));
    record_free(&record);
    options.json_path = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fresh_name),
        cmocka_unit_test(names_that_are_taken),
        cmocka_unit_test(names_of_the_user),
        cmocka_unit_test(rows_are_kept_as_they_come),
    };
    return cmocka_run_group_tests_name("outputs", tests, enter, leave);
}

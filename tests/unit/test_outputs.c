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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fresh_name),
        cmocka_unit_test(names_that_are_taken),
        cmocka_unit_test(names_of_the_user),
    };
    return cmocka_run_group_tests_name("outputs", tests, enter, leave);
}

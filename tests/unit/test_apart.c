/* test_apart.c - which paths are one file, by whatever spelling, there or not
 * yet. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/apart.h"

static char root[] = "/tmp/tetrad-apart-XXXXXX";

static void make(const char *name)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static int enter(void **state)
{
    (void)state;
    if (!mkdtemp(root) || chdir(root) || mkdir("d", 0700) || mkdir("e", 0700))
        return -1;
    make("a");
    make("b");
    make("a.svg");
    make("x-ladder.dat");
    return link("a", "hard") || symlink("a", "soft") || symlink("d", "way");
}

static int leave(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return chdir("/") || system(command);
}

static void spellings(void **state)
{
    static const struct {
        const char *one, *other;
        bool same;
    } cases[] = {
        { "a", "a", true },
        { "a", "./a", true },
        { "a", "d/../a", true },
        { "a", "hard", true },
        { "a", "soft", true },
        { "a", "b", false },
        { "a", "new", false },
        { "new", "a", false },
        /* not there yet */
        { "new", "new", true },
        { "new", "./new", true },
        { "new", "d/../new", true },
        { "new", "d/new", false },
        { "d/new", "e/new", false },
        { "d/new", "way/new", true },
        { "d/new", "d/newer", false },
        { "none/new", "none/new", true },
        { "none/new", "new", false },
        { "none/new", "none/./new", false },
        /* no files */
        { "-", "-", false },
        { "/dev/null", "/dev/null", false },
        { NULL, NULL, false },
        { "a", NULL, false },
        { NULL, "a", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(same_file(cases[i].one, cases[i].other),
                         cases[i].same);
}

/* What is read may be named twice; what is written may be no other. */
static void outputs(void **state)
{
    struct named_path named[] = {
        { "OLD", "a" }, { "NEW", "a" }, { "--json", "new" }, { "--md", NULL }
    };
    struct reason why = { "" };
    (void)state;
    assert_int_equal(paths_apart(named, 4, 2, &why), STATUS_OK);
    named[3].path = "./new";
    assert_int_equal(paths_apart(named, 4, 2, &why), STATUS_USAGE);
    assert_string_equal(
        why.text, "--json new and --md ./new: the same file; expected two");
    named[3].path = "hard";
    assert_int_equal(paths_apart(named, 4, 2, &why), STATUS_USAGE);
    assert_string_equal(why.text,
                        "OLD a and --md hard: the same file; expected two");
}

/* Charts have names of their own beside the one that was given. */
static void charts(void **state)
{
    const struct named_path named[] = { { "plot", "b" },
                                        { "--json", "x-ladder.dat" } };
    struct reason why = { "" };
    (void)state;
    assert_int_equal(charts_apart(NULL, named, 2, &why), STATUS_OK);
    assert_int_equal(charts_apart("y.svg", named, 2, &why), STATUS_OK);
    assert_int_equal(charts_apart("x.svg", named, 1, &why), STATUS_OK);
    assert_int_equal(charts_apart("x.svg", named, 2, &why), STATUS_USAGE);
    assert_string_equal(why.text,
                        "--json x-ladder.dat and x-ladder.dat of --plot "
                        "x.svg: the same file; expected another name");
    assert_int_equal(charts_apart("a.svg",
                                  &(struct named_path){ "plot", "./a.svg" }, 1,
                                  &why),
                     STATUS_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings),
        cmocka_unit_test(outputs),
        cmocka_unit_test(charts),
    };
    return cmocka_run_group_tests_name("apart", tests, enter, leave);
}

/* test_progress.c - the line of what goes on, as it is drawn on standard error,
 * and what it says of the rows to come. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/host.h"
#include "process/progress.h"

static struct progress progress;
static char drawn[1024];

/* What comes of it on standard error, in a file for as long. */
static void show(const char *text)
{
    FILE *file = tmpfile();
    const int before = dup(STDERR_FILENO);
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    if (text)
        progress_show(&progress, text);
    else
        progress_clear(&progress);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    drawn[fread(drawn, 1, sizeof drawn - 1, file)] = 0;
    fclose(file);
}

static int begin(void **state)
{
    (void)state;
    progress = (struct progress){ .shown = true };
    return 0;
}

#define CLEAR "\r\033[K"

/* Rows count on through passes and starts. */
static void places(void **state)
{
    (void)state;
    progress_expect(&progress, 3, 2);
    progress_expect(&progress, 2, 2);
    assert_int_equal(progress.all, 10);
    assert_int_equal(progress.rows, 5);
    progress_again(&progress, 0);
    show("looking");
    assert_string_equal(drawn, CLEAR "looking");
    progress_case(&progress, 2, "reduce f32 n=8");
    show("a");
    assert_string_equal(drawn, CLEAR "[rows 1-2 of 5] reduce f32 n=8: a");
    show("a"); /* it looks the same */
    progress_case_end(&progress);
    assert_int_equal(progress.done, 2);
    progress_case(&progress, 1, "scan f32 n=8");
    show("b");
    assert_non_null(strstr(drawn, CLEAR "[row 3 of 5, about "));
    assert_non_null(strstr(drawn, " s left] scan f32 n=8: b"));
    progress_case_end(&progress);
    progress_again(&progress, 3);
    progress_case(&progress, 2, "reduce f32 n=8");
    show("c");
    assert_non_null(strstr(drawn, "[rows 1-2 of 5, start 2, about "));
    progress_case_end(&progress);
    progress_case(&progress, 1, "scan f32 n=8");
    progress_case_end(&progress);
    progress_again(&progress, 0);
    progress_case(&progress, 2, "reduce f32 n=8");
    show("d");
    assert_non_null(strstr(drawn, "[rows 4-5 of 5, about "));
    progress_case_end(&progress);
    progress_case(&progress, 2, "x");
    progress_case_end(&progress);
    assert_int_equal(progress.done, progress.all);
}

/* Two of six took 10 s: four more take 20, less what the third has had. */
static void time_left(void **state)
{
    static const struct {
        double ended; /* s ago */
        int most;
    } cases[] = { { 0, 20 }, { 15, 5 }, { 100, 1 } };
    (void)state;
    for (int i = 0; i < 3; i++) {
        const double now = host_clock();
        int left = 0;
        progress = (struct progress){ .shown = true,
                                      .all = 6,
                                      .rows = 6,
                                      .done = 2,
                                      .row = 2,
                                      .under_way = 1,
                                      .ended = now - cases[i].ended,
                                      .begin = now - cases[i].ended - 10 };
        show("a");
        assert_int_equal(
            sscanf(drawn, CLEAR "[row 3 of 6, about %d s left]", &left), 1);
        assert_in_range(left, 1, cases[i].most);
        assert_true(left == cases[i].most || host_clock() - now > 0.9);
    }
}

/* Drawn when it looks another, or after a second; cleared once; not drawn at
 * all where nobody sees it. */
static void when_it_is_drawn(void **state)
{
    (void)state;
    show("a");
    assert_string_equal(drawn, CLEAR "a");
    progress.now += 1000; /* as if it were drawn just now */
    show("a");
    assert_string_equal(drawn, "");
    show("b");
    assert_string_equal(drawn, CLEAR "b");
    progress.now -= 10;
    show("b");
    assert_string_equal(drawn, CLEAR "b");
    show(NULL);
    assert_string_equal(drawn, CLEAR);
    show(NULL);
    assert_string_equal(drawn, "");
    progress.shown = false;
    show("c");
    assert_string_equal(drawn, "");
}

/* To a column less than the terminal has, or 79: of letters, not of bytes. */
static void cut_to_the_terminal(void **state)
{
    char text[128 + 1] = "", want[256] = CLEAR;
    (void)state;
    for (int i = 0; i < 60; i++)
        strcat(text, "\u00b5");
    show(text);
    assert_string_equal(drawn + strlen(CLEAR), text);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    show(text);
    snprintf(want, sizeof want, CLEAR "%.79s", text);
    assert_string_equal(drawn, want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(places, begin),
        cmocka_unit_test_setup(time_left, begin),
        cmocka_unit_test_setup(when_it_is_drawn, begin),
        cmocka_unit_test_setup(cut_to_the_terminal, begin),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}

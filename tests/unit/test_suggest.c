/* test_suggest.c - "did you mean". */
#include "base/suggest.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* Last: its macro fail() would hide ours. */
#include <cmocka.h>

static const char *const names[] = {
    "reduce", "scan", "tile-scan", "sort", "sgemm", "spmv", "compact", NULL,
};

static void nearest(void **state)
{
    static const struct {
        const char *word, *nearest; /* NULL: none */
    } cases[] = {
        { "reduse", "reduce" },  /* a letter exchanged */
        { "rduce", "reduce" },   /* left out */
        { "reeduce", "reduce" }, /* put in */
        { "rdeuce", "reduce" },  /* swapped */
        { "REDUCE", "reduce" },  /* case */
        { "tile_scan", "tile-scan" },
        { "sgem", "sgemm" },
        { "red", "reduce" },
        { "pact", "compact" },
        { "tile", "tile-scan" },
        { "convolution", NULL },
        { "xyz", NULL },
        { "q", NULL },
        { "", NULL },
        { "scan", "scan" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *word = cases[i].word;
        const char *found = suggest_nearest(word, strlen(word), names);

        if (!cases[i].nearest != !found ||
            (found && strcmp(found, cases[i].nearest) != 0))
            fail_msg("%s: %s", word, found ? found : "none");
    }
}

static void only_length_counts(void **state)
{
    (void)state;
    assert_string_equal(suggest_nearest("reduse,sort", 6, names), "reduce");
}

static void long_words(void **state)
{
    char word[1000];
    struct reason why;

    (void)state;
    memset(word, 'r', sizeof word);
    assert_null(suggest_nearest(word, sizeof word, names));
    assert_int_equal(suggest_fail(&why, word, sizeof word, "operation", names),
                     STATUS_USAGE);
    assert_non_null(strstr(why.text, "compact)"));
}

static void message(void **state)
{
    static const char *const few[] = { "reduce", "sgemm", NULL };
    static const char *const none[] = { NULL };
    struct reason why;

    (void)state;
    suggest_fail(&why, "reduse", 6, "operation", few);
    assert_string_equal(why.text,
                        "reduse: no such operation; did you mean"
                        " reduce? (reduce, sgemm)");
    suggest_fail(&why, "fft", 3, "operation", few);
    assert_string_equal(why.text, "fft: no such operation (reduce, sgemm)");
    suggest_fail(&why, "fft", 3, "operation", none);
    assert_string_equal(why.text, "fft: no such operation");
}

static void long_lists_are_cut(void **state)
{
    static const char *same = "a-name-of-some-length";
    const char *many[101] = { NULL };
    struct reason why;
    size_t length;

    (void)state;
    for (size_t i = 0; i < 100; i++)
        many[i] = same;
    suggest_fail(&why, "x", 1, "variant", many);
    length = strlen(why.text);
    assert_true(length < sizeof why.text - 1);
    assert_string_equal(why.text + length - 6, ", ...)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest),
        cmocka_unit_test(only_length_counts),
        cmocka_unit_test(long_words),
        cmocka_unit_test(message),
        cmocka_unit_test(long_lists_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_words.c - the words of a command as a line, and back. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/words.h"

/* What words_join wrote comes back, and nothing else is undone. */
static void cutting(void **state)
{
    static const struct {
        const char *line, *words[4];
    } cases[] = {
        { "", { NULL } },
        { "  a\tb \n", { "a", "b" } },
        { "a '' b", { "a", "", "b" } },
        { "'it'\\''s a $file'", { "it's a $file" } },
        { "a'b c'd\\ e `x` $(y);", { "ab cd e", "`x`", "$(y);" } },
        { "a\\", { "a\\" } },
    };
    char *hard[] = { "x", "'", "a b", "\\", "", "\n", "$x", NULL };
    char **words, *line;
    int count;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        words = words_cut(cases[i].line, &count);
        assert_non_null(words);
        for (int k = 0; k < count; k++)
            assert_string_equal(words[k], cases[i].words[k]);
        assert_null(words[count]);
        assert_null(cases[i].words[count]);
        free(words);
    }
    assert_null(words_cut("a 'b", &count));
    line = words_join(7, hard);
    words = words_cut(line, &count);
    assert_int_equal(count, 7);
    for (int k = 0; k < count; k++)
        assert_string_equal(words[k], hard[k]);
    free(words);
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cutting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

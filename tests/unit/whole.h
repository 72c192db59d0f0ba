/* whole.h - whether what is written is, byte by byte, what a file of
 * tests/data/whole/ has.
 *
 * With RENEW in the environment what is written takes the place of what was
 * expected; git shows what differs. */
#ifndef TETRAD_TESTS_WHOLE_H
#define TETRAD_TESTS_WHOLE_H

#include "sample.h"

#include <limits.h>

enum { NAME_ROOM = 64 };

static char top[PATH_MAX]; /* of the tree: top_set() */

static inline bool top_set(void)
{
    return realpath(in_tree(""), top) != NULL;
}

static inline char *contents(const char *name)
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

static inline const char *expected_in(const char *name)
{
    static char file[PATH_MAX + NAME_ROOM + 32];
    snprintf(file, sizeof file, "%s/tests/data/whole/%s", top, name);
    return file;
}

static inline void renew(const char *name, const char *text)
{
    FILE *file = fopen(expected_in(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The first line that is not as expected is shown. */
static inline void compare(const char *name, const char *expected,
                           const char *text)
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
static inline void same(const char *name, const char *text)
{
    if (getenv("RENEW"))
        renew(name, text);
    char *expected = contents(expected_in(name));
    assert_non_null(expected);
    compare(name, expected, text);
    free(expected);
}

static inline size_t lines_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Versions of the library of JSON write one number by several spellings: this
 * one writes both. */
static inline char *spelled(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    char *again = json_dumps(json, JSON_INDENT(1));
    json_decref(json);
    return again;
}

/* The same of JSON. */
static inline void same_json(const char *name, const char *text)
{
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
}

#endif

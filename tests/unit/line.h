/* line.h - a command line parsed, and what that prints caught. For the unit
 * tests of options. */
#ifndef TETRAD_TESTS_LINE_H
#define TETRAD_TESTS_LINE_H

#include "analysis/diff.h"
#include "options/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* Last: its macro fail() would hide ours. */
#include <cmocka.h>

enum { LINE_WORDS = 80, LINE_ROOM = 16384 };

/* As last parsed. */
static struct options options;
static char printed[LINE_ROOM]; /* by the last capture */

/* --- catching what is printed --------------------------------------------- */

static int saved;
static FILE *caught;

static inline void capture_begin(int descriptor)
{
    fflush(NULL);
    saved = dup(descriptor);
    caught = tmpfile();
    assert_non_null(caught);
    dup2(fileno(caught), descriptor);
}

static inline void capture_end(int descriptor)
{
    size_t length;

    fflush(NULL);
    dup2(saved, descriptor);
    close(saved);
    rewind(caught);
    length = fread(printed, 1, sizeof printed - 1, caught);
    printed[length] = '\0';
    fclose(caught);
}

/* Parses the words of a line, cut at blanks; `_` stands for an empty word. */
static inline enum status parse(const char *text)
{
    static char line[1000], *words[LINE_WORDS];
    enum status status;
    int count = 1;

    options_free(&options);
    snprintf(line, sizeof line, "%s", text);
    words[0] = (char[]){ "compare" };
    for (char *word = strtok(line, " "); word && count < LINE_WORDS - 1;
         word = strtok(NULL, " "))
        words[count++] = strcmp(word, "_") == 0 ? word + 1 : word;
    words[count] = NULL;
    capture_begin(STDERR_FILENO);
    status = options_parse(&options, count, words);
    capture_end(STDERR_FILENO);
    return status;
}

/* It has to be taken, in silence. */
static inline void taken(const char *line)
{
    if (parse(line))
        fail_msg("%s: %s", line, printed);
    assert_string_equal(printed, "");
}

static inline int reset(void **state)
{
    (void)state;
    options_free(&options);
    return 0;
}

#endif

/* suggest.c - the nearest valid name, by the optimal string alignment
 * distance (Damerau 1964: insertions, deletions, substitutions and swaps of
 * neighbours), three rows of its table at a time. */
#include "base/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    LONGEST = 64,    /* longer words are nobody's typing error */
    PER_MISTAKE = 3, /* letters a word needs for each mistake forgiven */
    SHOWN = 60,      /* of a wrong word in a message */
    ROOM = 300       /* of a message: a reason, less the flag before it */
};

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Whether two neighbours have changed places, up to the i-th of one and the
 * j-th of the other. */
static bool turned(const char *a, size_t i, const char *b, size_t j)
{
    return i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
        same(a[i - 2], b[j - 1]);
}

static size_t distance(const char *a, size_t m, const char *b, size_t n)
{
    size_t rows[3][LONGEST + 1];

    for (size_t j = 0; j <= n; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= m; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *over = rows[(i + 1) % 3];

        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            bool equal = same(a[i - 1], b[j - 1]);

            row[j] = smaller(smaller(row[j - 1], above[j]) + 1,
                             above[j - 1] + !equal);
            if (turned(a, i, b, j))
                row[j] = smaller(row[j], over[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

/* Where the word begins a name, or else is a part of one. */
static const char *containing(const char *word, size_t length,
                              const char *const names[])
{
    for (size_t i = 0; names[i]; i++)
        if (strncasecmp(names[i], word, length) == 0)
            return names[i];
    for (size_t i = 0; names[i]; i++)
        for (const char *at = names[i]; *at; at++)
            if (strncasecmp(at, word, length) == 0)
                return names[i];
    return NULL;
}

const char *suggest_nearest(const char *word, size_t length,
                            const char *const names[])
{
    const char *nearest = NULL;
    size_t least = length / PER_MISTAKE + 1;

    if (length == 0 || length > LONGEST)
        return NULL;
    for (size_t i = 0; names[i]; i++) {
        size_t n = strlen(names[i]);
        size_t d = n > LONGEST ? n : distance(word, length, names[i], n);

        if (d < least && d < length) {
            least = d;
            nearest = names[i];
        }
    }
    if (!nearest && length > 1)
        nearest = containing(word, length, names);
    return nearest;
}

/* Appends; false, with the text unchanged, where that does not leave `spare`
 * characters. */
static bool append(char text[ROOM], size_t spare, const char *head,
                   const char *tail)
{
    size_t used = strlen(text);

    if (used + strlen(head) + strlen(tail) + spare >= ROOM)
        return false;
    snprintf(text + used, ROOM - used, "%s%s", head, tail);
    return true;
}

/* " (one, two, three)", cut short where there is no more room. */
static void list(char text[ROOM], const char *const names[])
{
    static const char cut[] = ", ...)";
    for (size_t i = 0; names[i]; i++)
        if (!append(text, sizeof cut, i ? ", " : " (", names[i])) {
            append(text, 0, cut, "");
            return;
        }
    if (names[0])
        append(text, 0, ")", "");
}

enum status suggest_fail(struct reason *why, const char *word, size_t length,
                         const char *kind, const char *const names[])
{
    const char *nearest = suggest_nearest(word, length, names);
    char text[ROOM];

    if (length == 0)
        snprintf(text, sizeof text, "\"\": no such %s", kind);
    else
        snprintf(text, sizeof text, "%.*s: no such %s",
                 length < SHOWN ? (int)length : SHOWN, word, kind);
    if (nearest && append(text, 1, "; did you mean ", nearest))
        append(text, 0, "?", "");
    list(text, names);
    return fail(why, STATUS_USAGE, "%s", text);
}

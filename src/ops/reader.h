/* reader.h - a file in memory, for readers of formats, which say where in it
 * something is wrong. */
#ifndef TETRAD_OPS_READER_H
#define TETRAD_OPS_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

/* The text, and how far it is read. */
struct reader {
    const unsigned char *text; /* text[size] is 0 */
    size_t size, at;
    struct reason *why;
};

/* The whole of a regular file, which is reader_free()'s to free. */
enum status reader_load(struct reader *, const char *path);
void reader_free(struct reader *);

/* STATUS_IO, with "line 2, column 5: ..." of byte `at`. */
enum status reader_fail(const struct reader *, size_t at, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

/* What stands where something else should: "'x'", "byte 0x80", "the end of
 * the line", "the end of the file". */
const char *reader_found(const struct reader *, char text[32]);

/* The next number, which `what` names, between low and high; a blank, the end
 * or a `comment` must come behind it. Blanks before it are passed over by the
 * caller. */
enum status reader_number(struct reader *, const char *what, char comment,
                          unsigned long low, unsigned long high,
                          unsigned long *value);

static inline bool reader_is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool reader_is_digit(int c)
{
    return c >= '0' && c <= '9';
}

#endif

/* text.h - numbers and words for people: units, widths, wrapping. */
#ifndef TETRAD_TEXT_H
#define TETRAD_TEXT_H

#include <stdio.h>

enum { TEXT_ROOM = 40 }; /* what every number below fits in */

/* Four significant digits, never an exponent: 0.1235, 4.312, 100307. What is
 * not finite, or negative, is "-": not measured. */
void text_number(char text[TEXT_ROOM], double value);
void text_exact(char text[TEXT_ROOM], double value);     /* the shortest that
                                                         reads back the same */
void text_seconds(char text[TEXT_ROOM], double seconds); /* "237.4 µs" */
/* The largest of s, ms, µs, ns that makes `seconds` at least one. */
double text_time_unit(double seconds, const char **name);
void text_bytes(char text[TEXT_ROOM], double bytes); /* "256 MiB" */
void text_count(char text[TEXT_ROOM], size_t count); /* "2^28", "1000000" */

/* Columns that UTF-8 text takes on a terminal: its code points (no text of
 * ours is double-width). */
size_t text_width(const char *text);
void text_spaces(FILE *, size_t count);
/* Prints with control characters shown as '?': names and reasons may come
 * from a file of another's making. */
void text_print(FILE *, const char *text);
/* Prints words from column `at` on, breaking before `columns` (0: never) and
 * indenting the lines that follow; ends the last line. */
void text_wrap(FILE *, const char *text, size_t at, size_t indent,
               size_t columns);

#endif

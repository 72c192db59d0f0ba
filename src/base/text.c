/* text.c - numbers and words for people. */
#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const time_names[] = { "s", "ms", "µs", "ns" };
static const double time_units[] = { 1, 1e-3, 1e-6, 1e-9 };

void text_number(char text[TEXT_ROOM], double value)
{
    enum { DIGITS = 4, MOST_DECIMALS = 9 };
    if (!isfinite(value) || value < 0 || value >= 1e30) {
        strcpy(text, "-");
        return;
    }
    /* The exponent after rounding: 9.9996 has the digits of 10.00. */
    snprintf(text, TEXT_ROOM, "%.*e", DIGITS - 1, value);
    const int exponent = atoi(strchr(text, 'e') + 1);
    int decimals = DIGITS - 1 - exponent;
    if (decimals < 0 || value == 0)
        decimals = 0;
    if (decimals > MOST_DECIMALS)
        decimals = MOST_DECIMALS;
    snprintf(text, TEXT_ROOM, "%.*f", decimals, value);
}

void text_exact(char text[TEXT_ROOM], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, TEXT_ROOM, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

double text_time_unit(double seconds, const char **name)
{
    size_t i = 0;
    while (i < 3 && seconds < time_units[i])
        i++;
    *name = time_names[i];
    return time_units[i];
}

void text_seconds(char text[TEXT_ROOM], double seconds)
{
    const char *name;
    const double unit = text_time_unit(seconds, &name);
    text_number(text, seconds / unit);
    const size_t length = strlen(text);
    snprintf(text + length, TEXT_ROOM - length, " %s", name);
}

void text_bytes(char text[TEXT_ROOM], double bytes)
{
    static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    size_t i = 0;
    for (; i < 4 && bytes >= 999.5; i++) /* so that %.3g needs no exponent */
        bytes /= 1024;
    snprintf(text, TEXT_ROOM, "%.3g %s", bytes, names[i]);
}

void text_count(char text[TEXT_ROOM], size_t count)
{
    enum { LEAST_POWER = 10 };
    if (count >> LEAST_POWER && !(count & (count - 1)))
        snprintf(text, TEXT_ROOM, "2^%d", __builtin_ctzll(count));
    else
        snprintf(text, TEXT_ROOM, "%zu", count);
}

/* Columns of the first `length` bytes. */
static size_t width_of(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

size_t text_width(const char *text)
{
    return width_of(text, strlen(text));
}

void text_spaces(FILE *file, size_t count)
{
    fprintf(file, "%*s", (int)count, "");
}

static void print_some(FILE *file, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        putc(byte < ' ' || byte == 127 ? '?' : byte, file);
    }
}

void text_print(FILE *file, const char *text)
{
    print_some(file, text, strlen(text));
}

void text_wrap(FILE *file, const char *text, size_t at, size_t indent,
               size_t columns)
{
    static const char blanks[] = " \t\r\n";
    bool first = true;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const size_t length = strcspn(text, blanks);
        const size_t width = width_of(text, length);
        if (!first && columns && at + 1 + width > columns) {
            putc('\n', file);
            text_spaces(file, indent);
            at = indent;
        } else if (!first) {
            putc(' ', file);
            at++;
        }
        print_some(file, text, length);
        at += width;
        text += length;
        first = false;
    }
    putc('\n', file);
}

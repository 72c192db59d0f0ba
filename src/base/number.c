/* number.c - strict numbers, by the C library's converters behind a check of
 * the characters (the converters alone skip blanks, wrap negative unsigned
 * numbers and accept inf and nan). Assumes the C locale's decimal point. */
#include "base/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 }; /* characters of a number worth reading */

static bool made_of(const char *text, const char *characters)
{
    size_t length = strlen(text);

    return length > 0 && length < LONGEST &&
        strspn(text, characters) == length;
}

enum status number_int(const char *text, int low, int high, int *value,
                       struct reason *why)
{
    char *end = NULL;
    long number = 0;

    errno = 0;
    if (made_of(text, "-0123456789"))
        number = strtol(text, &end, 10);
    if (!end || *end || errno || number < low || number > high)
        return fail(why, STATUS_USAGE,
                    "%.60s: expected a whole number from %d to %d", text, low,
                    high);
    *value = (int)number;
    return STATUS_OK;
}

/* False: not a finite number. */
static bool read_real(const char *text, double *value)
{
    char *end = NULL;

    errno = 0;
    if (made_of(text, "+-.eE0123456789"))
        *value = strtod(text, &end);
    return end && end > text && !*end && !errno;
}

enum status number_real(const char *text, double low, double high,
                        double *value, struct reason *why)
{
    double number = 0;

    if (!read_real(text, &number) || number < low || number > high)
        return fail(why, STATUS_USAGE,
                    "%.60s: expected a number from %.10g to %.10g", text, low,
                    high);
    *value = number;
    return STATUS_OK;
}

enum status number_percent(const char *text, double low, double high,
                           double *fraction, struct reason *why)
{
    char digits[LONGEST];
    size_t length = strlen(text);
    double number = 0;

    if (length > 0 && text[length - 1] == '%')
        length--;
    snprintf(digits, sizeof digits, "%.*s",
             length < sizeof digits ? (int)length : 0, text);
    if (!read_real(digits, &number) || number < low || number > high)
        return fail(why, STATUS_USAGE,
                    "%.60s: expected a percentage from %.10g to %.10g, such"
                    " as 1 or 1%%",
                    text, low, high);
    *fraction = number / 100;
    return STATUS_OK;
}

enum status number_seed(const char *text, uint64_t *value, struct reason *why)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hex ? text + 2 : text;
    unsigned long long number = 0;
    char *end = NULL;

    errno = 0;
    if (made_of(digits, hex ? "0123456789abcdefABCDEF" : "0123456789"))
        number = strtoull(digits, &end, hex ? 16 : 10);
    if (!end || *end || errno)
        return fail(why, STATUS_USAGE,
                    "%.60s: expected a whole number from 0 to 2^64-1,"
                    " decimal or 0x and hex digits",
                    text);
    *value = number;
    return STATUS_OK;
}

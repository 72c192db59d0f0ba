/* tap.c - results in the Test Anything Protocol. */
#include "tap.h"

#include <stdarg.h>
#include <stdio.h>

static int count, bad;

void tap_result(bool good, const char *format, ...)
{
    va_list arguments;
    bad += !good;
    printf("%sok %d - ", good ? "" : "not ", ++count);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

void tap_skip(const char *what, const char *why)
{
    printf("ok %d - %s # SKIP %s\n", ++count, what, why);
    fflush(stdout);
}

void tap_note(const char *format, ...)
{
    va_list arguments;
    printf("# ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

int tap_end(void)
{
    printf("1..%d\n", count);
    return count == 0 || bad > 0;
}

/* status.c - the one place where reasons are written. */
#include "status.h"

#include <stdarg.h>
#include <stdio.h>

enum status fail(struct reason *why, enum status status, const char *format,
                 ...)
{
    if (why) {
        va_list list;
        va_start(list, format);
        vsnprintf(why->text, sizeof why->text, format, list);
        va_end(list);
    }
    return status;
}

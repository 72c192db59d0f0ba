/* json_write.c - values as results files have them. */
#include "base/json_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *json_of_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_of_known(double value)
{
    return value > 0 ? json_of_real(value) : json_null();
}

json_t *json_of_units(double value, double unit)
{
    return json_of_known(value / unit);
}

double json_from_units(double saved, double unit)
{
    const double value = saved * unit;
    if (value / unit == saved || !isfinite(value))
        return value;
    const double above = nextafter(value, INFINITY);
    return above / unit == saved ? above : nextafter(value, 0);
}

json_t *json_of_end(double end, double high, double unit)
{
    return high > 0 ? json_of_real(end / unit) : json_null();
}

json_t *json_of_whole(uint64_t value)
{
    char text[24];
    if (value <= INT64_MAX)
        return json_integer((json_int_t)value);
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return json_string(text);
}

json_t *json_of_text(const char *bytes)
{
    json_t *string = json_string(bytes);
    if (string)
        return string;
    char *copy = strdup(bytes);
    for (char *c = copy; c && *c; c++)
        if (*c & 0x80)
            *c = '?';
    string = copy ? json_string(copy) : NULL;
    free(copy);
    return string;
}

json_t *json_of_name(const char *bytes)
{
    return bytes[0] ? json_of_text(bytes) : json_null();
}

/* narrow_cpu.c - which instructions are not to be used. */
#include <stdlib.h>
#include <string.h>

#include "narrow_cpu.h"

int narrow_cpu_may(const char *feature)
{
    const char *without = getenv("WITHOUT");
    return !without || !strstr(without, feature);
}

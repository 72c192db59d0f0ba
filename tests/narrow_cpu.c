/* narrow_cpu.c - which instructions are not to be used, and which caches. */
#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
/* Last: it renames what that declares. */
#include "narrow_cpu.h"

#undef machine_cache
#undef machine_known

enum { LEAST = 16 * 1024 }; /* bytes of the caches that are left */

int narrow_cpu_may(const char *feature)
{
    const char *without = getenv("WITHOUT");
    return !without || !strstr(without, feature);
}

size_t narrow_cpu_cache(void)
{
    return narrow_cpu_may("caches") ? machine_cache() : LEAST;
}

const struct machine *narrow_cpu_machine(void)
{
    static _Thread_local struct machine narrow; /* all of a team may ask */
    if (narrow_cpu_may("caches"))
        return machine_known();
    narrow = *machine_known();
    narrow.l1 = narrow.l2 = LEAST;
    narrow.l3 = 0;
    return &narrow;
}

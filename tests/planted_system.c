/* planted_system.c - the system that tests/planted sees: of little memory while
 * `hoard` and its like run, so that no machine has to run out of its own, and
 * with the CPU quota that $QUOTA says. */
#include <signal.h>

#include "planted.h"

#define system_memory real_memory
#define system_memory_free real_memory_free
#include "host/system.c"
#undef system_memory
#undef system_memory_free

#define cpus_quota real_quota
#include "host/cpus.c"
#undef cpus_quota

static bool hoards(void)
{
    const pid_t pid = shared->hoarder;
    return pid && !kill(pid, 0);
}

size_t system_memory(void)
{
    return hoards() ? HOARD_MOST : real_memory();
}

size_t system_memory_free(void)
{
    const size_t real = real_memory_free();
    if (!hoards())
        return real;
    const size_t left = HOARD_MOST - shared->hoarded; /* not below 0 */
    return left < real ? left : real;
}

double cpus_quota(const char *root)
{
    const char *quota = getenv("QUOTA");
    return quota ? strtod(quota, NULL) : real_quota(root);
}

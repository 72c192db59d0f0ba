/* idle.c - idle OpenMP threads soon sleep.
 *
 * GNU's wait for more work in a loop of 300000 pauses, of about 140 cycles each
 * on Intel processors since Skylake: on the cores that flush caches, check and
 * hash between samples, and beside the next row, which may be one thread's (16
 * virtual processors: 1.4 ms for each loop of the harness, a quarter of a run).
 * A team is woken just before each of its samples, and from one region to the
 * next of a run it waits for much less than this. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "host/idle.h"

#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "host/given.h"

static const char VARIABLE[] = "GOMP_SPINCOUNT";

void idle_threads_sleep(char **argv)
{
    const char *self = (const char *)getauxval(AT_EXECFN);
    cpu_set_t given;
    if (!self || getenv(VARIABLE) || getenv("OMP_WAIT_POLICY"))
        return;
    (void)given_release(&given); /* for OpenMP's places are made of these */
    if (!setenv(VARIABLE, "5000", 1))
        execv(self, argv);
    unsetenv(VARIABLE);
}

/* given.c - the processors that this process was given, and back to them. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "host/given.h"

#ifdef HAVE_OPENMP
#include <omp.h>

static void add_place(cpu_set_t *set, int place)
{
    int number[CPU_SETSIZE];
    const int count = omp_get_place_num_procs(place);
    if (count > CPU_SETSIZE)
        return;
    omp_get_place_proc_ids(place, number);
    for (int i = 0; i < count; i++)
        if (number[i] >= 0 && number[i] < CPU_SETSIZE)
            CPU_SET((size_t)number[i], set);
}

static void add_places(cpu_set_t *set)
{
    const int places =
        omp_get_proc_bind() == omp_proc_bind_false ? 0 : omp_get_num_places();
    for (int i = 0; i < places; i++)
        add_place(set, i);
}
#else
static void add_places(cpu_set_t *set)
{
    (void)set;
}
#endif

bool given_release(cpu_set_t *given)
{
    if (sched_getaffinity(0, sizeof *given, given))
        return false;
    add_places(given);
    /* A container may forbid it; the caller then stays where it is. */
    (void)sched_setaffinity(0, sizeof *given, given);
    return true;
}

/* given.h - the processors that this process was given. */
#ifndef TETRAD_GIVEN_H
#define TETRAD_GIVEN_H

#include <sched.h>
#include <stdbool.h>

/* Those that the caller may run on and, where OpenMP binds threads
 * (OMP_PROC_BIND), all its places: it has bound the first thread to one of them
 * before main(). False: the system does not tell. */
bool given_processors(cpu_set_t *set);

#endif

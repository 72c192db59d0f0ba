/* given.h - the processors that this process was given, and back to them. */
#ifndef TETRAD_GIVEN_H
#define TETRAD_GIVEN_H

#include <sched.h>
#include <stdbool.h>

/* Those that the caller may run on and, where OpenMP binds threads
 * (OMP_PROC_BIND), all its places: it has bound the first thread to one of them
 * before main(). From now on the caller may run on any, and so may the threads
 * and programs that it starts. False: the system does not tell. */
bool given_release(cpu_set_t *given);

#endif

/* machine.h - what this machine is, and which thread sits on which core.
 *
 * Through hwloc where the build has it; else from the operating system, with
 * less to say and no binding. */
#ifndef TETRAD_MACHINE_H
#define TETRAD_MACHINE_H

#include <jansson.h>
#include "place.h"
#include "host/cpus.h"

struct machine {
    int threads;
    int processors, cores; /* this process may use */
    size_t l1, l2, l3;     /* bytes of one instance */
    char cpu_name[96];
    const char *bind;
    struct cpus used; /* where threads sit or, unbound, may move to */
};

/* Resolves --threads and --bind to one core a thread. An unknown --bind is an
 * error; more threads than processors is a warning (machine_warnings). */
enum status machine_open(const struct placement *, struct reason *why);
void machine_close(void); /* unbinds the caller */

const struct machine *machine_known(void); /* what machine_open() found */
int machine_threads(void);                 /* threads a parallel region has */
void machine_bind_self(int thread); /* puts the caller where thread k sits */
size_t machine_cache(void);         /* bytes of the last level, summed over
                                       its instances */
size_t machine_cache_one(void);     /* of one of its instances */
size_t machine_sweep(void);         /* bytes to read until no cache holds what
                                       it did: twice machine_cache(), less when
                                       memory is short */
bool machine_sweep_short(void);

/* Things a reader of the numbers should know: powersave governor, SMT,
 * over-subscription, a CPU quota, other programs at work, swapping, debug
 * build. Writes at most `room` lines; takes a moment, to see others work. Of
 * the system whose /proc and /sys are in `root`; "": this one. */
int machine_warnings(const char *root, const char *lines[], int room);

/* What the program was built of, "unknown" included; "" : nobody said. */
const char *machine_commit(void);

/* The environment object of the JSON; the caller owns it. */
json_t *machine_environment(void);

#endif

/* planted.h - what the processes of tests/planted share. */
#ifndef TETRAD_TESTS_PLANTED_H
#define TETRAD_TESTS_PLANTED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define HOARD_MOST ((size_t)1 << 30) /* then who hoards it hangs */

struct shared { /* by the supervisor and its workers */
    _Atomic pid_t hoarder;
    _Atomic size_t hoarded; /* bytes */
    _Atomic bool gone;      /* the lossy place, for good */
    _Atomic size_t checked; /* elements, as bad-check-once last crashed */
};
extern struct shared *shared;

#endif

/* planted.h - what the processes of tests/planted share. */
#ifndef TETRAD_TESTS_PLANTED_H
#define TETRAD_TESTS_PLANTED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "status.h"

#define HOARD_MOST ((size_t)1 << 30) /* then who hoards it hangs */

struct shared { /* by the supervisor and its workers */
    _Atomic pid_t hoarder;
    _Atomic size_t hoarded; /* bytes */
    _Atomic bool gone;      /* the lossy place, for good */
    _Atomic size_t checked; /* elements, as bad-check-once last crashed */
};
extern struct shared *shared;

/* What leaves something behind: planted_left.c. */
struct job;
enum status planted_right(struct job *); /* the reference's best: planted.c */
enum status planted_late(struct job *);
enum status planted_rounding(struct job *);
enum status planted_memo(struct job *);
enum status planted_memo_all(struct job *);
enum status planted_skip(struct job *);
enum status planted_streak(struct job *);
double planted_endless(const struct job *);

#endif

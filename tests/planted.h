/* planted.h - what the processes of tests/planted share. */
#ifndef TETRAD_TESTS_PLANTED_H
#define TETRAD_TESTS_PLANTED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "op.h"
#include "place.h"

#define VARIANT(called, what, ...)                                            \
    {                                                                         \
        .name = called, .idea = what, .source = "", __VA_ARGS__               \
    }
#define PLANTED(called, runs, what)                                           \
    VARIANT(called, what, .depth = planted_depth, .run = runs)
#define BEST(called)                                                          \
    VARIANT(called, "the reference's best", .best = true,                     \
            .depth = planted_depth, .run = planted_right)

enum { SMALL = 31 }; /* elements, up to which each row is run unasked */

#define HOARD_MOST ((size_t)1 << 30) /* then who hoards it hangs */

struct shared { /* by the supervisor and its workers */
    _Atomic pid_t hoarder;
    _Atomic size_t hoarded; /* bytes */
    _Atomic bool gone;      /* the lossy place, for good */
    _Atomic size_t checked; /* elements, as bad-check-once last crashed */
};
extern struct shared *shared;

/* The reference's best: planted.c. */
enum status planted_right(struct job *);
double planted_depth(const struct job *);

/* A place that can be lost: planted_lossy.c. */
extern struct place planted_lossy;
extern const struct variant planted_lossy_reduce[];
void planted_make_lossy(void);

/* What leaves something behind: planted_left.c. */
enum status planted_late(struct job *);
enum status planted_late_small(struct job *);
enum status planted_rounding(struct job *);
enum status planted_teams(struct job *);
enum status planted_elsewhere(struct job *);
enum status planted_nothing(struct job *);
enum status planted_one(struct job *);
enum status planted_odd(struct job *);
size_t planted_rounding_scratch(const struct job *);
double planted_busy_depth(const struct job *);
enum status planted_memo(struct job *);
enum status planted_memo_all(struct job *);
enum status planted_skip(struct job *);
enum status planted_streak(struct job *);
enum status planted_debounce(struct job *);
double planted_endless(const struct job *);

/* What harms others, or is rarely wrong: planted_harm.c. */
enum status planted_over(struct job *);
enum status planted_over_late(struct job *);
enum status planted_changes_late(struct job *);
enum status planted_second(struct job *);
enum status planted_rare(struct job *);
enum status planted_denormals(struct job *);

#endif

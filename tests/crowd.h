/* crowd.h - what a program may do to a GPU while a variant runs there, and how
 * it may run it besides, in terms of CUDA: for company.c. */
#ifndef TETRAD_TESTS_CROWD_H
#define TETRAD_TESTS_CROWD_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

struct crowd; /* a stream of its own on a GPU, and what it holds */

struct crowding {
    enum status (*open)(struct crowd **, const struct device *,
                        struct reason *why);
    void (*close)(struct crowd *); /* takes NULL and half-open ones */
    /* Takes all threads and all shared memory of that many multiprocessors,
     * and comes back when it has them, and only them. The GPU must be idle. */
    enum status (*hold)(struct crowd *, int multiprocessors,
                        struct reason *why);
    /* Lets them go; *held: that did not happen before, after two seconds. */
    enum status (*release)(struct crowd *, bool *held, struct reason *why);
    /* One run of each, on streams of their own, that may begin at the same
     * moment; comes back when both have ended. */
    enum status (*together)(struct crowd *, struct job *const pair[2],
                            struct reason *why);
    /* Runs of each in turns, one after the other on the first's stream, queued
     * before the first may begin; comes back when all have ended. */
    enum status (*in_turns)(struct crowd *, struct job *const pair[2],
                            int turns, struct reason *why);
    /* A run as a CUDA graph, which is not run yet; NULL on failure. */
    enum status (*capture)(struct job *, void **graph, struct reason *why);
    /* Runs it on the job's stream, to its end. */
    enum status (*replay)(struct job *, void *graph, struct reason *why);
    void (*forget)(void *graph); /* takes NULL */
};

extern const struct crowding crowding; /* crowd.cu */

/* crowd_planted.cu: runs that are wrong in company. Their scratch is two
 * words. */
size_t crowd_words(const struct job *);
/* Blocks that wait for each other, as many as an idle GPU holds. */
enum status crowd_run_meeting(struct job *);
/* A variable that is the same for all runs. */
enum status crowd_run_sharing(struct job *);
/* Leaves what its scratch held, and one more. */
enum status crowd_run_keeping(struct job *);
/* Knows its own scratch by a number that the host tells a launch. */
enum status crowd_run_numbered(struct job *);
/* Writes scratch while the run before may still read it. */
enum status crowd_run_overtaking(struct job *);

#ifdef __cplusplus
}
#endif

#endif

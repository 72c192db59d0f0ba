/* on_targets.h - the machine, for groups of tests that run on it: opened before
 * the first, closed after the last. */
#ifndef TETRAD_TESTS_ON_TARGETS_H
#define TETRAD_TESTS_ON_TARGETS_H

#include "unit.h"

#include "bed.h"

static struct targets targets;
static int targets_threads; /* to be set by main(); 0: one a core */

static inline int open_targets(void **state)
{
    (void)state;
    bed_open(&targets, targets_threads);
    return 0;
}

static inline int close_targets(void **state)
{
    (void)state;
    bed_close(&targets);
    return 0;
}

#endif

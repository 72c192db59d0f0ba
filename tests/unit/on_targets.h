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

/* A backend of one core, on a place that a test made; and its target. */
static inline struct target *add_backend(struct backend *backend,
                                         const char *name,
                                         const struct place *place)
{
    struct target *target = &targets.list[targets.count++];
    *backend =
        (struct backend){ .name = name, .scope = SCOPE_CORE, .place = place };
    *target = (struct target){ .backend = backend, .device = targets.host };
    return target;
}

#endif

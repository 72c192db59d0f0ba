/* targets.h - the places and backends of a run, opened once. */
#ifndef TETRAD_TARGETS_H
#define TETRAD_TARGETS_H

#include <jansson.h>
#include "place.h"

enum { MOST_TARGETS = 16 };

struct target {
    const struct backend *backend;
    struct device *device; /* shared by the backends of one place */
    enum status status;    /* not STATUS_OK: cannot be used, because `why` */
    struct reason why;
};

struct targets {
    struct target list[MOST_TARGETS];
    int count;
    struct device *host; /* always open: inputs and answers live there */
};

/* Opens every backend of matrix.def; those that fail say why in theirs.
 * machine_open() comes first. */
enum status targets_open(struct targets *, const struct placement *,
                         struct reason *why);
void targets_close(struct targets *);
struct target *target_of(struct targets *, const struct backend *);
/* Adds "backends" and "gpu" to the environment of a record. */
void targets_describe(const struct targets *, json_t *environment);
/* The record's name of a scope: "core", "cores", "gpu". */
const char *scope_name(enum scope);

#endif

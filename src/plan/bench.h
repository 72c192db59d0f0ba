/* bench.h - the places and backends of a run, opened once. */
#ifndef TETRAD_BENCH_H
#define TETRAD_BENCH_H

#include <jansson.h>
#include "place.h"

enum { BENCH_SEATS = 16 };

struct seat {
    const struct backend *backend;
    struct device *device; /* shared by the backends of one place */
    enum status status;    /* not STATUS_OK: cannot be used, because `why` */
    struct reason why;
};

struct bench {
    struct seat seats[BENCH_SEATS];
    int count;
    struct device *host; /* always open: inputs and answers live there */
};

/* Opens every backend of matrix.def; those that fail say why in their seat.
 * machine_open() comes first. */
enum status bench_open(struct bench *, const struct placement *,
                       struct reason *why);
void bench_close(struct bench *);
struct seat *bench_seat(struct bench *, const struct backend *);
/* Adds "backends" and "gpu" to the environment of a record. */
void bench_describe(const struct bench *, json_t *environment);
/* The record's name of a scope: "core", "cores", "gpu". */
const char *scope_name(enum scope);

#endif

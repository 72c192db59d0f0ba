/* host.h - the CPU and its memory as a place. */
#ifndef TETRAD_HOST_H
#define TETRAD_HOST_H

#include "op.h"

extern const struct place host_place;

double host_clock(void); /* CLOCK_MONOTONIC_RAW, seconds */

/* host_roofs.c: rates of the best loops we have for this CPU. */
enum status host_roof(struct device *host, enum scope, enum roof_kind,
                      double *rate, struct reason *why);
/* Reads `bytes` of memory with all threads; returns a value that depends on
 * all of them, so that no compiler drops the reads. */
uint64_t host_sweep(const void *memory, size_t bytes);

#endif

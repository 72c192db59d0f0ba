/* host.h - the CPU and its memory as a place. */
#ifndef TETRAD_HOST_H
#define TETRAD_HOST_H

#include "place.h"

extern const struct place host_place;
extern const struct meter host_meter;

double host_clock(void); /* CLOCK_MONOTONIC_RAW, seconds */

/* host_roofs.c: slots of the meter. The first pass of a kind also finds the
 * loop that this CPU runs fastest. There is one host: its roofs' arrays are
 * shared by all that opened it. */
enum status host_roof(struct device *host, enum scope, enum roof_kind,
                      double *rate, struct reason *why);
void host_roofs_end(struct device *host);
extern const struct variant host_copier;
/* How its copies and writes reach memory: "non-temporal", past the caches, so
 * that no line is read to be overwritten, or "ordinary". */
const char *host_stores(void);
/* host_flush.c: flushes the spans out of every cache; false: this CPU cannot,
 * and nothing was done. */
bool host_flush(const struct span *, int count);
/* host_pace.c: a slot of the meter. */
enum status host_pace(struct device *host, enum scope, bool cold,
                      struct pace *, struct reason *why);
/* Of each kind of work the pace of the thread that took longest. */
struct pace host_pace_slowest(const struct pace *own, int threads);
/* Reads `bytes` of memory with all threads, each its part by pieces of so many
 * bytes, each piece so many times; returns a value that depends on all of them,
 * so that no compiler drops the reads. */
uint64_t host_sweep(const void *memory, size_t bytes, size_t piece, int times);

#endif

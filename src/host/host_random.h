/* host_random.h - what this CPU reaches at random places, to host_roofs.c. */
#ifndef TETRAD_HOST_RANDOM_H
#define TETRAD_HOST_RANDOM_H

#include "place.h"

/* One pass of a kind that is random, in accesses/s, by so many threads: 1 or
 * all. The first pass of a kind also finds the loop that this CPU runs
 * fastest. STATUS_MISSING: memory is too short for a table past the caches. */
enum status host_random_roof(struct device *host, int threads, enum roof_kind,
                             double *rate, struct reason *why);
void host_random_end(struct device *host); /* frees the table */

/* Bytes of the table: a power of two, of at most half of one instance of the
 * last level of cache, or of at least four of them. */
size_t host_random_bytes(bool resident);

/* How many accesses were made so far: the next ones go to other places. */
size_t host_random_accesses(void);

#endif

/* parallel.h - the harness's own threads: filling, checking, cache sweeps.
 *
 * Plain POSIX threads, bound like the OpenMP team, so that harness code needs
 * no OpenMP and touches pages from the cores that will read them. */
#ifndef TETRAD_PARALLEL_H
#define TETRAD_PARALLEL_H

#include <stddef.h>

enum { PARALLEL_MOST = 1024 }; /* threads */

/* Threads that parallel_for uses; set from --threads before the first call. */
void parallel_set_threads(int threads);
int parallel_threads(void);

/* Cuts [0, n) into one contiguous block a thread, in rank order (thread r of
 * p gets about [n*r/p, n*(r+1)/p)) and calls body on each, r = rank. Blocks may
 * be empty. Returns when all are done. */
void parallel_for(size_t n,
                  void (*body)(void *context, size_t begin, size_t end,
                               int rank),
                  void *context);

/* The same, but by the caller as one block where n is at most `alone`: less
 * than what waking the others takes. */
void parallel_beyond(size_t alone, size_t n,
                     void (*body)(void *context, size_t begin, size_t end,
                                  int rank),
                     void *context);

#endif

/* threshold.h - the two sides of a threshold: what compact and partition
 * share. An element is above it if x > t, hence NaN never is. */
#ifndef TETRAD_OPS_THRESHOLD_H
#define TETRAD_OPS_THRESHOLD_H

#include <stdbool.h>

#include "op.h"

/* Writes the threshold, an element of the problem's type: the value that the
 * share `keep` of --dist's elements exceed, or comes nearest to that; the
 * lowest value of the type at 100 %, the greatest at 0 %, and 0 between them
 * for a file, whose distribution nobody knows. Nothing looks at the elements
 * for it, so that it is the same for all variants. */
void threshold_of(const struct problem *, double keep, void *t);

/* Fills input 0 where it is not timed, as op->fill: some elements are the
 * threshold, its neighbours, zeros, the ends of the type or NaN. */
bool threshold_fill(const struct problem *, double keep, void *elements);

/* How many of n elements are above it; by one thread. */
size_t threshold_count(enum elem, const void *x, size_t n, const void *t);

/* Writes those above it to y in their order and, if `both`, the others, in
 * theirs, behind them; returns how many are above. By all threads; y is not
 * x. */
size_t threshold_divide(enum elem, const void *x, size_t n, const void *t,
                        void *y, bool both);

#endif

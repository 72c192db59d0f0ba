/* verdict.h - comparing results with the right answer.
 *
 * A verdict starts clear, is fed elements or arrays, and keeps the largest
 * error and the first bad element (lowest output, then lowest index). Every
 * comparison is written so that a NaN fails it. */
#ifndef TETRAD_VERDICT_H
#define TETRAD_VERDICT_H

#include "op.h"

void verdict_clear(struct verdict *);

/* The unit roundoff u of a float type: 2^-24, 2^-53; 0 of an integer type. */
double verdict_roundoff(enum elem type);

/* gamma(d) = d u / (1 - d u), the growth of d roundings in a chain (Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd ed., lemma 3.1). Sums and
 * inner products stay below d u, however large (Jeannerod and Rump, Improved
 * Error Bounds for Inner Products in Floating-Point Arithmetic, SIAM J. Matrix
 * Anal. Appl. 34, 2013): twice that from d u = 1/2 on, where both meet. */
double verdict_gamma(enum elem type, double depth);

/* The roundings that a chain is allowed: those that are promised, but never
 * more than where so many terms are added one by one: no tree of sums has more
 * (Higham, section 4.2). */
double verdict_chain(const struct promise *, double terms);

/* Arrays of `count` elements, compared in parallel: integers bit for bit,
 * floats by ==, so that -0 equals 0. */
void verdict_same(struct verdict *, int output, enum elem type, size_t count,
                  const void *want, const void *got);

/* The same, but floats bit for bit too: -0 is not 0. */
void verdict_identical(struct verdict *, int output, enum elem type,
                       size_t count, const void *want, const void *got);

/* The same, of what is there from the last to the first. */
void verdict_reversed(struct verdict *, int output, enum elem type,
                      size_t count, const void *want, const void *got);

/* One float element of a finite answer want + rest, |rest| below an ulp of
 * want: good when finite and no further off than `bound`. */
void verdict_near(struct verdict *, int output, size_t index, enum elem type,
                  const void *got, double want, double rest, double bound);

/* Notes which share of its bound an error took, of v->depth roundings. */
void verdict_share(struct verdict *, double share);
/* What share of the bound of so many roundings their errors stay within where
 * they are like random ones, of mean 0, as good as always: they grow with the
 * root of the depth, so lambda sqrt(depth) u for depth u (Higham and Mary 2019,
 * SIAM J. Sci. Comput. 41(5), theorem 2.4; lambda = 7 fails 5 times in
 * 10^11). */
double verdict_likely(double depth);

/* Adds what another verdict found (of another slice of the same outputs). */
void verdict_merge(struct verdict *, const struct verdict *other);

/* Feeds elements [begin, end) to a verdict that nothing else is fed to. */
typedef void verdict_block(const void *context, size_t begin, size_t end,
                           struct verdict *);

/* Cuts [0, count) into a block a thread, each with a verdict of its own, and
 * adds what they found. */
void verdict_parallel(struct verdict *, size_t count, verdict_block *,
                      const void *context);

#endif

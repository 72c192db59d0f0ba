/* prefix.h - the right answers of scans, with or without restarts: what scan,
 * tile-scan and segscan share. */
#ifndef TETRAD_OPS_PREFIX_H
#define TETRAD_OPS_PREFIX_H

#include "op.h"

/* What is scanned, and how. */
struct prefix {
    enum elem type;
    size_t n;
    bool maxima;    /* running maxima; else running sums */
    bool exclusive; /* y[i] leaves x[i] out */
    /* The first element from i on, i < n, at which the scan starts anew; n or
     * more: none. Called by several threads at once. NULL: 0 alone. */
    size_t (*next_start)(const struct prefix *, size_t i);
    size_t tile; /* these two are the caller's, for next_start */
    const void *context;
};

/* The shape of n elements to as many, x to y; refuses more than memory, and
 * their answers, can have. */
enum status prefix_shape(struct problem *, struct reason *why);

/* Each input read once, the output written once; an addition an element. */
struct cost prefix_cost(const struct problem *, const void *want);

/* Refuses NaN, and floats whose running sums could overflow. what: the choice
 * that needs other inputs, "operator=sum", for the reason. */
enum status prefix_validate(const struct prefix *, const char *what,
                            const void *elements, struct reason *why);

/* Sums of floats, which round. */
bool prefix_rounds(const struct prefix *);

/* The answer: exact elements of the type; of sums of floats a double, good to
 * its last bit, and the sum of magnitudes |x| behind it, in the type, negative
 * where the scan starts anew. */
size_t prefix_want_bytes(const struct prefix *);
void prefix_oracle(const struct prefix *, const void *elements, void *want);

/* Sums of floats: |y - want| <= gamma(depth) (sum of |x|) + u |want|; at depth
 * 0, as all else: equal. However m terms are added, none goes through more
 * than m - 1 additions: with restarts that is the depth of the elements behind
 * one, so that what other tiles or segments hold is not in their bounds; and
 * without restarts that of the first ones. The verdict of output 0. */
void prefix_check(const struct prefix *, double depth, const void *want,
                  const void *got, struct verdict *);

#endif

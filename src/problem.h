/* problem.h - what follows from a problem's arrays. */
#ifndef TETRAD_PROBLEM_H
#define TETRAD_PROBLEM_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* op->shape, and that the elements of all arrays can be counted: of no such
 * problem do bytes overflow, its own or an oracle's of up to 16 an element. An
 * op need not look at that. STATUS_USAGE, with the reason. */
enum status problem_shape(struct problem *, struct reason *why);

/* For counts that are products: SIZE_MAX, which no array may have, where the
 * product is larger. */
size_t count_product(size_t a, size_t b);

/* Bytes of the array when it is full. */
size_t array_bytes(const struct array *);

/* Bytes of its inputs and outputs, once each. */
size_t problem_bytes(const struct problem *);

/* Whether an output starts as a copy of an input, and so has to be refreshed
 * before every run: such runs are timed singly. */
bool problem_refreshes(const struct problem *);

/* Whether the data decides the length of an output. */
bool problem_counts(const struct problem *);

#ifdef __cplusplus
}
#endif
#endif

/* compact.h - the parameters of compact, and what its elements must exceed.
 *
 * Input: in[0] n elements. Outputs: out[0] those that exceed the threshold, in
 * their order, with room for n; out[1] a u64, how many they are. In place,
 * in[0] and out[0] are one array. */
#ifndef TETRAD_OPS_COMPACT_H
#define TETRAD_OPS_COMPACT_H

#ifdef __cplusplus
extern "C" {
#endif

struct problem;

/* Indices in problem->param; of the second, .i is 0 or 1. */
enum { COMPACT_PARAM_KEEP, COMPACT_PARAM_IN_PLACE };

/* Writes the threshold t, an element of the problem's type: x is kept if
 * x > t, hence NaN never is. It follows from the parameters and the
 * distribution alone. */
void compact_threshold(const struct problem *, void *t);

#ifdef __cplusplus
}
#endif
#endif

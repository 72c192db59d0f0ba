/* partition.h - the parameter of partition, and what divides its elements.
 *
 * Input: in[0] n elements. Outputs: out[0] n elements, those that exceed the
 * threshold, in their order, then the others, in theirs; out[1] two u64, how
 * many of each. A variant that is UNSTABLE promises, exactly: the first side
 * in order, the second in reverse order. */
#ifndef TETRAD_OPS_PARTITION_H
#define TETRAD_OPS_PARTITION_H

#ifdef __cplusplus
extern "C" {
#endif

struct problem;

/* Index in problem->param: the share that goes to the first side, in .r. */
enum { PARTITION_PARAM_KEEP };

/* Writes the threshold t, an element of the problem's type: x goes to the
 * first side if x > t, hence NaN never does. It follows from the parameter and
 * the distribution alone. */
void partition_threshold(const struct problem *, void *t);

#ifdef __cplusplus
}
#endif
#endif

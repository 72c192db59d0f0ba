/* segreduce.h - the parameters of segreduce and their choices, in order.
 *
 * Inputs: in[0] n elements; in[1] segments + 1 u64 offsets, non-decreasing,
 * from 0 to n. Output: a value a segment; of an empty one the identity.
 * Extents: dim[0] elements, dim[1] segments. */
#ifndef TETRAD_OPS_SEGREDUCE_H
#define TETRAD_OPS_SEGREDUCE_H

enum segreduce_operator {
    SEGREDUCE_SUM,
    SEGREDUCE_MIN,
    SEGREDUCE_MAX,
    SEGREDUCE_OPERATORS
};

/* Indices in problem->param; the generator's (ops/segments.h) follow. */
enum {
    SEGREDUCE_PARAM_OPERATOR,
    SEGREDUCE_PARAM_LENGTHS,
    SEGREDUCE_PARAM_MEAN,
    SEGREDUCE_PARAM_SEGMENTS
};

#endif

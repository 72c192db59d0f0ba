/* reduce.h - the operators of reduce, in the order of its first parameter. */
#ifndef TETRAD_OPS_REDUCE_H
#define TETRAD_OPS_REDUCE_H

enum reduce_operator {
    REDUCE_SUM,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_MEAN,
    REDUCE_ARGMIN,
    REDUCE_ARGMAX,
    REDUCE_OPERATORS
};

enum { REDUCE_PARAM_OPERATOR }; /* index in problem->param */

#endif

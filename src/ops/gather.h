/* gather.h - the parameters of gather: y[i] = x[index[i]].
 *
 * Inputs: in[0] x, dim[1] elements; in[1] index, dim[0] of them, u32 or u64
 * (ops/indices.h), each less than dim[1]. Output: out[0] y, dim[0] elements. */
#ifndef TETRAD_OPS_GATHER_H
#define TETRAD_OPS_GATHER_H

#include "ops/indices.h"

/* Indices in problem->param; all but the last are those of indices.h. Of it .i
 * is how many elements x has, or 0: as many as there are indices. */
enum gather_param {
    GATHER_PARAM_PATTERN = INDICES_PARAM_PATTERN,
    GATHER_PARAM_INDEX = INDICES_PARAM_INDEX,
    GATHER_PARAM_STRIDE = INDICES_PARAM_STRIDE,
    GATHER_PARAM_BLOCK = INDICES_PARAM_BLOCK,
    GATHER_PARAM_TABLE = INDICES_PARAMS
};

#endif

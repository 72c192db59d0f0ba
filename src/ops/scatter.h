/* scatter.h - the parameters of scatter: y[index[i]] = x[i].
 *
 * Inputs: in[0] x; in[1] index, u32 or u64 (ops/indices.h), a permutation of
 * 0, 1, ... Output: out[0] y. Each of dim[0] elements. */
#ifndef TETRAD_OPS_SCATTER_H
#define TETRAD_OPS_SCATTER_H

#include "ops/indices.h"

/* Indices in problem->param: those of indices.h. */
enum scatter_param {
    SCATTER_PARAM_PATTERN = INDICES_PARAM_PATTERN,
    SCATTER_PARAM_INDEX = INDICES_PARAM_INDEX,
    SCATTER_PARAM_STRIDE = INDICES_PARAM_STRIDE,
    SCATTER_PARAM_BLOCK = INDICES_PARAM_BLOCK
};

#endif

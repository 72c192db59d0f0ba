/* spmv_twin.h - the twin of spmv: whole numbers whose products and sums are
 * exact. */
#ifndef TETRAD_OPS_SPMV_TWIN_H
#define TETRAD_OPS_SPMV_TWIN_H

#include "ops/spmv_shape.h"

struct spmv_twin {
    uint64_t seed;
    enum elem type;
    uint64_t most;      /* of wide numbers */
    size_t all_bits[2]; /* the column of such values, and of such an x */
};

struct spmv_twin spmv_twin_of(const struct problem *,
                              const struct spmv_shape *);

/* A number of the twin in this column: of the values, or x; `index` tells the
 * column's apart. */
double spmv_twin_number(const struct spmv_twin *, int which, size_t column,
                        uint64_t index);

#endif

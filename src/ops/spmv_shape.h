/* spmv_shape.h - a matrix of spmv in numbers. */
#ifndef TETRAD_OPS_SPMV_SHAPE_H
#define TETRAD_OPS_SPMV_SHAPE_H

#include "op.h"

/* The inputs. */
enum { SPMV_VALUES, SPMV_COLUMNS, SPMV_OFFSETS, SPMV_X };

/* Whether the inputs are those of a file of no format of its own. */
static inline bool spmv_is_raw(const struct problem *p)
{
    return p->input_path && !p->file;
}

/* What the parameters ask for, or the file holds. */
struct spmv_shape {
    size_t rows, columns, count; /* of non-zeros */
    size_t each;                 /* non-zeros of a row that is not special */
    size_t longest;              /* no row has more */
};

#endif

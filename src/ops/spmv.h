/* spmv.h - the parameters of spmv and their choices, in order.
 *
 * A in compressed sparse rows (CSR). Inputs: in[0] the non-zeros' values, row
 * by row; in[1] their columns, u32; in[2] rows + 1 u32 offsets, where each row
 * begins, non-decreasing, from 0 to their number; in[3] x, an element a column.
 * Output: y, an element a row, 0 of an empty one. The same column may be in a
 * row several times, and in any order. Extents: dim[0] rows, dim[1] columns,
 * dim[2] non-zeros. */
#ifndef TETRAD_OPS_SPMV_H
#define TETRAD_OPS_SPMV_H

enum spmv_matrix {
    SPMV_STENCIL,   /* of five points, on a grid as square as the rows make */
    SPMV_UNIFORM,   /* as many in every row, anywhere in it */
    SPMV_POWER,     /* row lengths by a power law */
    SPMV_BANDED,    /* side by side along the diagonal */
    SPMV_DENSE_ROW, /* uniform, but for one row that is full */
    SPMV_EMPTY_ROWS /* uniform, but that most rows are empty */
};

/* Indices in problem->param; of MATRIX .i is an enum spmv_matrix. */
#define SPMV_MEAN 16 /* the preset */
#define SPMV_MEAN_PRESET "16"
enum { SPMV_PARAM_MATRIX, SPMV_PARAM_MEAN, SPMV_PARAM_COLUMNS };

#endif

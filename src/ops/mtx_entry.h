/* mtx_entry.h - a sparse matrix as its entries, by their places. */
#ifndef TETRAD_OPS_MTX_ENTRY_H
#define TETRAD_OPS_MTX_ENTRY_H

#include <stddef.h>
#include <stdint.h>

struct mtx_entry {
    uint32_t row, column; /* from 0 */
    double value;         /* finite */
};

struct mtx {
    size_t rows, columns; /* up to 2^32 - 1 */
    size_t count;
    struct mtx_entry *entry; /* by row, then column: no two at one place, what
                                a symmetric file leaves out put in */
    size_t longest;          /* entries of the longest row */
    double most;             /* the largest magnitude of a value */
};

#endif

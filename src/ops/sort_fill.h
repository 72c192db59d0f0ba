/* sort_fill.h - the inputs of sort. */
#ifndef TETRAD_OPS_SORT_FILL_H
#define TETRAD_OPS_SORT_FILL_H

#include "op.h"

enum { SORT_BYTES = 255 }; /* of keys none of whose bytes is cleared */
#define SORT_ALL_BYTES "255"

/* As op->fill. Of a file, what the distribution would have filled is its
 * own. */
bool sort_fill(const struct problem *, int which, void *elements);

#endif

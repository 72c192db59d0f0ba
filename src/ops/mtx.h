/* mtx.h - sparse matrices: Matrix Market's coordinate files (Boisvert, Pozo and
 * Remington 1996, NISTIR 5935), of real and integer values or patterns, whose
 * values are 1; general, symmetric or skew-symmetric. */
#ifndef TETRAD_OPS_MTX_H
#define TETRAD_OPS_MTX_H

#include <stddef.h>

#include "status.h"
#include "ops/mtx_entry.h"

/* Reads a file that holds one matrix and no more; entries at one place are
 * added up. STATUS_IO: it cannot be read, or is no such file, and where in it.
 * What it made is mtx_free()'s to free. */
enum status mtx_read(const char *path, struct mtx *, struct reason *why);
/* The same of `size` bytes of text, behind which there is a 0. */
enum status mtx_parse(const char *text, size_t size, struct mtx *,
                      struct reason *why);
void mtx_free(struct mtx *); /* takes what is all 0 */

#endif

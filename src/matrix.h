/* matrix.h - matrix.def as tables: ops, backends, who implements what. */
#ifndef TETRAD_MATRIX_H
#define TETRAD_MATRIX_H

#include "op.h"

extern const struct op *const ops[];           /* ends with NULL */
extern const struct backend *const backends[]; /* ends with NULL */

/* The variants of an op on a backend, simplest first, ended by a NULL name;
 * NULL when matrix.def has no such cell. */
const struct variant *variants_of(const struct op *, const struct backend *);
const struct op *op_find(const char *name);           /* NULL: none */
const struct backend *backend_find(const char *name); /* NULL: none */
/* The variant marked best of a table, NULL for a NULL table. */
const struct variant *variant_best(const struct variant *table);

/* The TYPE() bits that some op takes. */
unsigned matrix_types(void);
/* The TYPE() bits that a variant of the op takes. */
unsigned variant_types(const struct op *, const struct variant *);
/* Why the variant cannot run in this build; NULL: it can. */
const char *variant_absent(const struct variant *);

#endif

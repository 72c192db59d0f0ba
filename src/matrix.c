/* matrix.c - matrix.def as tables: ops, backends, and who implements what. */
#include <string.h>

#include "op.h"

/* The columns of matrix.def, in its order. */
#define BACKENDS(X) X(reference) X(openmp) X(cuda) X(cub)

#define DECLARE(name) extern const struct backend backend_##name;
BACKENDS(DECLARE)
#undef DECLARE

#define CELL_X(backend, stem) extern const struct variant backend##_##stem[];
#define CELL__(backend, stem)
#define OPERATION(stem, r, o, c, n)                                           \
    extern const struct op op_##stem;                                         \
    CELL_##r(reference, stem) CELL_##o(openmp, stem)                            \
    CELL_##c(cuda, stem) CELL_##n(cub, stem)
#include "matrix.def"
#undef OPERATION
#undef CELL_X
#undef CELL__

const struct backend *const backends[] = {
#define POINTER(name) &backend_##name,
    BACKENDS(POINTER)
#undef POINTER
    NULL
};

const struct op *const ops[] = {
#define OPERATION(stem, r, o, c, n) &op_##stem,
#include "matrix.def"
#undef OPERATION
    NULL
};

enum {
#define COUNT(name) COLUMN_##name,
    BACKENDS(COUNT)
#undef COUNT
    COLUMNS
};

#define CELL_X(backend, stem) backend##_##stem
#define CELL__(backend, stem) NULL
static const struct variant *const cells[][COLUMNS] = {
#define OPERATION(stem, r, o, c, n)                                           \
    { CELL_##r(reference, stem), CELL_##o(openmp, stem), CELL_##c(cuda, stem),    \
      CELL_##n(cub, stem) },
#include "matrix.def"
#undef OPERATION
};

const struct variant *variants_of(const struct op *op,
                                  const struct backend *backend)
{
    for (size_t i = 0; ops[i]; i++)
        for (size_t b = 0; ops[i] == op && backends[b]; b++)
            if (backends[b] == backend)
                return cells[i][b];
    return NULL;
}

const struct op *op_find(const char *name)
{
    for (size_t i = 0; ops[i]; i++)
        if (!strcmp(ops[i]->name, name))
            return ops[i];
    return NULL;
}

const struct backend *backend_find(const char *name)
{
    for (size_t b = 0; backends[b]; b++)
        if (!strcmp(backends[b]->name, name))
            return backends[b];
    return NULL;
}

const struct variant *variant_best(const struct variant *table)
{
    for (; table && table->name; table++)
        if (table->best)
            return table;
    return NULL;
}

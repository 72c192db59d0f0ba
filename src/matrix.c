/* matrix.c - matrix.def as tables: ops, backends, and who implements what. */
#include "matrix.h"

#include <string.h>

#define DECLARE_X(backend, stem)                                              \
    extern const struct variant backend##_##stem[];
#define DECLARE__(backend, stem)
#define DECLARE(cell, backend, stem) DECLARE_##cell(backend, stem)
#define OPERATION(stem, ...)                                                  \
    extern const struct op op_##stem;                                         \
    COLUMNS(DECLARE, stem, __VA_ARGS__)
#include "matrix.def"
#undef OPERATION

#define DECLARE_BACKEND(name) extern const struct backend backend_##name;
BACKENDS(DECLARE_BACKEND)

const struct backend *const backends[] = {
#define POINTER(name) &backend_##name,
    BACKENDS(POINTER) NULL
};

const struct op *const ops[] = {
#define OPERATION(stem, ...) &op_##stem,
#include "matrix.def"
#undef OPERATION
    NULL
};

#define COUNT(name) COLUMN_##name,
enum { BACKENDS(COUNT) COLUMN_COUNT };

static const struct variant *const cells[][COLUMN_COUNT] = {
#define TABLE_X(backend, stem) backend##_##stem,
#define TABLE__(backend, stem) NULL,
#define TABLE(cell, backend, stem) TABLE_##cell(backend, stem)
#define OPERATION(stem, ...) { COLUMNS(TABLE, stem, __VA_ARGS__) },
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

unsigned variant_types(const struct op *op, const struct variant *variant)
{
    return variant->types ? variant->types : op->types;
}

const char *variant_absent(const struct variant *variant)
{
    return variant->run   ? NULL
        : variant->absent ? variant->absent
                          : "this build lacks it";
}

unsigned matrix_types(void)
{
    unsigned types = 0;
    for (size_t i = 0; ops[i]; i++)
        types |= ops[i]->types;
    return types;
}

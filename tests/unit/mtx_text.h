/* mtx_text.h - matrices from texts. */
#ifndef TETRAD_TESTS_MTX_TEXT_H
#define TETRAD_TESTS_MTX_TEXT_H

#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "ops/mtx.h"

#define BANNER "%%MatrixMarket matrix coordinate "
#define REAL BANNER "real general\n"

/* Byte for byte in memory of its own, so that a sanitizer sees what is read
 * behind it. */
static inline enum status parse(const char *text, struct mtx *m,
                                struct reason *why)
{
    const size_t size = strlen(text);
    char *own = malloc(size + 1);
    assert_non_null(own);
    memcpy(own, text, size + 1);
    const enum status status = mtx_parse(own, size, m, why);
    free(own);
    return status;
}

#endif

/* sgemm_pack.h - panels of A and B as sgemm's innermost loop reads them. */
#ifndef TETRAD_OPENMP_SGEMM_PACK_H
#define TETRAD_OPENMP_SGEMM_PACK_H

#include "team.h"

enum { LINE = LINE_BYTES / sizeof(float) };

/* Asks for what will be read: rows lie apart, which no hardware foresees. */
static inline void ask_for(const float *from, size_t count)
{
    for (size_t i = 0; i < count; i += LINE)
        __builtin_prefetch(from + i);
}

/* What a panel is packed from: for each of `depth` k, `real` elements, which go
 * side by side, with zeros up to `width`. Either they or a row's k lie side by
 * side in the matrix, too. */
struct packing {
    const float *from;
    size_t next, deeper; /* from an element to the next, and to the next k's */
    size_t left;         /* elements to the matrix's end, which may be more */
    size_t real, width, depth;
};

/* depth x width floats. */
void openmp_pack(const struct packing *, float *to);

#endif

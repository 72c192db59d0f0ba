/* path.h - the merge path of elements and the ends of the segments that they
 * are in (Green, McColl and Bader 2012; Merrill and Garland 2016 for sparse
 * rows): equal stretches of it are equal work, however long segments are. */
#ifndef TETRAD_OPENMP_PATH_H
#define TETRAD_OPENMP_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "team.h"

/* n elements in segments; offsets: where each begins, then n, u64 if wide, else
 * u32. */
struct path {
    const void *offsets;
    bool wide;
    size_t n, segments;
};

/* A place on it. */
struct cut {
    size_t segment, element;
};

static inline size_t path_offset(const struct path *p, size_t k)
{
    return p->wide ? (size_t)((const uint64_t *)p->offsets)[k]
                   : ((const uint32_t *)p->offsets)[k];
}

/* The place behind `items` of elements and segment ends: an end comes before
 * the elements at or behind it. */
static inline struct cut path_cut(const struct path *p, size_t items)
{
    size_t low = items > p->n ? items - p->n : 0;
    size_t high = least(items, p->segments);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (path_offset(p, middle + 1) <= items - middle - 1)
            low = middle + 1;
        else
            high = middle;
    }
    return (struct cut){ low, items - low };
}

#endif

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

/* Whether the end of segment k is among the first `items`: an end comes before
 * the elements at or behind it. */
static inline bool path_has_end(const struct path *p, size_t k, size_t items)
{
    return path_offset(p, k + 1) <= items - k - 1;
}

/* Of a guess. With 0, 1 and 3 of them what path_cut() reads is 2, 4 and 6
 * offsets of equal lengths, 22, 15 and 9 by a power law. */
enum { PATH_CORRECTIONS = 2 };

/* About how many ends are among the first `items`: as if all segments were of
 * mean length, and then, from where that leads, as if those between there and
 * the place were. */
static inline size_t path_guess(const struct path *p, size_t items)
{
    const double rate = (double)p->segments / (double)(p->n + p->segments);
    double place = (double)items * rate;
    size_t k = least(place > 0 ? (size_t)place : 0, p->segments);
    for (int i = 0; i < PATH_CORRECTIONS; i++) {
        place += ((double)items - (double)(path_offset(p, k) + k)) * rate;
        k = least(place > 0 ? (size_t)place : 0, p->segments);
    }
    return k;
}

/* The place behind `items` of elements and segment ends: in steps that double
 * away from the guess, then by halves. Of 2^20 segments that reads 5 offsets
 * where they are of equal length, 11 by a power law, 35 where half of them are
 * empty or one is huge, and halves alone 20. */
static inline struct cut path_cut(const struct path *p, size_t items)
{
    size_t low = items > p->n ? items - p->n : 0;
    size_t high = least(items, p->segments);
    size_t at = path_guess(p, items);
    for (size_t step = 1; low < high && at >= low && at < high; step *= 2)
        if (path_has_end(p, at, items)) {
            low = at + 1;
            at += step;
        } else {
            high = at;
            at -= least(step, at);
        }
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (path_has_end(p, middle, items))
            low = middle + 1;
        else
            high = middle;
    }
    return (struct cut){ low, items - low };
}

#endif

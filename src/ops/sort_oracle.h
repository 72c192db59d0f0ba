/* sort_oracle.h - keys put in order by comparing their values: the right answer
 * of sort. */
#ifndef TETRAD_OPS_SORT_ORACLE_H
#define TETRAD_OPS_SORT_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

#include "elem.h"

struct sort_items { /* keys, and the values that they carry */
    void *keys, *values;
};

/* Sorts n keys, stably, by merging, with the harness's threads. width: bytes of
 * a value, 0 (values are then never looked at), 4 or 8. spare is as large as
 * items, and ends with anything. */
void sort_oracle(enum elem, bool descending, size_t width, size_t n,
                 struct sort_items items, struct sort_items spare);

/* Whether key a must come before key b, by their values. */
bool sort_oracle_before(enum elem, bool descending, const void *a,
                        const void *b);

#endif

/* sort_few.h - keys alone of which few differ, sorted on all cores. */
#ifndef TETRAD_OPENMP_SORT_FEW_H
#define TETRAD_OPENMP_SORT_FEW_H

#include "sort_radix.h"

/* Sorts keys from SORT_IN to SORT_OUT, with a bench a thread. False: they are
 * not sorted, as there are values, or keys are few, or many of them differ, or
 * all may be alike, or there are both -0 and +0. */
bool openmp_sort_few(const struct sort_work *, bool is_float, struct bench *);

#endif
